import { minuteOf } from '../../presentation/index.ts';
import { localMinute } from '../../text/index.ts';
import type { Header } from '../facts/line.ts';

type Zone = Pick<Header, 'timeZone'>;

/** A moment as text that people read: by the clocks of the audit's zone, and in UTC where nobody named one. */
export function momentWords(at: string, { timeZone }: Zone): string {
  return minuteOf(at, timeZone);
}

/** A part of a page with its moments by the clocks of a zone. Every `<time>` is ours, because foreign text is escaped. */
export function inZone(part: string, { timeZone }: Zone): string {
  if (timeZone === undefined) return part;
  return part.replace(
    /(<time datetime="([^"]+)">)[^<]*\sUTC(?=<\/time>)/g,
    (_, start: string, at: string) => `${start}${localMinute(new Date(at), timeZone).replace(/ (?=[+-])/, '\u00A0')}`,
  );
}
