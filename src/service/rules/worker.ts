import { parentPort } from 'node:worker_threads';
import type { Checked, Definition } from './definition.ts';
import { problemsOf, verdictOf } from './judge.ts';

/** What the thread is asked. */
export type Task =
  | { readonly asks: 'problems'; readonly of: Checked }
  | { readonly asks: 'verdict'; readonly of: Definition; readonly data: string; readonly path: string };

// The thread answers one question after the other; who asks ends it when an answer takes too long.
parentPort?.on('message', (task: Task) => {
  const answer = task.asks === 'problems' ? problemsOf(task.of) : verdictOf(task.of, task.data, task.path);
  answer.then(
    (value) => parentPort?.postMessage(value),
    (error: unknown) => {
      throw error;
    },
  );
});
parentPort?.postMessage('ready');
