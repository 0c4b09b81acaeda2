import { setImmediate } from 'node:timers/promises';
import { Attributes } from './attributes.ts';
import { endsName, greaterThan, lessThan, startsName } from './bytes.ts';
import { type Reader, Source } from './source.ts';
import { more, readAttributes } from './tag.ts';
import { Tokenizer } from './tokenizer.ts';
import { type XmlEvents, XmlFault } from './events.ts';

/** Events with the bytes that they came from. */
export interface Walker extends XmlEvents {
  /**
   * The bytes of `view` from `start` to `end` are read; called in order and without a gap, after the events that they
   * caused. At most one tag ends in them, and then they end with it. `place` is where they begin in the document as UTF-8.
   */
  pass(view: Buffer, start: number, end: number, place: number): void;
}

const usualSize = 256 * 1024;
const largestSize = 16 * 1024 * 1024;
const burst = 32 * 1024 * 1024;

/**
 * Reads a document to its end, in constant memory, and hands each of its bytes on once. Resolves to the SHA-256 of the
 * bytes as they lie on disk; throws `XmlFault` where the document is not well formed.
 */
export async function walk(reader: Reader, walker: Walker): Promise<string> {
  const source = new Source(reader);
  const steps = new Steps(walker);
  // Thousands of small files must not each leave a large buffer behind.
  let buffer = Buffer.allocUnsafeSlow(Math.min(usualSize, reader.size + 1024));
  let kept = 0;
  for (let pause = burst; ;) {
    const count = source.fill(buffer, kept);
    const end = kept + count;
    const done = steps.take(buffer.subarray(0, end), count === 0);
    if (count === 0) return source.sha256();
    buffer.copyWithin(0, done, end);
    kept = end - done;
    if (kept > buffer.length / 2) buffer = larger(buffer, kept);
    if (source.bytes < pause) continue;
    pause += burst;
    await setImmediate();
  }
}

function larger(buffer: Buffer, kept: number): Buffer<ArrayBuffer> {
  if (buffer.length >= largestSize) throw new XmlFault(`a tag is longer than ${largestSize / 2} bytes`, 0);
  const copy = Buffer.allocUnsafeSlow(buffer.length * 2);
  buffer.copy(copy, 0, 0, kept);
  return copy;
}

/**
 * Feeds the tokenizer up to one `>` at a time. It tells where a tag begins but not where it ends; so fed, no two tags
 * end in one call, and what it has read by then ends with the tag.
 */
class Steps {
  readonly #walker: Walker;
  readonly #tokenizer: Tokenizer;
  readonly #attributes = new Attributes();
  #place = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
    this.#tokenizer = new Tokenizer(walker);
  }

  /** Returns how many bytes of `view` it is done with. */
  take(view: Buffer, last: boolean): number {
    let at = 0;
    for (let from = 0; ;) {
      // Where no `<` comes before it, a `>` ends no tag: logs are full of such.
      const begin = view.indexOf(lessThan, at);
      const found = begin < 0 ? -1 : view.indexOf(greaterThan, Math.max(begin, from));
      const stop = found < 0 ? view.length : found + 1;
      const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
      if (done > 0) this.#walker.pass(view, at, at + done, this.#place);
      this.#place += done;
      at += done;
      if (found < 0 || (stop === view.length && last)) return at;
      from = at === stop ? stop : Math.max(stop, this.#tagEnd(view, at));
      if (from === view.length && at === from) return at;
    }
  }

  /** Where the start tag at `at` ends whose attributes hold a `>`; without this, it would be read again for each of them. */
  #tagEnd(view: Buffer, at: number): number {
    if (view[at] !== lessThan || startsName[view[at + 1] ?? 0] === 0) return at;
    let nameEnd = at + 1;
    while (nameEnd < view.length && endsName[view[nameEnd] ?? 0] === 0) nameEnd += 1;
    const close = readAttributes(view, nameEnd, this.#attributes);
    return close === more ? view.length : close;
  }
}
