import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect its garbage sooner than it would by itself. An audit reads a file line by line, and what it keeps of that is
 * small; yet with memory to spare V8 lets a heap of 30 MB grow to 250 MB before it looks, and never gives the pages back. Both
 * numbers are read anew at each collection, so that they may be set while the program runs. `npm run bench:audit` holds the bound.
 */
export function keepHeapSmall(): void {
  // The room for young objects stays as it is, and the old ones may grow by half before they are looked at again.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
