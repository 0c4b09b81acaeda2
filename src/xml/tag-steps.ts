import { Attributes } from './attributes.ts';
import { endsName, greaterThan, lessThan, startsName } from './bytes.ts';
import { more, readAttributes } from './tag.ts';
import { Tokenizer } from './tokenizer.ts';
import type { XmlEvents } from './events.ts';
import type { Scanner } from './window.ts';

/** Events with the bytes that they came from. */
export interface ByteEvents extends XmlEvents {
  /**
   * The bytes of `view` from `start` to `end` are read; called in order and without a gap, after the events that they
   * caused. At most one tag ends in them, and then they end with it. `place` is where they begin in the document as UTF-8.
   */
  pass(view: Buffer, start: number, end: number, place: number): void;
}

/**
 * Hands each byte of a document on once. It feeds the tokenizer up to one `>` at a time: that tells where a tag begins but
 * not where it ends; so fed, no two tags end in one call, and what it has read by then ends with the tag.
 */
export class TagSteps implements Scanner {
  readonly #events: ByteEvents;
  readonly #tokenizer: Tokenizer;
  readonly #attributes = new Attributes();
  #place = 0;
  /** No value is cut: every byte is to be handed on. */
  readonly openValue = -1;

  constructor(events: ByteEvents) {
    this.#events = events;
    this.#tokenizer = new Tokenizer(events);
  }

  get place(): number {
    return this.#place;
  }

  dropped(): void {}

  scan(view: Buffer, last: boolean): number {
    let at = 0;
    for (let from = 0; ;) {
      // Where no `<` comes before it, a `>` ends no tag: logs are full of such.
      const begin = view.indexOf(lessThan, at);
      const found = begin < 0 ? -1 : view.indexOf(greaterThan, Math.max(begin, from));
      const stop = found < 0 ? view.length : found + 1;
      const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
      if (done > 0) this.#events.pass(view, at, at + done, this.#place);
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
