import { closest } from 'fastest-levenshtein';
import { UsageError } from '../errors/index.ts';
import { actionCommands, actionNameOf, judges } from '../commands/index.ts';
import {
  optionGroups,
  reportsOptions,
  summaryOption,
  uses as usesOf,
  type OptionSpec,
  type OptionUse,
  type RawOptions,
} from '../options/index.ts';

/** The inputs of one step, as the runner gave them. */
export interface Inputs {
  readonly raw: RawOptions;
  /** Inputs that we do not know, each with the nearest one that we do. */
  readonly unknown: readonly { readonly name: string; readonly nearest: string }[];
}

/** A command of the action. */
export type ActionCommand = (typeof actionCommands)[number];

/** Every input that some command reads, in the order of the table. */
export const inputs: readonly OptionSpec[] = optionGroups
  .flatMap(({ options }) => options)
  .filter(({ name }) => actionCommands.some((command) => uses(command, name)));

/** Whether the action reads an input for a command: for the command itself, or to show its result on GitHub. */
export function uses(command: ActionCommand, name: string): boolean {
  return [...command.options, ...reportUses(command)].some(({ use }) => use.name === name);
}

/** The inputs that say how the result of a command is shown on GitHub. */
export function reportUses(command: ActionCommand): readonly OptionUse<(typeof reportsOptions)[number]['name']>[] {
  return usesOf(judges(command) ? reportsOptions : [summaryOption]);
}

/** How the runner names the variable of an input (actions/runner: upper case, spaces as `_`, hyphens kept). */
export function variableOf(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}

/**
 * Reads `with:` and nothing else: any earlier step can set other variables through `$GITHUB_ENV`, and must not be
 * able to redirect the token or to loosen the gate.
 */
export function readInputs(env: NodeJS.ProcessEnv): Inputs {
  const raw: Partial<Record<string, string>> = {};
  for (const { name } of inputs) {
    const value = env[variableOf(name)];
    if (value !== undefined) raw[name] = value;
  }
  const known = ['command', ...inputs.map(({ name }) => name)];
  const variables = new Set(known.map(variableOf));
  const unknown = Object.keys(env)
    .filter((variable) => variable.startsWith('INPUT_') && !variables.has(variable))
    .map((variable) => variable.slice('INPUT_'.length).toLowerCase())
    .map((name) => ({ name, nearest: closest(name, known) }));
  return { raw, unknown };
}

/** Inputs that the command does not read, although the step sets them to something of its own. */
export function unreadInputs(command: ActionCommand, raw: RawOptions): readonly string[] {
  return inputs
    .filter(({ actionDefault, default: usual, name }) => {
      const given = raw[name]?.trim() ?? '';
      return !uses(command, name) && actionDefault === undefined && given !== '' && given !== usual;
    })
    .map(({ name }) => name);
}

/** Secrets among the inputs, to be masked before anything is printed. */
export function secretsOf(raw: RawOptions): readonly string[] {
  return inputs.filter(({ secret }) => secret === true).flatMap(({ name }) => raw[name]?.trim() ?? []);
}

/** The command, read apart from the rest: secrets are to be masked before any complaint. */
export function commandOf(env: NodeJS.ProcessEnv): ActionCommand {
  const text = env[variableOf('command')]?.trim() ?? '';
  const names = actionCommands.map(actionNameOf);
  const command = actionCommands.find((known, index) => (text === '' ? index === 0 : actionNameOf(known) === text));
  if (command !== undefined) return command;
  throw new UsageError('invalid-input', `Input command does not know ${JSON.stringify(text)}`, {
    fix: `Choose from ${names.join(', ')}; the nearest is ${closest(text, names)}`,
  });
}
