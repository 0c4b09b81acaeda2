import { UsageError } from '../errors/index.ts';
import { actionCommands } from '../commands/index.ts';
import type { OptionSpec, OptionUse, RawOptions } from '../options/index.ts';
import { cut, nearest } from '../text/index.ts';
import { inputs, isChosen, uses, type ActionCommand } from './inputs.ts';

/** Inputs that were probably meant. */
export interface MeantInputs {
  /** Also with the mistyped ones, so that other errors can be reported too. Nothing may run with these while there are complaints. */
  readonly raw: RawOptions;
  readonly complaints: readonly UsageError[];
  readonly warnings: readonly string[];
}

const commandInput: OptionSpec = { name: 'command', kind: 'choice', description: '' };

/**
 * Separates mistyped inputs from variables that only look like inputs. The runner sets only those of the step's `with:`
 * (actions/runner, `Handler.cs`). But `env:` and `$GITHUB_ENV` may hold others, some engines leave those of an outer action, and
 * nothing marks the difference. A name close to an input that would be read, and that is not set, was meant for us. An input that
 * the command does not read is proposed only where no input that it reads is close.
 */
export function meantInputs(command: ActionCommand, raw: RawOptions, variables: readonly string[], env: NodeJS.ProcessEnv): MeantInputs {
  const open = inputs.filter((input) => uses(command, input.name) && !isChosen(input, raw[input.name] ?? ''));
  // Perhaps nobody chose the usual command: it is the default.
  if (command === actionCommands[0]) open.push(commandInput);
  // Not every job needs a token, but one that writes the word means it.
  const isNeeded = ({ required, use }: OptionUse): boolean => required === true || use.name === 'api-token';
  const needed = command.options.filter((option) => isNeeded(option) && open.includes(option.use)).map(({ use }) => use.name);
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
    // Another command reads other inputs, so nothing is known about further errors.
    if (meant === commandInput) throw complaint;
    complaints.push(complaint);
    all[meant.name] = value;
  }
  return { raw: all, complaints, warnings };
}

/** Neither a token is repeated, nor an address, because it may hold one. */
function mistyped(name: string, value: string, { kind, name: meant, secret }: OptionSpec): UsageError {
  const says = secret === true || kind === 'url' ? '' : ` (it says ${JSON.stringify(cut(value, 100))})`;
  return new UsageError('invalid-input', `Input ${name}${says} is not one of this action`, {
    fix: `Did you mean ${meant}? Nothing reads an input of another name`,
  });
}
