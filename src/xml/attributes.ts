import { plainText } from './references.ts';

/** The attributes that the counter asks for. */
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

/** Names to look for together. */
export type Wanted = readonly Uint8Array[];

export function wantedNames(...some: readonly AttributeName[]): Wanted {
  return some.flatMap((name) => encoded.get(name) ?? []);
}

const none: readonly string[] = [];
const colon = 0x3a;

/** Longest value that is read, in bytes; what follows is left out. Names of 70 kB occur. */
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

  /** Forgets the last tag. */
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

  /**
   * All values that any of the names has, in any case and with any prefix: for what must not be overlooked, whichever of
   * two attributes is the right one.
   */
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
