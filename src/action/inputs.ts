import { closest } from 'fastest-levenshtein';
import { UsageError } from '../errors/index.ts';
import { commandNames, options, specOf, type CommandName, type OptionName, type RawOptions } from '../commands/index.ts';

/** The inputs of one step, as the runner gave them. */
export interface Inputs {
  readonly raw: RawOptions;
  /** Inputs that we do not know, each with the nearest one that we do. */
  readonly unknown: readonly { readonly name: string; readonly nearest: string }[];
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
  const raw: Partial<Record<OptionName, string>> = {};
  for (const { name } of options) {
    const value = env[variableOf(name)];
    if (value !== undefined) raw[name] = value;
  }
  const known = ['command', ...options.map(({ name }) => name)];
  const variables = new Set(known.map(variableOf));
  const unknown = Object.keys(env)
    .filter((variable) => variable.startsWith('INPUT_') && !variables.has(variable))
    .map((variable) => variable.slice('INPUT_'.length).toLowerCase())
    .map((name) => ({ name, nearest: closest(name, known) }));
  return { raw, unknown };
}

/** Inputs that the command does not read, although the step sets them to something of its own. */
export function unreadInputs(command: CommandName, raw: RawOptions): readonly string[] {
  return options
    .map(({ name }) => specOf(name))
    .filter(({ actionDefault, commands, default: usual, name }) => {
      const given =
        Object.entries(raw)
          .find(([key]) => key === name)?.[1]
          ?.trim() ?? '';
      return !commands.includes(command) && actionDefault === undefined && given !== '' && given !== usual;
    })
    .map(({ name }) => name);
}

/** Secrets among the inputs, to be masked before anything is printed. */
export function secretsOf(raw: RawOptions): readonly string[] {
  return options.filter(({ name }) => specOf(name).secret === true).flatMap(({ name }) => raw[name]?.trim() ?? []);
}

/** The command, read apart from the rest: secrets are to be masked before any complaint. */
export function commandOf(env: NodeJS.ProcessEnv): CommandName {
  const text = env[variableOf('command')]?.trim() ?? '';
  if (text === '') return 'attest-and-gate';
  const command = commandNames.find((name) => name === text);
  if (command !== undefined) return command;
  throw new UsageError('invalid-input', `Input command does not know ${JSON.stringify(text)}`, {
    fix: `Choose from ${commandNames.join(', ')}; the nearest is ${closest(text, [...commandNames])}`,
  });
}
