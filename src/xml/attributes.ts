import { apostrophe, endsName, equals, greaterThan, isSpace, isSpecial, lessThan, plainText, quotation, slash } from './characters.ts';

const names = [
  'name',
  'classname',
  'class',
  'time',
  'timestamp',
  'tests',
  'failures',
  'errors',
  'skipped',
  'skips',
  'skip',
  'disabled',
  'ignored',
  'status',
  'result',
  'success',
  'type',
  'message',
  'file',
  'line',
] as const;
export type AttributeName = (typeof names)[number];

const encoded: ReadonlyMap<AttributeName, Uint8Array> = new Map(names.map((name) => [name, new TextEncoder().encode(name)]));

type Wanted = readonly Uint8Array[];

/** In small letters; another format may have names of its own. */
export function wantedNames(...some: readonly string[]): Wanted {
  return some.map((name) => new TextEncoder().encode(name));
}

const none: readonly string[] = [];
const colon = 0x3a;

/** In bytes; the rest is left out. Names of 70 kB occur. */
export const longestValue = 128 * 1024;

const slotsEach = 5;
const mostAttributes = 4096;

/**
 * The attributes of one tag: places in the tokenizer's window, read only when asked for, since most are not.
 * Valid only while the tokenizer's `open` event lasts.
 */
export class Attributes {
  #bytes: Buffer = Buffer.alloc(0);
  #slots = new Int32Array(64 * slotsEach);
  #used = 0;
  /** Where the value begins that did not end in the window; -1 if none. */
  openValue = -1;

  reset(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#used = 0;
    this.openValue = -1;
  }

  /** False when the tag has more attributes than any report would. `plain`: printable ASCII without references. */
  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number, plain: boolean): boolean {
    if (this.#used === this.#slots.length) {
      if (this.#used >= mostAttributes * slotsEach) return false;
      const larger = new Int32Array(this.#used * 2);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    const slots = this.#slots;
    const at = this.#used;
    slots[at] = nameStart;
    slots[at + 1] = nameEnd;
    slots[at + 2] = valueStart;
    slots[at + 3] = valueEnd;
    slots[at + 4] = plain ? 1 : 0;
    this.#used = at + slotsEach;
    return true;
  }

  /** The value, references resolved; the last one where a name occurs twice, as the vendor's client reads it. */
  text(name: AttributeName): string | undefined {
    const wanted = encoded.get(name);
    if (wanted === undefined) return undefined;
    const slots = this.#slots;
    for (let at = this.#used - slotsEach; at >= 0; at -= slotsEach) {
      const start = slots[at] ?? 0;
      if ((slots[at + 1] ?? 0) - start === wanted.length && this.#matches(wanted, start)) {
        return this.#decode(slots[at + 2] ?? 0, slots[at + 3] ?? 0, slots[at + 4] === 1);
      }
    }
    return undefined;
  }

  /** All values of any of the names, in any case and with any prefix: no value that decides is overlooked. */
  all(wanted: Wanted): readonly string[] {
    let values: string[] | undefined;
    const slots = this.#slots;
    for (let at = 0; at < this.#used; at += slotsEach) {
      const start = slots[at] ?? 0;
      const length = (slots[at + 1] ?? 0) - start;
      for (const name of wanted) {
        const local = start + length - name.length;
        if (local < start || (local > start && this.#bytes[local - 1] !== colon) || !this.#matches(name, local)) continue;
        values ??= [];
        values.push(this.#decode(slots[at + 2] ?? 0, slots[at + 3] ?? 0, slots[at + 4] === 1));
      }
    }
    return values ?? none;
  }

  /** Names are ASCII in small letters: some tools write them in capitals. */
  #matches(wanted: Uint8Array, start: number): boolean {
    const bytes = this.#bytes;
    for (let index = 0; index < wanted.length; index += 1) {
      if (((bytes[start + index] ?? 0) | 0x20) !== wanted[index]) return false;
    }
    return true;
  }

  #decode(start: number, end: number, plain: boolean): string {
    const bytes = this.#bytes;
    if (plain && end - start <= longestValue) return bytes.toString('latin1', start, end);
    let stop = Math.min(end, start + longestValue);
    while (stop < end && stop > start && ((bytes[stop] ?? 0) & 0xc0) === 0x80) stop -= 1;
    return plainText(bytes.toString('utf8', start, stop));
  }
}

/** Warnings that do not stop the document from being read. */
export type XmlNote = 'text-outside-root' | 'several-documents' | 'doctype' | 'late-declaration' | 'xml-version';

/** In order. Offsets count the bytes of the document as UTF-8. */
export interface XmlEvents {
  /**
   * `name` is local, without its prefix, and in JUnit's own case where JUnit knows it; `written` is local, as it is written.
   * `attributes` must be read before this returns. `isEmpty`: `close` follows at once.
   */
  open(name: string, attributes: Attributes, offset: number, isEmpty: boolean, written: string): void;
  close(name: string): void;
  /** Text and CDATA in pieces, references resolved; called only while `wantsText` holds. */
  text(text: string): void;
  readonly wantsText: boolean;
  note(note: XmlNote, offset: number): void;
}

/** The document is not well formed, or is refused although it is. `offset` is where, in bytes of UTF-8. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly offset: number;
  /** For a document that is well formed. */
  readonly fix: string | undefined;

  constructor(message: string, offset: number, fix?: string) {
    super(message);
    this.offset = offset;
    this.fix = fix;
  }
}

/** Wants more bytes. */
export const more = -1;

/** Begins behind the tag's name; returns the place of the `>` or of the `/` before it. Offsets of faults are places in `view`. */
export function readAttributes(view: Buffer, from: number, attributes: Attributes): number {
  const end = view.length;
  attributes.reset(view);
  let at = from;
  for (;;) {
    const parted = at;
    while (at < end && isSpace(view[at])) at += 1;
    if (at === end) return more;
    const byte = view[at];
    if (byte === greaterThan) return at;
    if (byte === slash) {
      if (at + 1 === end) return more;
      if (view[at + 1] !== greaterThan) throw new XmlFault('a tag holds a `/` that does not end it', at);
      return at;
    }
    if (at === parted) throw new XmlFault('no white space parts two attributes: is a quotation mark missing or not escaped?', at);
    at = readAttribute(view, at, attributes);
    if (at === more) return more;
  }
}

function readAttribute(view: Buffer, from: number, attributes: Attributes): number {
  const end = view.length;
  let at = from;
  while (at < end && endsName[view[at] ?? 0] === 0) at += 1;
  if (at === end) return more;
  if (at === from) throw new XmlFault('a tag holds a character that cannot begin an attribute', at);
  const nameEnd = at;
  while (at < end && isSpace(view[at])) at += 1;
  if (at === end) return more;
  if (view[at] !== equals) throw new XmlFault(`the attribute \`${shown(view, from, nameEnd)}\` has no value`, from);
  at += 1;
  while (at < end && isSpace(view[at])) at += 1;
  if (at === end) return more;
  const quote = view[at];
  if (quote !== quotation && quote !== apostrophe) {
    throw new XmlFault(`the value of the attribute \`${shown(view, from, nameEnd)}\` is not in quotation marks`, at);
  }
  const valueStart = at + 1;
  let isPlain = true;
  for (at = valueStart; ; at += 1) {
    // Most bytes are plain; past the end a special one is read.
    while (isSpecial[view[at] ?? 0] === 0) at += 1;
    if (at >= end) break;
    const byte = view[at];
    if (byte === quote) {
      if (attributes.add(from, nameEnd, valueStart, at, isPlain)) return at + 1;
      throw new XmlFault('a tag has more attributes than are read', from);
    }
    if (byte === lessThan) {
      throw new XmlFault(`the value of the attribute \`${shown(view, from, nameEnd)}\` holds a \`<\`, or misses its end`, at);
    }
    if (byte !== quotation && byte !== apostrophe) isPlain = false;
  }
  attributes.openValue = valueStart;
  return more;
}

/** Cut for a message. */
export function shown(view: Buffer, start: number, end: number): string {
  return view.toString('utf8', start, Math.min(end, start + 60));
}
