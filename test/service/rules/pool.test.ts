import { expect, onTestFinished, test } from 'vitest';
import type { Answer, Task } from '../../../src/service/rules/rules-thread.ts';
import { Busy, openPool } from '../../../src/service/rules/rules.ts';

const evaluation = (rule: string, data: string): Task => ({
  asks: 'evaluation',
  of: { schema: undefined, rules: [rule] },
  data,
  path: 'data',
});
const looping = evaluation('def f: f; f', '1');
const honest = evaluation('.', 'true');
const compliant: Answer = { says: 'evaluation', evaluation: { outcome: 'evaluated', compliant: true } };

/** A pool on which an organization has endless tasks, none of which ends while the test runs, and the outcomes of the tasks. */
function stalled(count: number): { readonly pool: ReturnType<typeof openPool>; readonly ended: readonly unknown[] } {
  const pool = openPool(600_000);
  const ended: unknown[] = [];
  onTestFinished(() => pool.close());
  for (let begun = 0; begun < count; begun += 1) {
    pool.run('acme', looping).then(
      (answer) => ended.push(answer),
      (error: unknown) => ended.push(error),
    );
  }
  return { pool, ended };
}

test('an organization never has all threads: another waits for none of its tasks', async () => {
  const { ended, pool } = stalled(24);
  expect(await Promise.all([pool.run('globex', honest), pool.run('initech', honest)])).toEqual([compliant, compliant]);
  expect(await pool.run('globex', honest)).toEqual(compliant);
  expect(ended).toEqual([]);
});

test('where too many wait, those are sent away who have most waiting', async () => {
  const { ended, pool } = stalled(105);
  expect(await pool.run('globex', honest)).toEqual(compliant);
  // Two have a thread and a hundred wait.
  expect(ended).toHaveLength(3);
  expect(ended.every((each) => each instanceof Busy)).toBe(true);
});

test('a pool that was closed begins nothing of what waits', async () => {
  const { ended, pool } = stalled(2);
  expect(await pool.run('globex', honest)).toEqual(compliant);
  const begun: unknown[] = [];
  pool.run('acme', honest).then(
    (answer) => begun.push(answer),
    (error: unknown) => begun.push(error),
  );
  await pool.close();
  // Another pool needs as long for the same, and longer.
  const other = stalled(2).pool;
  expect(await other.run('globex', honest)).toEqual(compliant);
  expect([ended.length, begun]).toEqual([2, [new Error('The threads of the rules have ended.')]]);
});
