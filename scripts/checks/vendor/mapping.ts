import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { commandIn, ourCommands, type OurCommand } from './our-commands.ts';
import type { Surface } from './surface.ts';

export interface CommandEntry {
  readonly theirs?: string;
  readonly ours?: readonly string[];
  readonly note?: string;
  readonly absent?: string;
  readonly flags?: Readonly<Record<string, string>>;
}

export interface Mapping {
  readonly global: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly commands: Readonly<Record<string, CommandEntry>>;
}

export function readMapping(): Mapping {
  return parse(readFileSync(new URL('mapping.yml', import.meta.url), 'utf8'));
}

export function storedSurface(): Surface {
  return JSON.parse(readFileSync(new URL('surface.json', import.meta.url), 'utf8'));
}

/** The mapping's entry for one flag of a command, and whether one entry serves several commands together. */
export interface FlagEntry {
  readonly command: string;
  readonly flag: string;
  readonly text: string;
  readonly isShared: boolean;
}

export function flagEntries(surface: Surface, mapping: Mapping): readonly FlagEntry[] {
  const all = ourCommands();
  return Object.entries(surface.commands).flatMap(([command, flags]) => {
    const entry = mapping.commands[command];
    if (entry === undefined || entry.absent !== undefined) return [];
    return flags.flatMap((flag) => {
      const own = entry.flags?.[flag];
      const text = own ?? sharedText(mapping.flags[flag] ?? [], entry, all);
      return text === undefined ? [] : [{ command, flag, text, isShared: own === undefined }];
    });
  });
}

/** The first text whose options all belong to our command. */
function sharedText(texts: readonly string[], { ours = [] }: CommandEntry, all: readonly OurCommand[]): string | undefined {
  const [line = ''] = ours;
  const { options } = commandIn(line, all).command;
  return texts.find((text) => text.startsWith('Not there') || optionsIn(text).every((option) => options.includes(option)));
}

/** Those that stand alone in code marks. */
export function optionsIn(text: string): readonly string[] {
  return [...text.matchAll(/`(--[^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = '']) => name),
  );
}

/** The commands and flags that the mapping lacks, and those in it that do not exist. */
export function gaps(surface: Surface, mapping: Mapping): readonly string[] {
  const known = flagEntries(surface, mapping).map(({ command, flag }) => `${command} --${flag}`);
  const isMapped = (command: string): boolean => mapping.commands[command] !== undefined && mapping.commands[command].absent === undefined;
  const wanted = Object.entries(surface.commands).flatMap(([command, flags]) =>
    isMapped(command) ? flags.map((flag) => `${command} --${flag}`) : [],
  );
  const given = Object.entries(mapping.commands).flatMap(([command, { flags = {} }]) =>
    Object.keys(flags).map((flag) => `${command} --${flag}`),
  );
  const used = new Set(flagEntries(surface, mapping).flatMap(({ flag, isShared }) => (isShared ? [flag] : [])));
  return [
    ...missing(Object.keys(surface.commands), Object.keys(mapping.commands), 'has no entry'),
    ...missing(Object.keys(mapping.commands), Object.keys(surface.commands), 'is no command of the client'),
    ...missing(wanted, known, 'has no entry'),
    ...missing(given, wanted, 'is no flag of the client'),
    ...missing(surface.global, Object.keys(mapping.global), 'of every command has no entry'),
    ...missing(Object.keys(mapping.global), surface.global, 'is no flag of every command of the client'),
    ...missing(Object.keys(mapping.flags), [...used], 'of several commands is the flag of none'),
  ];
}

function missing(names: readonly string[], others: readonly string[], what: string): readonly string[] {
  return names.filter((name) => !others.includes(name)).map((name) => `${name} ${what}`);
}
