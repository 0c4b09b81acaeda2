import { apostrophe, greaterThan, lessThan, quotation } from './bytes.ts';
import type { Entities } from './entities.ts';

const comment = Buffer.from('<!--');
const commentEnd = Buffer.from('-->');
const percent = 0x25;
/** Most bytes that are kept of one declaration. */
const longestDeclaration = 8192;

/** Reads a DOCTYPE with its internal subset for the names of entities; nothing of it is ever expanded or fetched. */
export class Doctype {
  readonly #entities: Entities;
  #quote = 0;
  #inSubset = false;
  #inComment = false;
  /** Inside of a declaration of the subset, or of the DOCTYPE's own head. */
  #inDeclaration = true;
  /** The part of the declaration from earlier windows, as Latin-1. */
  #kept = '';
  isOver = false;

  constructor(entities: Entities) {
    this.#entities = entities;
  }

  /** Goes on from `at` and returns how far it came; what it leaves needs more bytes, or follows the DOCTYPE. */
  skip(view: Buffer, at: number, last: boolean): number {
    let place = at;
    let from = at;
    while (place < view.length) {
      if (this.#inComment) {
        const end = view.indexOf(commentEnd, place);
        if (end < 0) return last ? view.length : Math.max(place, view.length - 2);
        this.#inComment = false;
        place = end + 3;
        continue;
      }
      const byte = view[place];
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === quotation || byte === apostrophe) {
        this.#quote = byte;
      } else if (byte === lessThan && this.#inSubset) {
        if (place + 4 > view.length && !last) break;
        if (view.subarray(place, place + 4).equals(comment)) {
          this.#inComment = true;
          place += 4;
          continue;
        }
        this.#inDeclaration = true;
        this.#kept = '';
        from = place;
      } else if (byte === 0x5b) {
        if (!this.#inSubset) this.#endHead(view, from, place);
        this.#inSubset = true;
      } else if (byte === 0x5d) {
        this.#inSubset = false;
      } else if (byte === greaterThan && this.#inSubset) {
        this.#keep(view, from, place + 1);
        this.#entities.declare(this.#kept);
        this.#inDeclaration = false;
        this.#kept = '';
      } else if (byte === greaterThan) {
        this.#endHead(view, from, place);
        this.isOver = true;
        return place + 1;
      } else if (byte === percent && !this.#inDeclaration) {
        this.#entities.leaveOpen();
      }
      place += 1;
    }
    if (this.#inDeclaration) this.#keep(view, from, place);
    return place;
  }

  /** A file that it names outside may declare anything. */
  #endHead(view: Buffer, from: number, end: number): void {
    if (!this.#inDeclaration) return;
    this.#keep(view, from, end);
    if (/\s(?:SYSTEM|PUBLIC)\s/i.test(this.#kept)) this.#entities.leaveOpen();
    this.#inDeclaration = false;
    this.#kept = '';
  }

  #keep(view: Buffer, from: number, end: number): void {
    const room = longestDeclaration - this.#kept.length;
    this.#kept += view.toString('latin1', from, Math.min(end, from + room));
  }
}
