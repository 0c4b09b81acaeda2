import { createHmac, randomBytes } from 'node:crypto';
import { contextSize, longestKey, seeThrough, type Span } from '../text/index.ts';

/** In UTF-16 units; it may be somewhat more. */
export const longestName = 16 * 1024;

/** A character of the name is a byte of UTF-8. */
export interface Part {
  readonly kind: 'case' | 'suite';
  name: string;
}

/** `bytes` are those of the secret in the file, in separate pieces where markup splits them. */
export interface Find {
  readonly part: Part | undefined;
  readonly masks: readonly Mask[];
}

interface Mask {
  readonly place: number;
  readonly bytes: Buffer;
}

/** Length that is searched at once. The bytes after it are kept until more are known. */
const enough = 256 * 1024;
const overlap = longestKey + 1024;
/** Other secrets than these are no longer than a key. */
const inBounds = (secret: string): boolean => secret.length < longestKey;

/** Equal secrets get equal masks, so that names that differ by a secret still differ; the secret cannot be guessed from its mask. */
const maskKey = randomBytes(16);

/**
 * A piece of the content of a document: its decoded characters, each a byte of UTF-8, and their places in the file. It is searched piece by
 * piece, in constant memory; a break is a place where a word cannot go on.
 */
export class SearchWindow {
  readonly #known: readonly string[];
  #text = '';
  /** Begin in the text, place in the file and, where one reference stands for it, its bytes there (else 0). */
  #segments: number[] = [];
  /** Begin in the text, and the part that it belongs to. */
  #parts: { readonly at: number; readonly part: Part | undefined }[] = [];
  #context = 0;
  #isBroken = true;

  /** `known` are secrets as UTF-8, a character a byte. */
  constructor(known: readonly string[]) {
    this.#known = known.filter(inBounds);
  }

  /** Characters that are written in the file as they are. */
  plain(text: string, place: number, part: Part | undefined): void {
    this.#begin(part);
    this.#add(text, place, 0);
  }

  /** Characters that are written as one reference of so many bytes. */
  reference(text: string, place: number, bytes: number, part: Part | undefined): void {
    this.#begin(part);
    this.#add(text, place, bytes);
  }

  break(): void {
    if (this.#isBroken) return;
    this.#add('\0', 0, 0);
    this.#isBroken = true;
  }

  #begin(part: Part | undefined): void {
    if (this.#parts.at(-1)?.part !== part) this.#parts.push({ at: this.#text.length, part });
  }

  #add(text: string, place: number, bytes: number): void {
    this.#segments.push(this.#text.length, place, bytes);
    this.#text += text;
    this.#isBroken = false;
  }

  /** Secrets that were found since the last call. `last`: no more will come. */
  search(last: boolean): readonly Find[] {
    const text = this.#text;
    if (!last && text.length < enough) return [];
    const whole = last ? text.length : text.length - overlap;
    const spans = seeThrough(text, this.#known, this.#context, 'bytes').filter(({ start }) => start < whole);
    const finds = spans.map((span) => ({ part: this.#parts[this.#partAt(span.start)]?.part, masks: this.#masks(span) }));
    this.#forget(Math.max(whole, spans.at(-1)?.end ?? 0));
    return finds;
  }

  /** Keeps the text that is not yet searched, and before it enough to see whether a word begins there. */
  #forget(searched: number): void {
    const from = Math.max(0, searched - contextSize);
    // The first of each may have begun before the kept text.
    this.#segments = this.#segments.slice(this.#segmentAt(from) * 3);
    for (let at = 0; at < this.#segments.length; at += 3) this.#segments[at] = (this.#segments[at] ?? 0) - from;
    this.#parts = this.#parts.slice(this.#partAt(from)).map(({ at, part }) => ({ at: at - from, part }));
    // A copy: a part of the text would keep the whole of it in memory.
    this.#text = Buffer.from(this.#text.slice(from), 'latin1').toString('latin1');
    this.#context = searched - from;
  }

  #masks({ start, end }: Span): readonly Mask[] {
    const masks: Mask[] = [];
    const digest = createHmac('sha256', maskKey).update(this.#text.slice(start, end), 'latin1').digest('hex').slice(0, 8);
    let written = 0;
    const sign = (): number => (written >= 3 && written < 3 + digest.length ? digest.charCodeAt(written - 3) : asterisk);
    for (let index = this.#segmentAt(start); index * 3 < this.#segments.length; index += 1) {
      const [at = 0, place = 0, bytes = 0] = this.#segments.slice(index * 3, index * 3 + 3);
      if (at >= end) break;
      const from = Math.max(at, start);
      const to = Math.min(this.#segments[(index + 1) * 3] ?? this.#text.length, end);
      const mask = Buffer.alloc(bytes === 0 ? to - from : bytes);
      for (let byte = 0; byte < mask.length; byte += 1) {
        const code = bytes === 0 ? this.#text.charCodeAt(from + byte) : 0;
        // White space is no secret, and lines stay where they are.
        mask[byte] = code === 0x20 || (code >= 0x09 && code <= 0x0d) ? code : sign();
        written += 1;
      }
      masks.push({ place: bytes === 0 ? place + from - at : place, bytes: mask });
    }
    return masks;
  }

  #segmentAt(place: number): number {
    return lastUpTo(place, this.#segments.length / 3, (index) => this.#segments[index * 3]);
  }

  #partAt(place: number): number {
    return lastUpTo(place, this.#parts.length, (index) => this.#parts[index]?.at);
  }
}

/** The last of `count` items that begins at a place or before it; `beginOf` gives the start of each, in order. */
function lastUpTo(place: number, count: number, beginOf: (index: number) => number | undefined): number {
  let low = 0;
  for (let high = count; high - low > 1;) {
    const middle = (low + high) >> 1;
    if ((beginOf(middle) ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}

const asterisk = 0x2a;
