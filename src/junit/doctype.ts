import { apostrophe, greaterThan, lessThan, quotation } from './bytes.ts';

const comment = Buffer.from('<!--');
const commentEnd = Buffer.from('-->');

/** Skips a DOCTYPE with its internal subset, declaring nothing: no entity of it is ever expanded or fetched. */
export class Doctype {
  #quote = 0;
  #inSubset = false;
  #inComment = false;
  isOver = false;

  /** Goes on from `at` and returns how far it came; what it leaves needs more bytes, or follows the DOCTYPE. */
  skip(view: Buffer, at: number, last: boolean): number {
    let place = at;
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
        if (place + 4 > view.length && !last) return place;
        if (view.subarray(place, place + 4).equals(comment)) {
          this.#inComment = true;
          place += 4;
          continue;
        }
      } else if (byte === 0x5b) {
        this.#inSubset = true;
      } else if (byte === 0x5d) {
        this.#inSubset = false;
      } else if (byte === greaterThan && !this.#inSubset) {
        this.isOver = true;
        return place + 1;
      }
      place += 1;
    }
    return place;
  }
}
