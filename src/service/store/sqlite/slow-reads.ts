import { Worker } from 'node:worker_threads';
import { Damage } from '../damage.ts';
import type { Engine } from '../sql/engine.ts';
import { inTurns } from '../sql/in-turns.ts';
import type { Row, Statement, Steps } from '../sql/statement.ts';
import { plain } from './connection.ts';
import type { Answer } from './reading-thread.ts';

/** Threads at once: a statement in this thread would hold up everybody. One organization has one at a time. */
const threads = 2;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const [begin, rollback] = [plain('begin'), plain('rollback')];

export interface SlowReads {
  readonly read: Engine['readSlowly'];
  readonly close: () => Promise<void>;
}

/** Reads in threads of their own, which start when they are needed. */
export function slowReads(file: string): SlowReads {
  const turns = inTurns(threads, 1);
  const free: Worker[] = [];
  const all = new Set<Worker>();

  function start(): Worker {
    const worker = new Worker(new URL(`./reading-thread.${extension}`, import.meta.url), { workerData: file, env: {}, execArgv: [] });
    // An idle thread does not keep the program running.
    worker.unref();
    worker.on('error', () => {});
    worker.once('exit', () => all.delete(worker));
    all.add(worker);
    return worker;
  }

  /** One that has ended meanwhile is not taken again. */
  function nextFree(): Worker | undefined {
    for (let worker = free.pop(); worker !== undefined; worker = free.pop()) if (all.has(worker)) return worker;
    return undefined;
  }

  async function readOn<Result>(body: () => Steps<Result>): Promise<Result> {
    const worker = nextFree() ?? start();
    await ask(worker, begin);
    try {
      return await drive(worker, body());
    } finally {
      if (all.has(worker)) {
        await ask(worker, rollback);
        free.push(worker);
      }
    }
  }

  return {
    read: (body, org) => turns(org, () => readOn(body)),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

async function drive<Result>(worker: Worker, body: Steps<Result>): Promise<Result> {
  let step = body.next();
  while (step.done !== true) {
    let rows: readonly Row[];
    try {
      rows = await ask(worker, step.value);
      step.value.answer?.(rows);
    } catch (error) {
      step = body.throw(error);
      continue;
    }
    step = body.next(rows);
  }
  return step.value;
}

function ask(worker: Worker, { args, sql }: Statement): Promise<readonly Row[]> {
  const { promise, reject, resolve } = Promise.withResolvers<readonly Row[]>();
  const ended = () => reject(new Error('A thread that reads has ended.'));
  worker.once('exit', ended);
  worker.once('message', (answer: Answer) => {
    worker.off('exit', ended);
    if ('rows' in answer) resolve(answer.rows);
    else reject(answer.isDamage ? new Damage(answer.problem) : new Error(answer.problem));
  });
  // While somebody waits for an answer, the program runs on.
  worker.ref();
  worker.postMessage({ sql, args });
  return promise.finally(() => worker.unref());
}
