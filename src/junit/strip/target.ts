import { writeSync } from 'node:fs';
import { isSpace } from '../../xml/index.ts';

const largestBuffer = 64 * 1024;

/** A piece of a file being written. Its end can be taken back: later bytes decide whether a test case stays. */
export class Target {
  readonly #descriptor: number;
  readonly #buffer: Buffer;
  /** The end of the bytes in the file that count; later bytes are written over. */
  #flushed: number;
  #used = 0;

  /** Writes from the place `start` of a file on. `expected` is about how many bytes will come. */
  constructor(descriptor: number, start: number, expected = largestBuffer) {
    this.#descriptor = descriptor;
    this.#flushed = start;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(largestBuffer, expected));
  }

  write(from: Buffer, start: number, end: number): void {
    if (this.#used + end - start > this.#buffer.length) this.#flush();
    if (end - start > this.#buffer.length) this.#put(from, start, end);
    else this.#used += from.copy(this.#buffer, this.#used, start, end);
  }

  /** The place after the last byte that is not white space, as far back as the memory goes. */
  get contentEnd(): number {
    let end = this.#used;
    while (isSpace(this.#buffer[end - 1])) end -= 1;
    return this.#flushed + end;
  }

  /** Takes back everything from a place on. */
  rewind(place: number): void {
    this.#used = Math.max(0, place - this.#flushed);
    this.#flushed = Math.min(this.#flushed, place);
  }

  /** Writes the rest, and returns the place after it: later bytes in the file do not belong to it. */
  finish(): number {
    this.#flush();
    return this.#flushed;
  }

  #flush(): void {
    this.#put(this.#buffer, 0, this.#used);
    this.#used = 0;
  }

  #put(from: Buffer, start: number, end: number): void {
    for (let at = start; at < end;) {
      const count = writeSync(this.#descriptor, from, at, end - at, this.#flushed);
      at += count;
      this.#flushed += count;
    }
  }
}
