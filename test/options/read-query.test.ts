import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands/index.ts';
import { UsageError } from '../../src/errors/index.ts';
import { openReader } from '../../src/options/reader.ts';
import { readQuery } from '../../src/options/read-query.ts';

const query = commands.find(({ name }) => name === 'query');

function read(operation: string, parameters = '', nameLength: 'whole' | 'short' = 'whole') {
  const given = { raw: { operation, parameters }, naming: (name: string) => `--${name}`, nameLength };
  return readQuery(openReader(query?.options ?? [], given, () => ({ kind: 'unreadable', code: 'ENOENT', folder: [] })));
}

function refused(operation: string, parameters: string, nameLength?: 'short'): string {
  try {
    read(operation, parameters, nameLength);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}: ${error.fix}`;
  }
  return 'taken';
}

describe('a query', () => {
  it('has what stands in the path apart from what is asked', () => {
    expect(read('get-trail', 'flow_name=shop\ntrail_name = v1 ')).toEqual({
      operation: 'getTrail',
      at: '/trails/:org/:flow_name/:trail_name',
      name: 'get-trail',
      path: [
        ['flow_name', 'shop'],
        ['trail_name', 'v1'],
      ],
      query: {},
    });
  });

  it('may have a parameter several times where the operation takes it so', () => {
    expect(read('list-environments', 'type=K8S\ntype=ECS\nname=a')).toMatchObject({
      path: [],
      query: { type: ['K8S', 'ECS'], name: ['a'] },
    });
    expect(refused('list-environments', 'name=a\nname=b')).toBe('--parameters has name 2 times: Keep one of these lines');
  });

  it.each([
    ['list-flow', '', '--operation does not know "list-flow": Did you mean list-flows? Choose from list-trails, '],
    ['constructor', '', '--operation does not know "constructor": Choose from list-trails, '],
    ['list-flows', 'a', '--parameters has a line that is not key=value: "a": Write one key=value a line'],
    ['list-flows', '=a', '--parameters has a line that is not key=value: "=a": Write one key=value a line'],
    ['list-policies', 'x=1', '--parameters has "x", which list-policies does not take: list-policies takes none'],
    [
      'get-flow',
      'flow_name=a\nflow_nam=x',
      '--parameters has "flow_nam", which get-flow does not take: Did you mean flow_name? It takes flow_name',
    ],
    ['get-flow', '', '--parameters lacks flow_name: Add a line flow_name=…, a text of the form '],
  ])('%s with %j says what is wrong: %s', (operation, parameters, words) => {
    const said = refused(operation, parameters);
    expect(said.slice(0, words.length)).toBe(words);
  });

  it.each([
    [
      'list-records',
      'after',
      ['0', '7', '999999999999999'],
      ['', '-1', '1.5', '1.0', 'x', '1e3', '9999999999999999'],
      'a whole number from 0',
    ],
    ['list-records', 'limit', ['1', '1000'], ['0', '1001'], 'a whole number from 1 to 1000'],
    ['list-flows', 'case_sensitive', ['true', 'false'], ['', 'yes', 'TRUE'], 'true or false'],
    ['list-environments', 'sort_direction', ['asc', 'desc'], ['', 'up', 'as'], 'one of asc, desc'],
    ['list-environments', 'tag', ['a', 'x'.repeat(8192)], ['', 'x'.repeat(8193)], 'a text that is not empty'],
    ['get-flow', 'flow_name', ['shop', 'x'.repeat(255)], ['', '.', '..', '-a', 'a/b', 'x'.repeat(256)], 'a text of the form ^'],
  ])('%s takes %s where it is one of %j, and not %j', (operation, key, right, wrong, words) => {
    for (const value of right) expect(refused(operation, `${key}=${value}`)).toBe('taken');
    for (const value of wrong) {
      const start = `--parameters has ${key}=${JSON.stringify(value)}, which is not ${words}`;
      expect(refused(operation, `${key}=${value}`).slice(0, start.length)).toBe(start);
      expect(refused(operation, `${key}=${value}`)).toContain(`: Write ${key}= and ${words}`);
    }
  });

  it('may name a commit or an artifact in short where the shell lets it, but not where its answer lets something through', () => {
    const commits = 'commit_list=abcdef1';
    expect(refused('find-attestations', commits)).toContain('which is not a text of the form ^[a-f0-9]{40}$');
    expect(refused('find-attestations', commits, 'short')).toBe('taken');
    expect(refused('find-attestations', 'commit_list=abcdef', 'short')).toContain('which is not');
    expect(refused('assert-artifact', 'fingerprint=abcdef1', 'short')).toContain('which is not a text of the form ^[a-f0-9]{64}$');
    expect(refused('get-flow', 'flow_name=..', 'short')).toContain('which is not');
  });
});
