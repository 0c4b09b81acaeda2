import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { commandIn, ourCommands } from '../../scripts/checks/vendor/our-commands.ts';
import { flagEntries, gaps, optionsIn, readMapping, storedSurface, type Mapping } from '../../scripts/checks/vendor/mapping.ts';
import { generateFromKosli } from '../../scripts/build/generate-from-kosli.ts';
import { vendorClient } from '../../scripts/checks/vendor/client.ts';
import { differences } from '../../scripts/checks/vendor/surface.ts';

const page = readFileSync(new URL('../../docs/from-kosli.md', import.meta.url), 'utf8');
const surface = storedSurface();
const mapping = readMapping();
const commands = ourCommands();
const entries = flagEntries(surface, mapping);
const present = Object.entries(mapping.commands).filter(([, { absent }]) => absent === undefined);

test('the page is what the mapping and the list of commands and flags make', () => {
  expect(generateFromKosli(page)).toBe(page);
});

test('the list is of the client that is installed to compare it with, and of all of it', () => {
  expect(surface.client).toBe(vendorClient);
  expect(page).toContain(`version ${vendorClient.split('@').at(-1)}`);
  expect(Object.keys(surface.commands).length).toBeGreaterThan(90);
  expect(Object.values(surface.commands).flat().length).toBeGreaterThan(600);
});

describe('the mapping', () => {
  const without = <Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
  const changed = (change: Partial<Mapping>): readonly string[] => gaps(surface, { ...mapping, ...change });

  it('has an entry for each command and flag, and no other', () => {
    expect(gaps(surface, mapping)).toEqual([]);
  });

  it('that lacks one is refused by its name', () => {
    expect(changed({ commands: without(mapping.commands, 'search') })).toContain('search has no entry');
    expect(changed({ flags: without(mapping.flags, 'trail') })).toContain('attest junit --trail has no entry');
    expect(changed({ global: without(mapping.global, 'host') })).toEqual(['host of every command has no entry']);
  });

  it('that has one which the client has not is refused by its name', () => {
    const entry = { ours: ['search $SHA'], flags: { deep: '`--json`' } };
    expect(changed({ commands: { ...mapping.commands, dig: { ours: ['search $SHA'] } } })).toEqual(['dig is no command of the client']);
    expect(changed({ commands: { ...mapping.commands, search: entry } })).toEqual(['search --deep is no flag of the client']);
    expect(changed({ flags: { ...mapping.flags, deep: ['`--json`'] } })).toEqual(['deep of several commands is the flag of none']);
    expect(changed({ global: { ...mapping.global, deep: '`--json`' } })).toEqual(['deep is no flag of every command of the client']);
  });

  it('says why of all that is not there', () => {
    const texts = [...Object.values(mapping.global), ...entries.map(({ text }) => text)].filter((text) => text.startsWith('Not there'));
    expect(texts.filter((text) => !/^Not there: \S/.test(text))).toEqual([]);
    for (const [name, { absent, flags, ours = [] }] of Object.entries(mapping.commands)) {
      expect([name, absent === '', absent !== undefined && (flags !== undefined || ours.length > 0)]).toEqual([name, false, false]);
      expect([name, absent !== undefined || ours.length > 0 || flags !== undefined]).toEqual([name, true]);
    }
  });
});

test('each command and each flag has a row', () => {
  const [, tables = ''] = page.split('<!-- kosli: generated -->');
  for (const [name, flags] of Object.entries(surface.commands)) {
    const { absent, ours = [] } = mapping.commands[name] ?? {};
    const rows = tables
      .split('\n')
      .filter((line) => line.startsWith(`| \`${name}`) || line.includes(`\`${name}\``) || line.includes(`\`${name.split(' ')[0]} …\``));
    const needsRow = absent !== undefined || ours.length > 0;
    expect([name, !needsRow || rows.some((row) => row.startsWith(`| \`${name}`))]).toEqual([name, true]);
    expect([name, flags.filter((flag) => !rows.some((row) => row.includes(`\`--${flag}\``)))]).toEqual([name, []]);
  }
  expect(surface.global.filter((flag) => !tables.includes(`| \`--${flag}\` | `))).toEqual([]);
});

describe.each(present.flatMap(([name, { ours = [] }]) => ours.map((line) => [line, name] as const)))('%s', (line) => {
  const { command, rest } = commandIn(line, commands);

  it('is a command whose options are known, gives what it requires, and as many arguments as it takes', () => {
    const given = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    expect(given.filter((option) => !command.options.includes(option))).toEqual([]);
    expect(command.required.filter((option) => !given.includes(option))).toEqual([]);
    const flags = new Set(['dry-run']);
    const free = rest.filter((word, index) => {
      const before = rest[index - 1] ?? '';
      return !word.startsWith('--') && (!before.startsWith('--') || flags.has(before.slice(2)));
    });
    expect(free).toHaveLength(command.places);
  });
});

test('the examples of theirs name flags that their command has', () => {
  for (const [name, { theirs = name }] of present) {
    expect(theirs.startsWith(name)).toBe(true);
    const given = [...theirs.matchAll(/ --([a-z-]+)/g)].map(([, flag = '']) => flag);
    expect([name, given.filter((flag) => surface.commands[name]?.includes(flag) !== true)]).toEqual([name, []]);
  }
});

test('a flag that is there is an option of the command of ours in its row', () => {
  for (const { command, flag, text } of entries.filter((entry) => !entry.text.startsWith('Not there'))) {
    const known = (mapping.commands[command]?.ours ?? []).flatMap((line) => commandIn(line, commands).command.options);
    expect([command, flag, optionsIn(text).length > 0]).toEqual([command, flag, true]);
    expect([command, flag, optionsIn(text).filter((option) => !known.includes(option))]).toEqual([command, flag, []]);
  }
});

test('every command and option of ours that any text names is there', () => {
  const texts = [
    ...Object.values(mapping.global),
    ...entries.map(({ text }) => text),
    ...Object.values(mapping.commands).flatMap(({ absent = '', note = '' }) => [absent, note]),
  ];
  const every = commands.flatMap(({ options }) => options);
  expect(texts.flatMap(optionsIn).filter((option) => !every.includes(option))).toEqual([]);
  const lines = texts.flatMap((text) => [...text.matchAll(/`([a-z][a-z-]+ [^`]*)`/g)].map(([, line = '']) => line));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const { command, rest } = commandIn(line, commands);
    expect([line, command.name]).not.toEqual([line, '']);
    const given = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    expect([line, given.filter((option) => !command.options.includes(option))]).toEqual([line, []]);
  }
});

test('what of the real client is not as it is listed is named', () => {
  const { 'archive flow': gone = [], ...others } = surface.commands;
  const real = { ...surface, commands: { ...others, search: ['output', 'deep'] }, hidden: [...surface.hidden, 'secret'] };
  expect(differences(surface, surface)).toEqual([]);
  expect(differences(surface, real)).toEqual([
    'archive flow is gone',
    ...gone.map((flag) => `archive flow --${flag} is gone`),
    'secret (not in its help) is new',
    'search --deep is new',
  ]);
});

test('the steps of the page give each action the inputs that it has', () => {
  const [, ours = ''] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
  const { steps }: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] } = parse(ours);
  const called = steps.filter(({ uses }) => uses?.includes('attest-and-gate') === true);
  expect(called).toHaveLength(1);
  const manifest: { readonly inputs: object } = parse(
    readFileSync(new URL('../../.github/actions/attest-and-gate/action.yml', import.meta.url), 'utf8'),
  );
  expect(Object.keys(manifest.inputs)).toEqual(expect.arrayContaining(Object.keys(called[0]?.with ?? {})));
});
