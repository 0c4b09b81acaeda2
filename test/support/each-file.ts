import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { endFile } from './file-end.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds of processors that a test took, with its hooks and the processes that it started: waiting for one takes none. */
    processors?: number;
  }
}

if (process.platform === 'linux') {
  let before = 0;
  beforeEach(() => void (before = processorTime()));
  afterEach(({ task }) => void (task.meta.processors = processorTime() - before));
}
afterAll(endFile);

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  // Behind the name: the hundredths of a second of processes that ended and were waited for.
  const stat = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (user + system) / 1000 + 10 * (Number(stat[13]) + Number(stat[14]));
}
