import { expect, test } from 'vitest';
import { field, world, type Answer, type World } from './support.ts';

// Rules that users write must not stall the service, nor end it: others are answered meanwhile, and the next rules are evaluated.

const path = '/custom-attestation-types/acme';

async function make(it: World, name: string, rules: readonly string[], schema?: unknown): Promise<Answer> {
  const upload = schema === undefined ? undefined : { field: 'type_schema', name: 's.json', content: JSON.stringify(schema) };
  return await it.form('POST', path, { name, evaluator: { rules } }, upload);
}

const attest = (it: World, type_name: string, attestation_data: unknown): Promise<Answer> =>
  it.form('POST', '/attestations/acme/f/trail/t/custom', { attestation_name: 'x', type_name, attestation_data });

/** The longest that the service takes to answer somebody else while something is under way, in milliseconds. */
async function longestWait(it: World, during: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const ended = during.finally(() => (state.isOver = true));
  let longest = 0;
  while (!state.isOver) {
    const since = performance.now();
    expect((await it.get('/ready')).status).toBe(200);
    longest = Math.max(longest, performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await ended;
  return longest;
}

const tooLong = /takes longer than 5 s/;
const tooMuch = /more memory|takes longer than 5 s/;

test.each([
  ['a list without end', ['[range(1e12)] | true'], undefined, 1, tooMuch],
  ['a loop without end', ['def f: f; f'], undefined, 1, tooLong],
  ['a recursion without end', ['def f: 1 + f; f'], undefined, 1, tooMuch],
  ['a text without end', ['[limit(1e9; repeat("a" * 1e6))] | true'], undefined, 1, tooMuch],
  ['words to the log without end', ['range(1e12) | debug | true'], undefined, 1, tooMuch],
  [
    'a pattern that tries everything',
    ['test("^(a+)+$")'],
    undefined,
    `${'a'.repeat(60)}!`,
    /takes longer than 5 s|more memory|retry-limit|regex/i,
  ],
  ['a schema with such a pattern', [], { pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, tooLong],
] as const)("%s ends with a refusal, and is in nobody's way", async (_, rules, schema, data, sentence) => {
  const it = await world();
  expect((await make(it, 'hostile', rules, schema)).status).toBe(201);
  expect((await make(it, 'honest', ['.ok'])).status).toBe(201);
  const since = performance.now();
  const hostile = attest(it, 'hostile', data);
  const honest = attest(it, 'honest', { ok: true });
  const longest = await longestWait(it, hostile);
  const answer = await hostile;
  expect([answer.status, field(answer.body, 'errors.attestation_data')]).toEqual([400, expect.stringMatching(sentence)]);
  expect(performance.now() - since).toBeLessThan(30_000);
  expect(longest).toBeLessThan(1500);
  expect((await honest).status).toBe(201);
  expect((await attest(it, 'honest', { ok: true })).status).toBe(201);
  expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 2);
  expect(it.log).toEqual([]);
});

/** A small schema that has no end once each reference is put in its place. */
const growing = {
  $ref: '#/$defs/a0',
  $defs: Object.fromEntries(
    Array.from({ length: 300 }, (_, from) => [
      `a${from}`,
      { anyOf: Array.from({ length: 20 }, (__, to) => ({ $ref: `#/$defs/a${(from * 7 + to) % 300}` })) },
    ]),
  ),
};

test('a schema that grows while it is compiled holds nobody up, whether it is done in its time or not', async () => {
  const it = await world();
  const made = make(it, 'hostile', [], growing);
  expect(await longestWait(it, made)).toBeLessThan(1500);
  const { body, status } = await made;
  const why = JSON.stringify(field(body, 'errors') ?? {});
  expect(status === 201 || (status === 400 && /takes longer than 5 s|more memory|call stack/.test(why)), `${status} ${why}`).toBe(true);
  expect((await make(it, 'honest', ['.ok'])).status).toBe(201);
});

test('more evidence at once than can wait is sent away for a moment, and none is lost or recorded without an evaluation', async () => {
  const it = await world();
  await make(it, 'honest', ['.ok']);
  await make(it, 'slow', ['def f: f; f']);
  const slow = [attest(it, 'slow', 1), attest(it, 'slow', 1)];
  const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => attest(it, 'honest', { ok: index % 2 === 0 })));
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(new Set(statuses.keys())).toEqual(new Set([201, 503]));
  await Promise.all(slow);
  const { body } = await it.get('/attestations/acme?per_page=100');
  expect(field(body, 'pagination.total') ?? Object.keys(Object(field(body, 'data'))).length).toBe(statuses.get(201));
  for (let index = 0; index < Number(statuses.get(201)); index += 1) {
    expect(field(body, `data.${index}.is_compliant`)).toBe(field(body, `data.${index}.attestation_data.ok`));
  }
}, 60_000);
