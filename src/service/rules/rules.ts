import { Worker } from 'node:worker_threads';
import { hasCode } from '../../errors/index.ts';
import { inTurns } from '../turns.ts';
import type { Answer, Task } from './rules-thread.ts';
import type { Checked, Definition, Evaluation, Problems } from './schema.ts';

/** A task took too much time or too much memory. */
class Exceeded extends Error {
  override readonly name = 'Exceeded';
}

/** A thread that does one task at a time. After a rejection it cannot be used again. */
interface Thread {
  readonly run: (task: Task) => Promise<Answer>;
  readonly end: () => Promise<void>;
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Starts a thread for rules that others wrote. The thread ends if a task takes longer than `limitMs` after its begin. */
function startThread(limitMs: number): Thread {
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
  return hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY');
}

/** More tasks wait than may. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

const threads = 3;

/** The most threads that one organization has at once: one is always left for the others. */
const mostOfOne = threads - 1;

/** The most tasks that wait for a thread. */
const mostWaiting = 100;

interface Pool {
  /** Throws `Busy`, and the errors of a thread. */
  readonly run: (org: string, task: Task) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Threads start when they are needed, and again after a task that took longer than `limitMs` or too much memory. */
export function openPool(limitMs: number): Pool {
  const turns = inTurns(threads, mostOfOne, mostWaiting, () => new Busy('More evidence is to be judged than can be.'));
  const free: Thread[] = [];
  const busy = new Set<Thread>();
  let isClosed = false;
  const perform = async (task: Task): Promise<Answer> => {
    if (isClosed) throw new Error('The threads of the rules have ended.');
    const thread = free.pop() ?? startThread(limitMs);
    busy.add(thread);
    try {
      const answer = await thread.run(task);
      free.push(thread);
      return answer;
    } finally {
      busy.delete(thread);
    }
  };
  return {
    run: (org, task) => turns(org, () => perform(task)),
    close: async () => {
      isClosed = true;
      await Promise.all([...free, ...busy].map((thread) => thread.end()));
    },
  };
}

/** Runs schemas and rules that users wrote, apart from everything else. No organization waits for the rules of another. */
export interface TypeRules {
  /** The problems of a type's schema and rules, a sentence for each field. Throws `Busy`. */
  readonly problemsOf: (org: string, definition: Checked) => Promise<Problems>;
  /** Evaluates data; `path` says where the data is in the request. Throws `Busy`. */
  readonly evaluate: (org: string, definition: Definition, data: unknown, path: string) => Promise<Evaluation>;
  readonly close: () => Promise<void>;
}

/** How long the rules of one record may take together: many times what honest rules need, because the machine may be busy. */
const limitMs = 5000;

export function openTypeRules(): TypeRules {
  const pool = openPool(limitMs);
  return {
    async problemsOf(org, of) {
      if (of.schema === undefined && of.rules.length === 0 && of.expressions.length === 0) return {};
      try {
        const answer = await pool.run(org, { asks: 'problems', of });
        return answer.says === 'problems' ? answer.problems : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { [of.rules.length > 0 ? 'evaluator.rules' : 'type_schema']: `cannot be checked: ${error.message}.` };
      }
    },
    async evaluate(org, of, data, path) {
      if (of.schema === undefined && of.rules.length === 0) return { outcome: 'evaluated', compliant: true };
      try {
        const answer = await pool.run(org, { asks: 'evaluation', of, data: JSON.stringify(data), path });
        return answer.says === 'evaluation' ? answer.evaluation : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { outcome: 'unreadable', problems: { [path]: `cannot be judged by its type: ${error.message}.` } };
      }
    },
    close: () => pool.close(),
  };
}

function crossed(): never {
  throw new Error('The thread of the rules answered another question.');
}
