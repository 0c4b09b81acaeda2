import { parentPort } from 'node:worker_threads';
import type { Checked, Definition, Problems, Verdict } from './definition.ts';
import { problemsOf, verdictOf } from './judge.ts';

/** A question to the thread. */
export type Task =
  | { readonly asks: 'problems'; readonly of: Checked }
  | { readonly asks: 'verdict'; readonly of: Definition; readonly data: string; readonly path: string };

/** An answer of the thread. */
export type Answer = { readonly says: 'problems'; readonly problems: Problems } | { readonly says: 'verdict'; readonly verdict: Verdict };

// The thread answers one question after the other. The asker ends the thread if an answer takes too long.
parentPort?.on('message', (task: Task) => {
  answerTo(task).then(
    (value) => parentPort?.postMessage(value),
    (error: unknown) => {
      throw error;
    },
  );
});
parentPort?.postMessage('ready');

async function answerTo(task: Task): Promise<Answer> {
  switch (task.asks) {
    case 'problems':
      return { says: 'problems', problems: await problemsOf(task.of) };
    case 'verdict':
      return { says: 'verdict', verdict: await verdictOf(task.of, task.data, task.path) };
  }
}
