import { Worker } from 'node:worker_threads';
import type { Answer, Task } from './rules-thread.ts';

/** A task took too much time or too much memory. */
export class Exceeded extends Error {
  override readonly name = 'Exceeded';
}

/** A thread that does one task at a time. After a rejection it cannot be used again. */
export interface Thread {
  readonly run: (task: Task) => Promise<Answer>;
  readonly end: () => Promise<void>;
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Starts a thread for rules that others wrote. The thread ends if a task takes longer than `limitMs` after its begin. */
export function startThread(limitMs: number): Thread {
  const worker = new Worker(new URL(`./rules-thread.${extension}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    // The rules see neither the settings of the service nor its log.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  // An idle thread does not keep the program running.
  worker.unref();
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', (error) => reject(isOutOfMemory(error) ? new Exceeded('it needs more memory than there is for it') : error));
    worker.once('exit', () => reject(new Error('The thread of the rules has ended.')));
  });
  failed.catch(() => {});
  const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()));
  const next = () => new Promise<Answer>((resolve) => worker.once('message', (answer: Answer) => resolve(answer)));
  return {
    async run(task) {
      await Promise.race([ready, failed]);
      const answer = next();
      worker.postMessage(task);
      const limit = timeLimit(limitMs);
      try {
        return await Promise.race([answer, failed, limit.passed]);
      } catch (error) {
        void worker.terminate();
        throw error;
      } finally {
        limit.clear();
      }
    },
    async end() {
      await worker.terminate();
    },
  };
}

function timeLimit(limitMs: number): { readonly passed: Promise<never>; readonly clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    // An answer that came while this thread was busy is in time.
    timer = setTimeout(() => setImmediate(() => reject(new Exceeded(`it takes longer than ${limitMs / 1000} s`))), limitMs);
  });
  passed.catch(() => {});
  return { passed, clear: () => clearTimeout(timer) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
