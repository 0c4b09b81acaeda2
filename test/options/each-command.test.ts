import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actionCommands, commands, type Command } from '../../src/commands/index.ts';
import { UsageError } from '../../src/errors/index.ts';
import { openReader, type OptionSpec, type RawOptions } from '../../src/options/index.ts';
import { root } from '../support/sources.ts';

/*
 * Every command reads every one of its options, with values that are right, at the edge, and wrong. The settings or complaints that
 * come of it are compared with test/fixtures/options.txt: `npx vitest run test/options/each-command.test.ts -u` writes it, look at what
 * changed. A line tells what a value changes, or says, for all commands to which it does the same.
 */

beforeAll(() => {
  vi.useFakeTimers({ now: Date.parse('2030-01-07T07:00:00Z'), toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const files: Readonly<Record<string, string>> = {
  'object.json': '{"a":1}',
  'twice.json': '{"a":1,"a":2}',
  'broken.json': '{',
  'lines.txt': 'one\n\ntwo\n',
};
const sha = 'c0ffee'.padEnd(40, '0');

const texts = [
  'a',
  'a b',
  'a/b',
  '.',
  '..',
  'a\u0000',
  'x'.repeat(300),
  '2026-02-29',
  '2026-11-01',
  '2026-11-01T09:00:00+01:00',
  'now',
  sha,
  '7',
  '0',
  '-1',
  'lines.txt',
  'https://x.example/a',
  'null',
  '{"a":1}',
  '[]',
  '{',
  '{"a":1,"a":2}',
  'object.json',
  'twice.json',
  'broken.json',
  'missing.json',
];

/** Besides them each option is tried with nothing, with blanks, with its example, and with each of its choices. */
const probes: Readonly<Record<OptionSpec['kind'], readonly string[]>> = {
  text: texts,
  file: texts,
  folder: texts,
  url: ['https://x.example/api/v2/', 'http://x.example', 'http://127.0.0.1:9', 'x', 'https://u:p@x.example', 'ftp://x.example'],
  boolean: ['true', 'false', 'TRUE', 'yes', '1'],
  duration: ['0', '90', '90s', '5m', '1h', '0.5s', '-1', '5d', '1e3', '999999999h'],
  count: ['0', '1', '007', '-1', '1.5', 'many', 'none', '9007199254740993'],
  names: ['a,b c', 'a\nb', 'a a', 'none', 'a b,none', 'ä', 'x'.repeat(300)],
  lines: ['a\n\n b ', 'a', '!a\nb', 'none', 'a=b', 'object.json'],
  pairs: ['a=1\nb=2', 'a', 'a=', '=1', 'a=1\na=2'],
  fingerprint: ['ab'.repeat(32), 'AB'.repeat(32), 'ab', 'sha256:ab'],
  commit: [sha, sha.toUpperCase(), 'c0ffee', 'x'],
  choice: ['x'],
  choices: ['x', 'x,y'],
};

/** Options on which the meaning of others hangs. */
const companions: readonly RawOptions[] = [
  {},
  { subject: 'artifact' },
  { subject: 'commit', commit: sha },
  { data: '{"a":1}', type: 'generic' },
  { organization: 'acme', 'github-token': 't' },
  { repositories: 'list.txt', evidence: 'github' },
  { 'shard-index': '0', 'part-file': 'part.json', 'github-token': 't' },
  { 'part-reports': 'reports', 'github-token': 't' },
];

async function settingsOf(command: Command, raw: RawOptions): Promise<string> {
  const given = { raw, naming: (name: string) => `--${name}` };
  const reader = openReader(command.options, given, (path) => {
    const text = files[path];
    return text === undefined ? { kind: 'unreadable', code: 'ENOENT', folder: Object.keys(files) } : { kind: 'text', text };
  });
  try {
    return shown(await command.read(reader));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const parts = error.parts.length > 0 ? error.parts : [error];
    return parts.map(({ code, fix, message }) => `${code}: ${message}: ${fix}`).join('\n');
  }
}

/** A line for each leaf, by its name alone: in which object it stands is nobody's business. */
function shown(settings: unknown): string {
  return [...new Set(leavesOf(settings))].toSorted().join('\n');
}

function leavesOf(value: unknown, name = 'settings'): readonly string[] {
  if (value === undefined) return [];
  if (value instanceof Map || value instanceof Set) return leavesOf([...value], name);
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, part]) => leavesOf(part, Array.isArray(value) ? `${name}[${key}]` : key));
  return [`${name} = ${value instanceof RegExp || typeof value === 'function' ? String(value) : JSON.stringify(value)}`];
}

/** The settings that are others or gone, or the complaints. */
function changed(before: string, after: string): string {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const names = new Set(is.map((line) => line.replace(/ = .*/, '')));
  const isSettings = is.every((line) => line.includes(' = '));
  return [
    ...was.filter((line) => isSettings && !names.has(line.replace(/ = .*/, ''))).map((line) => `- ${line.replace(/ = .*/, '')}`),
    ...is.filter((line) => !was.includes(line)),
  ].join('\n  ');
}

test('every command reads its options as it did, and complains as it did', async () => {
  /** By the outcome: the values, and the commands. */
  const noted = new Map<string, readonly [values: Set<string>, commands: Set<string>]>();
  const note = (command: string, option: string, value: string, outcome: string): void => {
    const given = outcome
      .replaceAll(JSON.stringify(value), 'VALUE')
      .replaceAll(/(?:Unexpected|Expected) [^]*?JSON[^]*?(?=: Write)/g, 'WHY')
      .replaceAll('\n', '\n  ');
    const [values, names] = noted.get(`${option}\n  ${given}`) ?? [new Set(), new Set()];
    noted.set(`${option}\n  ${given}`, [values.add(JSON.stringify(value.slice(0, 50))), names.add(command)]);
  };
  for (const command of new Set([...actionCommands, ...commands])) {
    const names = new Set(command.options.map(({ use }) => use.name));
    const base: RawOptions = {
      'base-url': 'https://evidence.example',
      'api-token': 'token',
      org: 'acme',
      ...Object.fromEntries(
        command.options
          .filter(({ required }) => required === true)
          .map(({ use: { choices = [], example, kind, name } }) => [name, example ?? choices[0] ?? probes[kind][0] ?? 'a']),
      ),
    };
    note(command.name, 'nothing', '', await settingsOf(command, {}));
    note(command.name, 'the least', '', await settingsOf(command, base));
    for (const companion of companions) {
      if (Object.keys(companion).some((name) => !names.has(name))) continue;
      const without = await settingsOf(command, { ...base, ...companion });
      for (const { use } of command.options.filter(({ use: { name } }) => companion[name] === undefined))
        for (const value of ['', ' ', ...(use.example === undefined ? [] : [use.example]), ...(use.choices ?? []), ...probes[use.kind]]) {
          const outcome = changed(without, await settingsOf(command, { ...base, ...companion, [use.name]: value }));
          note(command.name, [use.name, ...Object.keys(companion)].join(' with '), value, outcome === '' ? 'changes nothing' : outcome);
        }
    }
  }
  const text = Array.from(noted, ([line, [values, names]]) => `${line}\n  # ${[...values].join(' ')}\n  # ${[...names].join(', ')}\n`);
  await expect(text.join('')).toMatchFileSnapshot(join(root, 'test/fixtures/options.txt'));
}, 60_000);
