import { isUtf8 } from 'node:buffer';
import { createHash, hash, type Hash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { XmlFault } from './attributes.ts';
import { characterCut, sniffEncoding, type Encoding } from './characters.ts';

export interface Reader {
  readonly size: number;
  /** Fills `into` from `at` on and returns how many bytes it put there; 0 at the end. */
  read(into: Buffer, at: number): number;
}

/** As long as the file was when it was opened. */
export function readerOf(descriptor: number, size = fstatSync(descriptor).size): Reader {
  let left = size;
  return {
    size,
    read(into, at) {
      const count = left === 0 ? 0 : readSync(descriptor, into, at, Math.min(left, into.length - at), null);
      left -= count;
      return count;
    },
  };
}

const blockSize = 64 * 1024;
/** The encoding is found in so many bytes. */
const headSize = 1024;

/** A document as UTF-8, whatever it is on disk, in constant memory; what cannot be decoded becomes U+FFFD. */
export class Source {
  readonly #reader: Reader;
  #hash: Hash | undefined;
  #sha256 = '';
  #encoding: Encoding | undefined;
  #decoder: TextDecoder | undefined;
  #decoded = Buffer.alloc(0);
  #unfinished: Buffer = Buffer.alloc(0);
  #isOver = false;
  /** As they lie on disk. */
  bytes = 0;
  hasInvalidBytes = false;
  /** It is in an encoding that is not read. */
  isUndecodable = false;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get oddity(): string | undefined {
    return this.#encoding?.oddity;
  }

  /** The digest of the bytes as they lie on disk; call it once, at the end. */
  sha256(): string {
    return this.#hash?.digest('hex') ?? this.#sha256;
  }

  /** Fills `into` from `at` on; 0 at the end. */
  fill(into: Buffer, at: number): number {
    if (this.#decoder !== undefined) return this.#fillDecoded(into, at);
    let count = this.#readBlock(into, at);
    if (this.#encoding === undefined) {
      for (let more = count; more > 0 && count < headSize; count += more) more = this.#readBlock(into, at + count);
      const encoding = sniffEncoding(into.subarray(at, at + count));
      if (encoding === undefined) {
        this.isUndecodable = true;
        throw new XmlFault('the file is in UTF-32, which is not read', 0);
      }
      this.#encoding = encoding;
      if (encoding.label !== 'utf-8') {
        this.#decoder = new TextDecoder(encoding.label);
        this.#decode(into.subarray(at, at + count));
        return this.#fillDecoded(into, at);
      }
    }
    if (!this.hasInvalidBytes) this.#check(into.subarray(at, at + count));
    return count;
  }

  #readBlock(into: Buffer, at: number): number {
    const count = this.#reader.read(into, at);
    const block = into.subarray(at, at + count);
    if (this.bytes === 0 && count === this.#reader.size) {
      // Most files come in one piece; a Hash for each of thousands would pile up memory outside of the heap.
      this.#sha256 = hash('sha256', block, 'hex');
    } else if (count > 0) {
      this.#hash ??= createHash('sha256');
      this.#hash.update(block);
    }
    this.bytes += count;
    return count;
  }

  #fillDecoded(into: Buffer, at: number): number {
    while (this.#decoded.length === 0 && !this.#isOver) {
      const block = Buffer.allocUnsafe(blockSize);
      this.#decode(block.subarray(0, this.#readBlock(block, 0)));
    }
    const count = this.#decoded.copy(into, at);
    this.#decoded = this.#decoded.subarray(count);
    return count;
  }

  #decode(block: Buffer): void {
    this.#isOver = block.length === 0;
    const text = this.#decoder?.decode(block, { stream: !this.#isOver }) ?? '';
    if (text.includes('\uFFFD')) this.hasInvalidBytes = true;
    this.#decoded = Buffer.from(text);
  }

  #check(block: Buffer): void {
    const bytes = this.#unfinished.length === 0 ? block : Buffer.concat([this.#unfinished, block]);
    const cut = block.length === 0 ? bytes.length : characterCut(bytes, 0, bytes.length);
    if (!isUtf8(bytes.subarray(0, cut))) this.hasInvalidBytes = true;
    this.#unfinished = Buffer.from(bytes.subarray(cut));
  }
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Lines and columns of offsets in a document. Counting lines while parsing would cost every file; only files that have
 * something to say are read again, up to the last offset.
 */
export function locate(reader: Reader, offsets: readonly number[], window: Buffer): ReadonlyMap<number, Position> {
  const wanted = [...new Set(offsets)].toSorted((one, other) => one - other);
  const places = new Map<number, Position>();
  const source = new Source(reader);
  let base = 0;
  let line = 1;
  let column = 1;
  for (let next = 0; next < wanted.length;) {
    const count = source.fill(window, 0);
    for (let at = 0; at < count && next < wanted.length; at += 1) {
      for (; wanted[next] === base + at; next += 1) places.set(base + at, { line, column });
      const byte = window[at] ?? 0;
      if (byte === 0x0a) {
        line += 1;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80 && !(base + at === 0 && byte === 0xef)) {
        column += byte >= 0xf0 ? 2 : 1;
      }
    }
    base += count;
    if (count > 0) continue;
    for (; next < wanted.length; next += 1) places.set(wanted[next] ?? 0, { line, column });
  }
  return places;
}
