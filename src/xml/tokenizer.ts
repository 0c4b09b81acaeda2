import { Attributes, XmlFault, more, readAttributes, shown, type XmlEvents, type XmlNote } from './attributes.ts';
import {
  bang,
  characterCut,
  endsName,
  greaterThan,
  isSpace,
  lessThan,
  question,
  resolveReferences,
  safeCut,
  slash,
  startsName,
} from './characters.ts';
import { Doctype, Entities } from './doctype.ts';

/** `text` is without its marks; only the XML declaration says anything. */
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

/** Made once for all tags of the element. */
export interface ElementName {
  /** As written, with its prefix. */
  readonly qualified: string;
  /** Without the prefix: reports are matched by it, whatever namespace they declare. */
  readonly local: string;
  /** The name that JUnit has for the element, whatever case it is written in (`<Failure>`); `local` where it has none. */
  readonly known: string;
  readonly bytes: Uint8Array;
}

const mostNames = 4096;

const knownNames: ReadonlyMap<string, string> = new Map(
  [
    'testsuites',
    'testsuite',
    'testcase',
    'failure',
    'error',
    'skipped',
    'disabled',
    'ignored',
    'flakyFailure',
    'flakyError',
    'rerunFailure',
    'rerunError',
    'system-out',
    'system-err',
    'properties',
  ].map((name) => [name.toLowerCase(), name]),
);

/** Finds names by their bytes, without making a string for each tag. */
export class ElementNames {
  readonly #byHash = new Map<number, ElementName>();

  /** `hash` is any number made of the bytes alone. */
  get(bytes: Buffer, start: number, end: number, hash: number): ElementName {
    const known = this.#byHash.get(hash);
    if (known !== undefined && isSame(known.bytes, bytes, start, end)) return known;
    const qualified = bytes.toString('utf8', start, end);
    const local = qualified.slice(qualified.lastIndexOf(':') + 1);
    const name = {
      qualified,
      local,
      known: knownNames.get(local.toLowerCase()) ?? local,
      bytes: Uint8Array.prototype.slice.call(bytes, start, end),
    };
    if (known === undefined && this.#byHash.size < mostNames) this.#byHash.set(hash, name);
    return name;
  }
}

function isSame(name: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false;
  }
  return true;
}

type Mode = 'content' | 'comment' | 'cdata' | 'instruction' | 'doctype';

const endings = { comment: Buffer.from('-->'), cdata: Buffer.from(']]>'), instruction: Buffer.from('?>') } as const;

/** Deeper nesting is refused: real reports reach 13. */
export const deepest = 10_000;
/** In bytes. */
const longestName = 1024;

/**
 * Reads a document piece by piece, in constant memory and without recursion. Strict on what decides counts (tags,
 * attributes, balance, the end), lenient on text; documents in one file may follow one another. The input is UTF-8 in a
 * window: call `scan` with all bytes not yet consumed, drop as many as it returns, put more behind the rest, call again.
 */
export class Tokenizer {
  readonly #events: XmlEvents;
  readonly #attributes = new Attributes();
  readonly #names: ElementNames;
  readonly #open: ElementName[] = [];
  readonly #entities = new Entities();
  #doctype = new Doctype(this.#entities);
  #mode: Mode = 'content';
  /** Place in the document of the window's first byte. */
  #base = 0;
  #dropped = 0;
  #roots = 0;
  #isTextOutside = false;

  /** `names` may be kept from document to document. */
  constructor(events: XmlEvents, names = new ElementNames()) {
    this.#events = events;
    this.#names = names;
  }

  /** Where the attribute value begins that did not end in the window, else -1. */
  get openValue(): number {
    return this.#attributes.openValue;
  }

  /** Returns how many bytes of `view` it is done with. `last`: no more will come. Throws `XmlFault`. */
  scan(view: Buffer, last: boolean): number {
    let at = 0;
    try {
      while (at < view.length) {
        const next = this.#mode === 'content' ? this.#content(view, at, last) : this.#skip(this.#mode, view, at, last);
        if (next === more) break;
        at = next;
        // The tag that they were taken out of is read: what follows lies behind them.
        this.#base += this.#dropped;
        this.#dropped = 0;
      }
      if (last) this.#end(view, at);
    } catch (error) {
      throw error instanceof XmlFault ? new XmlFault(error.message, this.#base + error.offset, error.fix) : error;
    }
    this.#base += at;
    return at;
  }

  get place(): number {
    return this.#base;
  }

  /** `count` bytes were taken out of the window, all inside one attribute value. */
  dropped(count: number): void {
    this.#dropped += count;
  }

  #content(view: Buffer, at: number, last: boolean): number {
    if (view[at] !== lessThan) return this.#text(view, at, last);
    switch (view[at + 1]) {
      case undefined:
        return more;
      case slash:
        return this.#endTag(view, at);
      case bang:
        return this.#declaration(view, at, last);
      case question:
        return this.#instruction(view, at, last);
      default:
        return this.#startTag(view, at);
    }
  }

  #text(view: Buffer, at: number, last: boolean): number {
    let end = at;
    // Most texts are the white space between two tags: a short loop costs less than the native call.
    for (const near = Math.min(view.length, at + 24); end < near && view[end] !== lessThan;) end += 1;
    if (end === at + 24) end = view.indexOf(lessThan, end);
    const isWhole = end >= 0 && end < view.length;
    if (!isWhole) end = view.length;
    if (this.#open.length === 0 && !this.#isTextOutside) this.#outside(view, at, end);
    const checked = this.#entities.matter ? this.#entities.check(view, at, end, isWhole || last) : end;
    if (!this.#events.wantsText) return checked === at ? more : checked;
    const cut = Math.min(checked, isWhole || last ? end : safeCut(view, at, end));
    if (cut === at) return more;
    this.#events.text(resolveReferences(view.toString('utf8', at, cut)));
    return cut;
  }

  #outside(view: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const byte = view[at] ?? 0;
      // A byte order mark may stand at the head of each document; NULs pad files that were not written to their end.
      if (isSpace(byte) || byte === 0 || byte === 0xef || byte === 0xbb || byte === 0xbf) continue;
      this.#isTextOutside = true;
      this.#events.note('text-outside-root', this.#base + at);
      return;
    }
  }

  #startTag(view: Buffer, at: number): number {
    const nameStart = at + 1;
    if (startsName[view[nameStart] ?? 0] === 0) throw new XmlFault('a `<` begins no tag: in text it is written `&lt;`', at);
    let hash = 0;
    let nameEnd = nameStart;
    for (; nameEnd < view.length; nameEnd += 1) {
      const byte = view[nameEnd] ?? 0;
      if (endsName[byte] === 1) break;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    if (nameEnd - nameStart > longestName) throw new XmlFault(`the name of an element is longer than ${longestName} bytes`, at);
    if (nameEnd === view.length) return more;
    const close = readAttributes(view, nameEnd, this.#attributes);
    if (close === more) return more;
    const name = this.#names.get(view, nameStart, nameEnd, hash);
    if (this.#open.length === 0) {
      this.#roots += 1;
      if (this.#roots === 2) this.#events.note('several-documents', this.#base + at);
    }
    const isEmpty = view[close] === slash;
    this.#events.open(name.known, this.#attributes, this.#base + at, isEmpty, name.local);
    if (isEmpty) {
      this.#events.close(name.known);
      return close + 2;
    }
    if (this.#open.length === deepest) throw new XmlFault(`elements are nested deeper than ${deepest}`, at);
    this.#open.push(name);
    return close + 1;
  }

  #endTag(view: Buffer, at: number): number {
    const expected = this.#open.at(-1);
    let end = at + 2;
    if (expected !== undefined) {
      const { bytes } = expected;
      let index = 0;
      while (index < bytes.length && view[end] === bytes[index]) {
        index += 1;
        end += 1;
      }
      if (index < bytes.length && end < view.length) index = -1;
      while (isSpace(view[end])) end += 1;
      if (index === bytes.length && view[end] === greaterThan) {
        this.#open.pop();
        this.#events.close(expected.known);
        return end + 1;
      }
      if (end === view.length) return more;
    }
    while (end < view.length && endsName[view[end] ?? 0] === 0) end += 1;
    if (end === view.length) return more;
    const found = `\`</${shown(view, at + 2, end)}>\``;
    throw new XmlFault(
      expected === undefined ? `${found} closes nothing` : `${found} stands where \`</${expected.qualified}>\` must come first`,
      at,
    );
  }

  #declaration(view: Buffer, at: number, last: boolean): number {
    const text = view.toString('latin1', at, at + 9);
    if (text.startsWith('<!--')) {
      this.#mode = 'comment';
      return at + 4;
    }
    if (text.length < 9 && !last) return more;
    if (text === '<![CDATA[') {
      if (this.#open.length === 0) this.#events.note('text-outside-root', this.#base + at);
      this.#mode = 'cdata';
    } else if (text.toUpperCase() === '<!DOCTYPE') {
      // In capitals in XML; pages that end up among results write it as they like.
      this.#doctype = new Doctype(this.#entities);
      this.#events.note('doctype', this.#base + at);
      this.#mode = 'doctype';
    } else {
      throw new XmlFault('`<!` begins neither a comment nor CDATA nor a DOCTYPE', at);
    }
    return at + 9;
  }

  #instruction(view: Buffer, at: number, last: boolean): number {
    if (view.length - at < 3) return more;
    if (startsName[view[at + 2] ?? 0] === 0) throw new XmlFault('a `<?` begins no instruction', at);
    const end = view.indexOf(endings.instruction, at);
    if (end < 0 && !last && view.length - at < longestName) return more;
    const text = view.toString('latin1', at + 2, end < 0 ? at + longestName : end);
    for (const note of oddities(text, isAtStart(view, this.#base + at))) this.#events.note(note, this.#base + at);
    this.#mode = 'instruction';
    return at + 2;
  }

  #skip(mode: Exclude<Mode, 'content'>, view: Buffer, at: number, last: boolean): number {
    if (mode === 'doctype') {
      const next = this.#doctype.skip(view, at, last);
      if (this.#doctype.isOver) this.#mode = 'content';
      return next === at ? more : next;
    }
    const ending = endings[mode];
    const found = view.indexOf(ending, at);
    let end = found < 0 ? Math.max(at, view.length - ending.length + 1) : found;
    if (mode === 'cdata' && this.#events.wantsText) {
      if (found < 0) end = characterCut(view, at, end);
      if (end > at) this.#events.text(view.toString('utf8', at, end));
    }
    if (found >= 0) this.#mode = 'content';
    else if (end === at) return more;
    return found < 0 ? end : found + ending.length;
  }

  #end(view: Buffer, at: number): void {
    const unclosed = this.#open.at(-1);
    if (this.#mode !== 'content') throw new XmlFault(`the file ends inside ${inside[this.#mode]}`, view.length);
    if (at < view.length) throw new XmlFault('the file ends inside a tag', at);
    if (unclosed !== undefined) throw new XmlFault(`the file ends before \`</${unclosed.qualified}>\``, view.length);
    if (this.#roots === 0) throw new XmlFault('the file ends before its first element', view.length);
  }
}

const inside = {
  comment: 'a comment',
  cdata: 'a CDATA section',
  instruction: 'a processing instruction',
  doctype: 'its DOCTYPE',
} as const;
