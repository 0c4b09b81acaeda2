import { attestAndGateCommand } from '../../src/commands/gate/attest-and-gate.ts';
import { attestCommand } from '../../src/commands/attest/command.ts';
import { gateCommand } from '../../src/commands/gate/command.ts';
import type { Command, Judged, Recorded, Reported } from '../../src/commands/index.ts';
import { UsageError } from '../../src/errors/index.ts';
import { openReader, optionGroups, type OptionReader, type OptionSpec, type RawOptions } from '../../src/options/index.ts';
import type { ChoicesOf } from '../../src/options/spec.ts';

export type CommandName = 'attest-and-gate' | 'attest' | 'gate';

/** A command of the action that is about test results or a verdict, by its name. */
export function commandNamed(name: CommandName): Command<unknown, Judged | Recorded | Reported> {
  return judging[name];
}

const judging: Readonly<Record<CommandName, Command<unknown, Judged | Recorded | Reported>>> = {
  'attest-and-gate': attestAndGateCommand,
  attest: attestCommand,
  gate: gateCommand,
};

/** Every option of the table. */
export const options: readonly OptionSpec[] = optionGroups.flatMap((group): readonly OptionSpec[] => group.options);

type OptionOfTable = (typeof optionGroups)[number]['options'][number];

/** Reads any option of the table. */
export type TableReader = OptionReader<string, ChoicesOf<readonly OptionOfTable[]>>;

/** Reads any options of the table, none of which is required; `files` are those that options may name. */
export function reading(
  raw: RawOptions,
  { files = {}, naming = (name: string) => `Input ${name}`, required = [] as readonly string[] } = {},
): TableReader {
  const found = new Map(Object.entries<string>(files));
  return openReader(
    optionGroups.flatMap((group): readonly OptionOfTable[] => group.options).map((use) => ({ use, required: required.includes(use.name) })),
    { raw, naming },
    (path, largest) => {
      const text = found.get(path);
      if (text === undefined) return { kind: 'unreadable', code: 'ENOENT' };
      return text.length > largest ? { kind: 'too-large' } : { kind: 'text', text };
    },
  );
}

/** The value that was read, or what is wrong and how to fix it. */
export function said(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}: ${error.fix}`;
    throw error;
  }
}
