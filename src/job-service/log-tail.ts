import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bytes } from '../text/index.ts';

/** The log of the service, in its folder. */
export const logFile = 'service.log';

/** How much of a log is shown, in bytes. */
const longest = 64 * 1024;

/** The last lines of a file, whose first says what was left out; none where there is no such file. */
export function lastLines(file: string): readonly string[] {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(handle);
    const start = Math.max(0, size - longest);
    const buffer = Buffer.alloc(size - start);
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, start));
    const lines = text.split('\n').filter((line) => line !== '');
    return start === 0 ? lines : [`(${bytes(start)} before this are left out)`, ...lines.slice(1)];
  } finally {
    closeSync(handle);
  }
}
