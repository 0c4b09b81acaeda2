import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/service/rules/evaluate.ts';
import { problems } from './care/tamper.ts';
import { field, token, world, type World } from './support.ts';
import { attestPerson, errorsOf, evaluatedBy, make } from './types-support.ts';

/** JSON with numbers that are sent as they are written here. */
const written = (text: string): unknown => JSON.rawJSON(text);
const large = written('9007199254740993');
const recorded = async (it: World): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${it.service.url}/api/v2/attestations/acme`, { headers })).text();
};

describe('an integer that no double can hold', () => {
  test('reaches no rule that compares with it, and the answer names its place and the way out', async () => {
    const it = await world();
    await make(it, evaluatedBy('.builds[0].id == 9007199254740992'));
    expect(errorsOf(await attestPerson(it, { builds: [{ id: large }] }))).toEqual([
      400,
      {
        'attestation_data.builds[0].id': expect.stringMatching(/^9007199254740993 is an integer that a rule compares.*send it as text\.$/),
      },
    ]);
    expect((await attestPerson(it, { builds: [{ id: '9007199254740993' }] })).status).toBe(201);
  });

  test('is stored as it came where no rule uses it, in the data and in what goes with it', async () => {
    const it = await world();
    await make(it, evaluatedBy('.age > 21', '.builds | length == 1'));
    const data = { age: 22, builds: [{ id: large, ratio: written('0.12345678901234567891') }] };
    expect((await attestPerson(it, data)).status).toBe(201);
    const generic = {
      attestation_name: 'note',
      is_compliant: true,
      user_data: { run: written('-12345678901234567890'), z: 1, a: [large] },
    };
    expect((await it.form('POST', '/attestations/acme/f/trail/t/generic', generic)).status).toBe(201);
    const text = await recorded(it);
    expect(text).toContain('"attestation_data":{"age":22,"builds":[{"id":9007199254740993,"ratio":0.12345678901234567891}]}');
    expect(text).toContain('"user_data":{"a":[9007199254740993],"run":-12345678901234567890,"z":1}');
    expect(await problems(it.dataDir)).toBe('');
    const later = await it.restart();
    expect((await recorded(later)).replaceAll(later.service.url, '')).toBe(text.replaceAll(it.service.url, ''));
  });

  test('is told apart from its neighbour where a request comes again', async () => {
    const it = await world();
    await make(it);
    const send = (id: string) => attestPerson(it, { id: written(id) }, 'person', { 'idempotency-key': 'the-same' });
    const answers = [await send('9007199254740993'), await send('9007199254740993'), await send('9007199254740992')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 422]);
  });
});

describe('a schema', () => {
  const judged = async (schema: object, data: string): Promise<unknown> => {
    const result = await evaluate({ schema: JSON.stringify(schema), rules: [] }, data, 'data');
    return result.outcome === 'evaluated' ? result.compliant : result.problems;
  };
  const n = (keywords: object) => ({ properties: { n: keywords } });

  test.each([
    n({ maximum: 9007199254740992 }),
    n({ exclusiveMinimum: 9007199254740992 }),
    n({ multipleOf: 2 }),
    n({ const: 9007199254740992 }),
    n({ enum: ['a', 9007199254740992] }),
    n({ anyOf: [{ type: 'string' }, { $ref: '#/$defs/low' }] }),
  ])('judges no integer that no double can hold: %j', async (schema) => {
    const whole = { ...schema, $defs: { low: { maximum: 9007199254740992 } } };
    const problems = await judged(whole, '{"n":9007199254740993}');
    expect(problems).toEqual({ 'data.n': expect.stringMatching(/^9007199254740993 is an integer that the schema .*: send it as text\.$/) });
    expect(await judged(n({ minimum: 5 }), '{"n":1e400}')).toEqual({ 'data.n': expect.stringMatching(/^1e400 is an integer that/) });
    expect(await judged(n({ uniqueItems: true }), '{"n":[9007199254740993,9007199254740992]}')).toHaveProperty(['data.n[0]']);
  });

  test('judges all else in data with such an integer', async () => {
    const schema = { properties: { n: { type: 'integer' }, kind: { enum: ['a1', 'b'] }, lines: { minimum: 10 } }, required: ['n'] };
    expect(await judged(schema, '{"n":9007199254740993,"kind":"a1","lines":11}')).toBe(true);
    expect(await judged(schema, '{"n":9007199254740993,"lines":9}')).toEqual({ 'data.lines': 'must be >= 10.' });
    expect(await judged(schema, '{"n":9007199254740993,"kind":"c"}')).toHaveProperty(['data.kind']);
  });

  test('is refused where it holds such an integer itself, or a keyword that is none; a stored one goes on', async () => {
    const it = await world();
    const refusal = async (schema: string) => field((await make(it, {}, schema)).body, 'errors');
    expect(await refusal('{"maximum":9007199254740993}')).toEqual({ type_schema: expect.stringContaining('9007199254740993') });
    expect(await refusal('{"properties":{"a":{"type":"string","nullable":true}}}')).toEqual({
      type_schema: expect.stringMatching(/^nullable is no keyword/),
    });
    expect(await refusal('{"properties":{"nullable":{"type":"string"}}}')).toBeUndefined();
    const stored = { properties: { a: { type: 'string', nullable: true } } };
    expect(await judged(stored, '{"a":null}')).toBe(true);
  });
});

describe('rules', () => {
  const data = '{"n":9007199254740993,"m":9007199254740992,"list":[{"id":12345678901234567890,"ok":true},{"id":1,"ok":false}],"e":1e23}';
  const evaluated = async (rule: string): Promise<unknown> => {
    const result = await evaluate({ schema: undefined, rules: ['true', rule] }, data, 'data');
    return result.outcome === 'evaluated' ? result.compliant : Object.keys(result.problems);
  };

  test.each([
    ['.n == 1', 'data.n'],
    ['.n != 1', 'data.n'],
    ['1 < .n', 'data.n'],
    ['.n <= 1', 'data.n'],
    ['.n > 1', 'data.n'],
    ['.n >= 1', 'data.n'],
    ['.e > 1', 'data.e'],
    ['.n + 1 | true', 'data.n'],
    ['.n - 1 | true', 'data.n'],
    ['2 * .n | true', 'data.n'],
    ['.n / 2 | true', 'data.n'],
    ['.n % 2 | true', 'data.n'],
    ['-.n | true', 'data.n'],
    ['.n += 1 | true', 'data.n'],
    ['.list == [1]', 'data.list[0].id'],
    ['.list | map(.id) | any(. == 5)', 'data.list[0].id'],
    ['.list | map(.id) | IN([5])', 'data.list[0].id'],
    ['(.list | map(.id)) - [5] | true', 'data.list[0].id'],
    ['.list | map(.id) | add > 1', 'data.list[0].id'],
    ['.list | map(.id) | sort | true', 'data.list[0].id'],
    ['.list | map(.id) | max > 1', 'data.list[0].id'],
    ['.list | map(.id) | unique | length == 2', 'data.list[0].id'],
    ['.list | sort_by(.id) | true', 'data.list[0].id'],
    ['.list | group_by(.id) | length == 2', 'data.list[0].id'],
    ['.list | map(.id) | index(5) == null', 'data.list[0].id'],
    ['.list | map(.id) | contains([5]) | not', 'data.list[0].id'],
    ['.n | floor | true', 'data.n'],
    ['.n | length | true', 'data.n'],
    ['pow(.n; 2) | true', 'data.n'],
    ['fma(1; 2; .n) | true', 'data.n'],
    ['[range(.n; .n)] | true', 'data.n'],
    ['.n as $x | [limit(1; .list[] | select(.id == $x))] | true', 'data.list[0].id'],
    ['(.n > 1)? // true', 'data.n'],
    ['try (.n > 1) catch true', 'data.n'],
    ['def f: .n > 1; f', 'data.n'],
  ])('that use it fail, and nothing catches that: %s', async (rule, path) => {
    expect(await evaluated(rule)).toEqual([path]);
  });

  test.each([
    '.m == 9007199254740992',
    '.n | type == "number"',
    '.n | tostring == "9007199254740993"',
    '.n | tojson | length == 16',
    '.list | length == 2',
    '.list != []',
    '.list != null',
    '.list | map(.ok) | any',
    '[.list[] | select(.ok)] | length == 1',
    '.list | sort_by(.ok) | length == 2',
    '(.list + [{}]) | length == 3',
    'has("n")',
    '[.n] | sort | length == 1',
    '.list[1].id + 1 == 2',
    '[.list[1].id, 2] | max == 2',
    'to_entries | length == 4',
    '[1, 2] - [2] == [1]',
    '"ab" * 2 == "abab"',
    '[1, 2] | add == 3',
    '["b", "a"] | sort == ["a", "b"]',
    '[(1, 2) + (10, 20)] == [11, 12, 21, 22]',
    '-(1) == -1 and 7 % 4 == 3 and 8 / 4 == 2 and 3 - 1 == 2',
    '2 | IN(1, 2)',
    '[3, 1] | min == 1 and index(3) == 0 and contains([1])',
    'pow(2; 3) == 8 and (4 | sqrt) == 2 and fma(2; 3; 4) == 10 and [range(0; 4; 2)] == [0, 2]',
    '[[1, "a"], [1, "b"]] | group_by(.[0]) | length == 1',
  ])('that do not are evaluated as ever: %s', async (rule) => {
    expect(await evaluated(rule)).toBe(true);
  });
});
