import { array, assert, constantFrom, jsonValue, letrec, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonProblem, type JsonBounds } from '../../src/text/json-text.ts';

const wide: JsonBounds = { depth: 64, values: 1e6, names: 1e6 };

describe('a name that an object has twice', () => {
  test.each([
    ['{"failures":1,"failures":0}', 'failures'],
    ['{"junit_results":[{"a":1},{"failures":1,"failures":0}]}', 'junit_results[1].failures'],
    ['{"a":{"b":{"c":[],"c":[]}}}', 'a.b.c'],
    ['{"a":1,"b":{"a":2},"a":3}', 'a'],
    ['{"a":{},"\\u0061":{}}', 'a'],
    ['{"":1,"":1}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['[[],{ "a" : 1 ,\n\t"a" : [] }]', '[1].a'],
    ['{"\\u00e9":1,"é":2}', 'é'],
  ])('is found in %s', (text, path) => {
    expect(jsonProblem(text, wide)).toEqual({ path, sentence: 'is there twice: say it once.' });
  });

  test.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":"a"}},"b":"b"}',
    '{"a":"\\"a\\":1","b":"{\\"a\\":"}',
    '{"a":1,"A":2,"a ":3}',
    '["a","a",{"a":["a","a"]}]',
    '{"é":1,"e\\u0301":2}',
  ])('is not found in %s', (text) => {
    expect(jsonProblem(text, wide)).toBeUndefined();
  });
});

describe('bounds', () => {
  const bounds = { depth: 3, values: 6, names: 4 };
  test.each([
    ['[[[1]]]', undefined],
    ['[[[[]]]]', { path: '[0][0][0]', sentence: 'is nested deeper than 3 levels: make it flatter.' }],
    ['[1,2,"3",null,true]', undefined],
    ['[1,2,"3",null,true,[]]', { path: '[5]', sentence: expect.stringMatching(/^is one value too many: at most 6 are taken/) }],
    ['{"a":1,"b":2,"c":3,"d":4}', undefined],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":1,"b":{"c":1,"d":1,"e":1}}', { path: 'b.e', sentence: 'is one name too many: at most 4 different ones are taken.' }],
  ])('hold for %s', (text, problem) => {
    expect(jsonProblem(text, bounds)).toEqual(problem);
  });

  test('count a name once, however often it is used, and every value', () => {
    const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ a: index, b: 'b' })));
    expect(jsonProblem(text, { depth: 2, values: 301, names: 2 })).toBeUndefined();
    expect(jsonProblem(text, { depth: 2, values: 300, names: 2 })?.path).toBe('[99].b');
    expect(jsonProblem(text, { depth: 2, values: 301, names: 1 })?.path).toBe('[0].b');
    expect(jsonProblem(text, { depth: 1, values: 301, names: 2 })?.path).toBe('[0]');
  });

  test('stop the reading: what lies behind costs nothing', () => {
    expect(jsonProblem(`[1,2,3,4,5,6,7${'"'.repeat(10)}`, bounds)?.path).toBe('[5]');
  });
});

test.each([
  ['{"n":1e400}', 'n', /too large/],
  ['[-1E+309]', '[0]', /too large/],
  [`[0,${'9'.repeat(400)}]`, '[1]', /too large/],
  ['{"s":"\\ud800"}', 's', /surrogate/],
  ['{"\\udfff":1}', '', /surrogate/],
])('%s is no evidence', (text, path, sentence) => {
  expect(jsonProblem(text, wide)).toEqual({ path, sentence: expect.stringMatching(sentence) });
});

test.each(['[1e308,-1E-400,0.0e0,true,false,null]', `[${'0.'.padEnd(400, '1')}]`, '["\\ud83d\\ude00","😀"]', '"a"', '1', ' [ ] ', ''])(
  '%s is taken',
  (text) => {
    expect(jsonProblem(text, wide)).toBeUndefined();
  },
);

test('a path is short, whatever the names and the depth', () => {
  const name = '😀'.repeat(5000);
  const text = `${'['.repeat(40)}{"${name}":1,"${name}":2}${']'.repeat(40)}`;
  const { path = '' } = jsonProblem(text, wide) ?? {};
  expect(path).toBe(`${'[0]'.repeat(16)}…`);
  expect(jsonProblem(`{"${name}":1,"${name}":2}`, wide)?.path).toHaveLength(100);
});

/** A JSON text, and whether an object in it says a name twice. */
interface Made {
  readonly text: string;
  readonly isTwice: boolean;
}

/** Names are read one by one: V8 has been seen to read `"\u0061"` as a backslash where an object before it had that name. */
function madeObject(members: readonly (readonly [name: string, value: Made])[]): Made {
  const names = members.map(([name]) => String(JSON.parse(`"${name}"`)));
  return {
    text: `{${members.map(([name, { text }]) => `"${name}" : ${text}`).join(',')}}`,
    isTwice: new Set(names).size < names.length || members.some(([, { isTwice }]) => isTwice),
  };
}

const key = oneof(
  constantFrom('a', 'b', '\\u0061', '\\"', '{', '__proto__', ''),
  string({ maxLength: 3 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
const plain = oneof(
  jsonValue({ maxDepth: 0 }).map((value) => JSON.stringify(value)),
  constantFrom('1e5', '-0.0', '"\\\\"', '"\\u0000"', ' true\n'),
).map((text): Made => ({ text, isTwice: false }));
const { json } = letrec<{ json: Made }>((tie) => ({
  json: oneof(
    { maxDepth: 4 },
    plain,
    array(tie('json')).map((items): Made => ({
      text: `[${items.map(({ text }) => text).join(' ,')}]`,
      isTwice: items.some(({ isTwice }) => isTwice),
    })),
    array(tuple(key, tie('json'))).map(madeObject),
  ),
}));

test('of every JSON text, exactly what says no name twice is taken', () => {
  let [twice, once] = [0, 0];
  assert(
    property(json, ({ isTwice, text }) => {
      if (isTwice) twice += 1;
      else once += 1;
      expect(jsonProblem(text, wide) !== undefined).toBe(isTwice);
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(twice, once)).toBeGreaterThan(100);
});

test('what JSON.parse takes is never hidden behind something that the scanner could not read', () => {
  const pieces = array(constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"b"', '1', 'e', '\n', 'true', '\\u0061', ' '), {
    maxLength: 12,
  });
  const member = '"twice":1,"twice":2';
  let isSeen = true;
  assert(
    property(pieces, pieces, (before, after) => {
      const text = `{"x":[${before.join('')}],${member},"y":[${after.join('')}]}`;
      isSeen &&= !parses(text) || jsonProblem(text, wide) !== undefined;
    }),
    { numRuns: 5000 },
  );
  expect(isSeen).toBe(true);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
