import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands, type Command } from '../../src/commands/index.ts';
import { flagOf } from '../../src/options/index.ts';

const page = readFileSync(new URL('../../docs/from-kosli.md', import.meta.url), 'utf8');
const [commandTable = '', flagTable = ''] = page.split('\n## ').slice(1);

/** The texts in code marks in the second column of a table. */
const ours = (table: string): readonly string[] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.includes('| `compliance-evidence` |'))
    .flatMap((line) => [...(line.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

/** The command that a line begins with, and what follows. */
function commandIn(line: string): { readonly command: Command | undefined; readonly rest: readonly string[] } {
  const words = line.split(' ');
  const command = commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === words[0]);
  return { command, rest: words.slice(command?.name.split(' ').length ?? 0) };
}

const lines = ours(commandTable).filter((text) => /^[a-z]/.test(text) && commandIn(text).command !== undefined);

it('the page names a command of ours for most of theirs', () => {
  expect(lines.length).toBeGreaterThan(25);
  expect(commandTable.split('\n').filter((line) => line.startsWith('| `') && !line.includes('`kosli`')).length).toBeLessThanOrEqual(
    lines.length,
  );
});

describe.each(lines)('%s', (line) => {
  const { command, rest } = commandIn(line);
  const { options = [] } = command ?? {};

  it('is a command whose options are known, and gives what it requires', () => {
    const given = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    expect(options.filter(({ positional }) => positional !== true).map(({ use }) => flagOf(use))).toEqual(expect.arrayContaining(given));
    const fromEnvironment = ['base-url', 'api-token', 'org'];
    const needed = options.filter(({ positional, required }) => required === true && positional !== true).map(({ use }) => flagOf(use));
    expect(given).toEqual(expect.arrayContaining(needed.filter((name) => !fromEnvironment.includes(name))));
  });

  it('has as many arguments without a name as the command takes', () => {
    const free = rest.filter((word, index) => !word.startsWith('--') && !(rest[index - 1]?.startsWith('--') === true));
    expect(free).toHaveLength(options.filter(({ positional }) => positional === true).length);
  });
});

it('every flag that the page names is an option of some command', () => {
  const known = new Set(['json', ...commands.flatMap(({ options }) => options.map(({ use }) => flagOf(use)))]);
  const named = [...`${ours(flagTable).join(' ')} ${ours(commandTable).join(' ')}`.matchAll(/--([a-z-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});
