import { UsageError } from '../errors/index.ts';
import { actionCommands } from '../commands/index.ts';
import type { OptionSpec, RawOptions } from '../options/index.ts';
import { cut, nearest } from '../text/index.ts';
import { inputs, isOwn, uses, type ActionCommand } from './inputs.ts';

/** Inputs as they were probably meant. */
export interface MeantInputs {
  /** With the mistyped ones, so that what else is wrong can be said with them; nothing may run on it while there are complaints. */
  readonly raw: RawOptions;
  readonly complaints: readonly UsageError[];
  readonly warnings: readonly string[];
}

const commandInput: OptionSpec = { name: 'command', kind: 'choice', description: '' };

/**
 * Tells mistyped inputs from variables that only look like inputs. The runner itself sets those of the step's `with:` alone
 * (actions/runner, `Handler.cs`), but `env:` and `$GITHUB_ENV` may hold others, some engines leave those of an outer action, and nothing
 * tells them apart. One that is near to an input which would have been read, and is not set, was meant for us; an input that the
 * command does not read is only proposed where none that it reads is near.
 */
export function meantInputs(command: ActionCommand, raw: RawOptions, variables: readonly string[], env: NodeJS.ProcessEnv): MeantInputs {
  const open = inputs.filter((input) => uses(command, input.name) && !isOwn(input, raw[input.name] ?? ''));
  // The usual command may be one that nobody chose.
  if (command === actionCommands[0]) open.push(commandInput);
  const needed = command.options.filter(({ required, use }) => required === true && open.includes(use)).map(({ use }) => use.name);
  const read = inputs.map(({ name }) => name).filter((name) => uses(command, name));
  const names = ['command', ...inputs.map(({ name }) => name)];
  const all = { ...raw };
  const complaints: UsageError[] = [];
  const warnings: string[] = [];
  for (const variable of variables) {
    const name = variable.slice('INPUT_'.length).toLowerCase();
    const near = nearest(name, needed) ?? nearest(name, read) ?? nearest(name, names);
    const meant = open.find((input) => input.name === near);
    const value = env[variable]?.trim() ?? '';
    if (meant === undefined) {
      const hint = near === undefined ? '' : `; the nearest is ${near}`;
      warnings.push(`Input ${name} is not one of this action and was not read${hint}`);
      continue;
    }
    const complaint = mistyped(name, value, meant);
    // Another command reads other inputs: what else is wrong is not known.
    if (meant === commandInput) throw complaint;
    complaints.push(complaint);
    all[meant.name] = value;
  }
  return { raw: all, complaints, warnings };
}

/** Neither a token is repeated nor an address, which may hold one. */
function mistyped(name: string, value: string, { kind, name: meant, secret }: OptionSpec): UsageError {
  const says = secret === true || kind === 'url' ? '' : ` (it says ${JSON.stringify(cut(value, 100))})`;
  return new UsageError('invalid-input', `Input ${name}${says} is not one of this action`, {
    fix: `Did you mean ${meant}? Nothing reads an input of another name`,
  });
}
