import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes } from '../text/index.ts';

/** How often it beats, and after which silence it is dead, in milliseconds. */
const beat = 500;
const silence = 10_000;

/**
 * Shows by a file in a folder that a process is alive; the function that comes back takes that sign away. It is how another
 * process tells whether the number of this one still stands for it: when a process is gone, the system gives its number away.
 */
export function startPulse(folder: string, pid: number): () => void {
  const file = fileOf(folder, pid);
  writeFileSync(file, '');
  const timer = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone, and so is the need for a sign.
      clearInterval(timer);
    }
  }, beat);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

/** Sends a signal to the process that showed its pulse there, and only to that; 0 is none. Answers whether it is alive. */
export function signalTo(folder: string, pid: number, signal: NodeJS.Signals | 0): boolean {
  const { mtimeMs } = statSync(fileOf(folder, pid), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  if (Date.now() - mtimeMs > silence) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function fileOf(folder: string, pid: number): string {
  return join(folder, `pulse-${pid}`);
}

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
