import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect its garbage sooner than it would by itself. An audit reads a file line by line, and what it keeps of that is
 * small; yet with memory to spare V8 lets a heap of 30 MB grow to 250 MB before it looks, and never gives the pages back.
 * `npm run bench:audit` holds the bound.
 *
 * The flags say when V8 collects, and nothing of what a program does: it reads each of them anew whenever it decides, so that
 * they may be set while the program runs. They hold until the process ends, which does nothing after an audit; no other
 * command sets them.
 */
export function keepHeapSmall(): void {
  // The room for young objects stays as it is, and the old ones may grow by a tenth before the next collection.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
  // Collect at once rather than on the side: on a busy machine the heap keeps growing meanwhile.
  setFlagsFromString('--no-incremental-marking');
}
