import type { Checked, Definition, Problems, Verdict } from './definition.ts';
import { Exceeded, startThread, type Thread } from './thread.ts';
import type { Answer, Task } from './worker.ts';

/** Runs schemas and rules that users wrote, away from everything else. */
export interface Rules {
  /** What is wrong with what a type would judge by, a sentence for each field. Throws `Busy`. */
  readonly problemsOf: (definition: Checked) => Promise<Problems>;
  /** Judges data; `path` is where the data is in what was sent. Throws `Busy`. */
  readonly verdictOf: (definition: Definition, data: unknown, path: string) => Promise<Verdict>;
  readonly close: () => Promise<void>;
}

/** More is to be judged than can be. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/** Threads at once, so that one slow rule is not in the way of all others. */
const lanes = 2;

/** Tasks that wait for one thread at most. */
const mostWaiting = 50;

/** How long the rules of one record may take, all together: many times what honest ones need, for the machine may be busy. */
const limitMs = 5000;

/** Threads start with the first task, and again after one that took too much. */
export function openRules(): Rules {
  const all = Array.from({ length: lanes }, openLane);
  const run = (task: Task): Promise<Answer> => all.reduce((least, lane) => (lane.waiting() < least.waiting() ? lane : least)).run(task);
  return {
    async problemsOf(of) {
      if (of.schema === undefined && of.rules.length === 0 && of.expressions.length === 0) return {};
      try {
        const answer = await run({ asks: 'problems', of });
        return answer.says === 'problems' ? answer.problems : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { [of.rules.length > 0 ? 'evaluator.rules' : 'type_schema']: `cannot be checked: ${error.message}.` };
      }
    },
    async verdictOf(of, data, path) {
      if (of.schema === undefined && of.rules.length === 0) return { outcome: 'judged', compliant: true };
      try {
        const answer = await run({ asks: 'verdict', of, data: JSON.stringify(data), path });
        return answer.says === 'verdict' ? answer.verdict : crossed();
      } catch (error) {
        if (!(error instanceof Exceeded)) throw error;
        return { outcome: 'unreadable', problems: { [path]: `cannot be judged by its type: ${error.message}.` } };
      }
    },
    async close() {
      await Promise.all(all.map((lane) => lane.close()));
    },
  };
}

function crossed(): never {
  throw new Error('The thread of the rules answered another question.');
}

interface Lane {
  readonly waiting: () => number;
  readonly run: (task: Task) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** One thread, and the tasks that wait for it, one after the other. */
function openLane(): Lane {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const once = async (task: Task): Promise<Answer> => {
    const current = (thread ??= startThread(limitMs));
    try {
      return await current.run(task);
    } catch (error) {
      thread = undefined;
      throw error;
    }
  };
  return {
    waiting: () => count,
    async run(task) {
      if (count >= mostWaiting) throw new Busy('More evidence is to be judged than can be.');
      count += 1;
      const answer = last.then(() => once(task));
      last = answer.catch(() => {});
      try {
        return await answer;
      } finally {
        count -= 1;
      }
    },
    async close() {
      await thread?.end();
    },
  };
}
