import { expect, test } from 'vitest';
import { openAnswers, withAnswers } from '../../../src/audit/collect/answers.ts';
import type { AnswerFact } from '../../../src/audit/facts/line.ts';
import type { Spool } from '../../../src/audit/lines/write-lines.ts';
import { heldSpool } from '../judge/held-spool.ts';

const answer = (path: string): AnswerFact => ({
  kind: 'answer',
  at: '2026-11-02T12:00:00.000Z',
  request: { method: 'GET', path },
  status: 200,
  headers: {},
  form: 'json',
  masked: false,
  sha256: 'a'.repeat(64),
  body: '{}',
});

test('answers that come at once are written one after the other', async () => {
  const held: AnswerFact[] = [];
  let writing = 0;
  const spool: Spool<AnswerFact> = {
    async add(items) {
      writing += 1;
      expect(writing).toBe(1);
      await new Promise((done) => setTimeout(done, 5));
      held.push(...items);
      writing -= 1;
    },
    async *all() {
      yield* held;
    },
  };
  const answers = openAnswers(spool);
  await Promise.all(['/one', '/two', '/three'].map((path) => answers.add(answer(path))));
  expect(await Array.fromAsync(answers.lines())).toEqual([answer('/one'), answer('/two'), answer('/three')]);
});

test('an answer that could not be kept is a hole, and does not stop who asked', async () => {
  const spool = heldSpool<AnswerFact>();
  const answers = openAnswers({
    ...spool,
    add: (items) => (items[0]?.request.path === '/two' ? Promise.reject(new Error('ENOSPC: no space left')) : spool.add(items)),
  });
  for (const path of ['/one', '/two', '/three']) await answers.add(answer(path));
  const lines = await Array.fromAsync(answers.lines());
  expect(lines).toEqual([
    answer('/one'),
    expect.objectContaining({ kind: 'hole', what: 'answers of GitHub, which the package keeps', why: 'ENOSPC: no space left' }),
  ]);
});

test('the answers come after the facts, also where these end with an error', async () => {
  const answers = openAnswers(heldSpool<AnswerFact>());
  await answers.add(answer('/one'));
  async function* facts(error?: Error): AsyncGenerator<string> {
    yield 'fact';
    if (error !== undefined) throw error;
  }
  expect(await Array.fromAsync(withAnswers(facts(), answers))).toEqual(['fact', answer('/one')]);
  const seen: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const line of withAnswers(facts(new Error('gone')), answers)) seen.push(line);
  };
  await expect(reading()).rejects.toThrow('gone');
  expect(seen).toEqual(['fact', answer('/one')]);
});
