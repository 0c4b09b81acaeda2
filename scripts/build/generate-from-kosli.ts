import { flagEntries, gaps, readMapping, storedSurface, type CommandEntry, type FlagEntry } from '../checks/vendor/mapping.ts';
import { between } from './generate-manifest.ts';

/** The tables for users of the vendor's client, between their markers. @throws where the mapping has gaps. */
export function generateFromKosli(page: string): string {
  const surface = storedSurface();
  const mapping = readMapping();
  const wrong = gaps(surface, mapping);
  if (wrong.length > 0) throw new Error(`scripts/checks/vendor/mapping.yml:\n${wrong.join('\n')}`);
  const entries = flagEntries(surface, mapping);
  const families = [...Map.groupBy(Object.keys(surface.commands), verbOf)];
  const links = families.map(([verb]) => `[${verb}](#${verb})`).join(' · ');
  const sections = families.flatMap(([verb, names]) => [
    '',
    `### ${verb}`,
    '',
    ...commandTable(names, mapping.commands, surface),
    ...flagTable(entries.filter(({ command, isShared }) => !isShared && verbOf(command) === verb)),
  ]);
  const all = Object.entries(mapping.global).map(([flag, text]) => `| \`--${flag}\` | ${text} |`);
  const shared = entries.filter(({ isShared }) => isShared);
  return between(between(page, 'kosli-commands', [links]), 'kosli', [
    '## Commands',
    ...sections,
    '',
    '## Flags of every command',
    '',
    '| `kosli` | Here |',
    '|:--|:--|',
    ...all,
    '',
    '## Flags of several commands',
    ...flagTable(
      shared.toSorted((one, other) => (one.flag < other.flag ? -1 : 1)),
      entries,
    ),
  ]);
}

function verbOf(command: string): string {
  return command.split(' ')[0] ?? '';
}

type Commands = Readonly<Record<string, CommandEntry>>;
type Known = ReturnType<typeof storedSurface>;

function commandTable(names: readonly string[], commands: Commands, { commands: flags, hidden }: Known): readonly string[] {
  const rows = names.flatMap((name) => {
    const { absent, note, ours = [], theirs = name } = commands[name] ?? {};
    const mark = hidden.includes(name) ? ' (not in its help)' : '';
    if (absent !== undefined) return [`| \`${name}\`${mark} | Not there: ${absent}${lost(flags[name] ?? [])} |`];
    if (ours.length === 0) return [];
    const here = [...ours.map((line) => `\`${line}\``), ...(note === undefined ? [] : [note])];
    return [`| \`${theirs}\`${mark} | ${here.join('<br>')} |`];
  });
  return rows.length === 0 ? [] : ['| `kosli` | `compliance-evidence` |', '|:--|:--|', ...rows];
}

function lost(flags: readonly string[]): string {
  return flags.length === 0 ? '' : `. With it goes ${flags.map((flag) => `\`--${flag}\``).join(', ')}`;
}

/** Flags with the same text in a row together. `all`: with the entries of other tables. */
function flagTable(entries: readonly FlagEntry[], all = entries): readonly string[] {
  if (entries.length === 0) return [];
  const rows = [...Map.groupBy(entries, ({ flag, text }) => `\`--${flag}\` | ${text}`)].map(([key, same]) => {
    const having = all.filter(({ flag }) => flag === same[0]?.flag).map(({ command }) => command);
    const [flag, text] = key.split(' | ');
    return `| ${flag} | ${inShort(
      same.map(({ command }) => command),
      having,
    )} | ${text} |`;
  });
  return ['', '| Flag | Of | Here |', '|:--|:--|:--|', ...rows];
}

/** A word stands for all commands that begin with it and have the flag. One of them may lack the flag. */
function inShort(commands: readonly string[], having: readonly string[]): string {
  return [...Map.groupBy(commands, verbOf)]
    .map(([verb, same]) => {
      const [other, another] = having.filter((name) => verbOf(name) === verb && !same.includes(name));
      if (same.length < 3 || another !== undefined) return same.map((name) => `\`${name}\``).join(', ');
      return `\`${verb} …\`${other === undefined ? '' : ` but \`${other}\``}`;
    })
    .join(', ');
}
