import { parentPort } from 'node:worker_threads';
import { evaluate, problemsOf } from './evaluate.ts';
import type { Checked, Definition, Evaluation, Problems } from './schema.ts';

export type Task =
  | { readonly asks: 'problems'; readonly of: Checked }
  | { readonly asks: 'evaluation'; readonly of: Definition; readonly data: string; readonly path: string };

export type Answer =
  | { readonly says: 'problems'; readonly problems: Problems }
  | { readonly says: 'evaluation'; readonly evaluation: Evaluation };

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
    case 'evaluation':
      return { says: 'evaluation', evaluation: await evaluate(task.of, task.data, task.path) };
  }
}
