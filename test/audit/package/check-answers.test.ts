import { expect, test } from 'vitest';
import { about, answerText, archive, check, member } from './packing.ts';

const lines = answerText('/one', '{"a":1}') + answerText('/two', '{"b":"é"}');

/** The answers and the problems that are found in a package whose manifest says the hash of these lines. */
async function found(text: string): Promise<readonly [count: number | undefined, problems: readonly string[]]> {
  const { answers, problems } = await check(await archive(about(null), [member('github.ndjson', text)]));
  return [answers?.count, problems];
}

test('the answers of GitHub hold where each has the hash that its line says', async () => {
  expect(await found(lines)).toEqual([2, []]);
});

test.each([
  [
    'an answer that was changed',
    lines.replace('\\"b\\"', '\\"c\\"'),
    'Line 2 of github.ndjson: the answer was changed: its SHA-256 is not that of the line',
  ],
  ['a line of something else', `${lines}{"a":1}\n`, 'Line 3 of github.ndjson is none of an answer of GitHub, or has a key twice'],
  ['a line that is no JSON', `x\n${lines}`, 'Line 1 of github.ndjson is none of an answer of GitHub, or has a key twice'],
  ['a line that is cut off', lines.slice(0, -1), 'The last line of github.ndjson is cut off'],
  [
    'a body that is no text',
    lines.replace(/"body":"[^]*?"}\n/, '"body":7}\n'),
    'Line 1 of github.ndjson is none of an answer of GitHub, or has a key twice',
  ],
])('%s is found, also where the manifest was made anew', async (_, text, problem) => {
  expect((await found(text))[1]).toEqual([problem]);
});

test('an answer that was too long to be kept is there as its hash', async () => {
  expect(await found(lines.replace(/,"body":"[^]*?"}\n/, '}\n'))).toEqual([2, []]);
});

test('many lines that are wrong are not all told', async () => {
  expect((await found('x\n'.repeat(500)))[1]).toHaveLength(100);
});
