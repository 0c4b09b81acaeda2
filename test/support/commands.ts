import { attestAndGateCommand } from '../../src/commands/gate/attest-and-gate.ts';
import { attestCommand } from '../../src/commands/attest/command.ts';
import { gateCommand } from '../../src/commands/gate/command.ts';
import type { Command, Judged, Recorded, Reported } from '../../src/commands/index.ts';
import { openReader, optionGroups, type OptionReader, type OptionSpec, type RawOptions } from '../../src/options/index.ts';

export type CommandName = 'attest-and-gate' | 'attest' | 'gate';

export const commandNames: readonly CommandName[] = ['attest-and-gate', 'attest', 'gate'];

/** A command of the action that is about test results or a verdict, by its name. */
export function commandNamed(name: CommandName): Command<string, unknown, Judged | Recorded | Reported> {
  return judging[name];
}

const judging: Readonly<Record<CommandName, Command<string, unknown, Judged | Recorded | Reported>>> = {
  'attest-and-gate': attestAndGateCommand,
  attest: attestCommand,
  gate: gateCommand,
};

/** Every option of the table. */
export const options: readonly OptionSpec[] = optionGroups.flatMap((group) => group.options);

/** Reads any options of the table, none of which is required; `files` are those that options may name. */
export function reading(
  raw: RawOptions,
  { files = {}, naming = (name: string) => `Input ${name}`, required = [] as readonly string[] } = {},
): OptionReader {
  const found = new Map(Object.entries<string>(files));
  return openReader(
    options.map((use) => ({ use, required: required.includes(use.name) })),
    { raw, naming },
    async (path, largest) => {
      const text = found.get(path);
      if (text === undefined) return { kind: 'unreadable', code: 'ENOENT' };
      return text.length > largest ? { kind: 'too-large' } : { kind: 'text', text };
    },
  );
}
