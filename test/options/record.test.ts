import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { userDataOption } from '../../src/options/record.ts';
import { reading } from '../support/commands.ts';

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

function refused(text: string, files: Readonly<Record<string, string>> = {}): string {
  try {
    userDataOption.read(reading({ 'user-data': text }, { files }));
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}: ${error.fix}`;
  }
  return 'taken';
}

describe('user data', () => {
  it('are a JSON object, or the file of one; none where nothing is given', () => {
    expect(userDataOption.read(reading({ 'user-data': '{"a":{"b":null}}' }))).toEqual({ a: { b: null } });
    expect(userDataOption.read(reading({ 'user-data': 'a.json' }, { files: { 'a.json': '{"a":1}' } }))).toMatchObject({
      a: expect.anything(),
    });
    expect(userDataOption.read(reading({}))).toEqual({});
  });

  it.each([
    ['list.json', 'Input user-data is JSON, but not an object: Write a JSON object: {"key": "value"}'],
    ['null.json', 'Input user-data is JSON, but not an object: Write a JSON object: {"key": "value"}'],
    ['{', 'Input user-data is not JSON: '],
    ['{"a":1,"a":2}', 'Input user-data is not clear: '],
    [
      'no.json',
      'Input user-data is neither a JSON object nor a readable file (ENOENT): Write {"key": "value"}, or a path relative to the workspace',
    ],
    ['{"compliance_evidence":1}', 'Input user-data holds the key compliance_evidence, under which the run is recorded: Choose another key'],
  ])('%s say what is wrong: %s', (text, words) => {
    expect(refused(text, { 'null.json': 'null', 'list.json': '[1]' }).slice(0, words.length)).toBe(words);
  });

  it('are bounded in depth and size, to the last level and byte', () => {
    expect([64, 65].map((levels) => refused(deep(levels)))).toEqual([
      'taken',
      'Input user-data is nested more than 64 deep: Attach such data as a file instead: attachments',
    ]);
    const limit = 256 * 1024;
    const of = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
    const tooLarge = 'Input user-data is more than 256 KiB: Attach large files instead: attachments';
    expect([limit, limit + 1].map((size) => refused(of(size)))).toEqual(['taken', tooLarge]);
    expect(refused('a.json', { 'a.json': of(limit + 1) })).toBe(tooLarge);
  });
});
