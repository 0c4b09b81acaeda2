import { ftruncateSync, writeSync } from 'node:fs';
import { isSpace } from './bytes.ts';

/** A file being written of which the end can be taken back: what comes later decides whether a test case stays. */
export class Target {
  readonly #descriptor: number;
  readonly #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  /** Bytes in the file that count; what lies behind them is written over. */
  #flushed = 0;
  #used = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(from: Buffer, start: number, end: number): void {
    if (this.#used + end - start > this.#buffer.length) this.#flush();
    if (end - start > this.#buffer.length) this.#put(from, start, end);
    else this.#used += from.copy(this.#buffer, this.#used, start, end);
  }

  /** The place behind the last byte that is no white space, as far back as is still in memory. */
  get contentEnd(): number {
    let end = this.#used;
    while (end > 0 && isSpace(this.#buffer[end - 1])) end -= 1;
    return this.#flushed + end;
  }

  /** Takes back everything from a place on. */
  rewind(place: number): void {
    this.#used = Math.max(0, place - this.#flushed);
    this.#flushed = Math.min(this.#flushed, place);
  }

  /** Writes what is left, and returns the size of the file. */
  finish(): number {
    this.#flush();
    ftruncateSync(this.#descriptor, this.#flushed);
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
