import type { XmlNote } from './events.ts';

/** A warning about a processing instruction, given without its marks: only the XML declaration tells something. */
export function oddities(text: string, isAtStart: boolean): readonly XmlNote[] {
  if (!/^xml\s/i.test(text)) return [];
  const notes: XmlNote[] = isAtStart ? [] : ['late-declaration'];
  if (/\sversion\s*=\s*(["'])(?!1\.0\1)/.test(text)) notes.push('xml-version');
  return notes;
}

/** Only a byte order mark may come before the declaration. */
export function isAtStart(view: Buffer, place: number): boolean {
  return place === 0 || (place === 3 && view[0] === 0xef);
}
