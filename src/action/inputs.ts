import { actionCommands, actionNameOf, givesVerdict } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import {
  allOrComplaints,
  displayOptions,
  later,
  openReader,
  optionGroups,
  readDisplay,
  summaryOption,
  uses as usesOf,
} from '../options/index.ts';
import type { DisplaySettings, GivenOptions, OptionSpec, OptionUse, RawOptions } from '../options/index.ts';
import { didYouMean } from '../text/index.ts';

interface Inputs {
  /** The inputs that the command reads; the values of all others are dropped. */
  readonly raw: RawOptions;
  readonly unread: readonly OptionSpec[];
  /** Variables that look like inputs, but are unknown. */
  readonly unknown: readonly string[];
}

export type ActionCommand = (typeof actionCommands)[number];

export const inputs: readonly OptionSpec[] = optionGroups
  .flatMap(({ options }): readonly OptionSpec[] => options)
  .filter(({ name }) => actionCommands.some((command) => uses(command, name)));

/** For the command itself, or to show its result on GitHub. */
export function uses(command: ActionCommand, name: string): boolean {
  return [...command.options, ...displayUses(command)].some(({ use }) => use.name === name);
}

export function displayUses(command: ActionCommand): readonly OptionUse<(typeof displayOptions)[number]>[] {
  return usesOf(givesVerdict(command) ? displayOptions : [summaryOption]);
}

/** How the runner names the variable of an input (actions/runner: upper case, hyphens kept; no name here has a space). */
export function variableOf(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}

/**
 * Reads `with:` and nothing else: any earlier step can set other variables through `$GITHUB_ENV`, and must not be
 * able to redirect the token or to loosen the gate. The runner sets the variable of each input that the manifest has; a
 * manifest that lacks one leaves what an earlier step wrote, so only the inputs of the command are taken.
 */
export function readInputs(command: ActionCommand, env: NodeJS.ProcessEnv): Inputs {
  const raw: Partial<Record<string, string>> = {};
  const unread: OptionSpec[] = [];
  for (const input of inputs) {
    const value = env[variableOf(input.name)];
    if (value === undefined) continue;
    if (uses(command, input.name)) raw[input.name] = value;
    else if (isChosen(input, value)) unread.push(input);
  }
  const variables = new Set(['command', ...inputs.map(({ name }) => name)].map(variableOf));
  const unknown = Object.keys(env).filter((variable) => variable.startsWith('INPUT_') && !variables.has(variable));
  return { raw, unread, unknown };
}

/** Set to another value than the manifest fills in. */
export function isChosen({ actionDefault, default: usual }: OptionSpec, value: string): boolean {
  const text = value.trim();
  return actionDefault === undefined && text !== '' && text !== usual;
}

/** To be masked before anything is printed. */
export function secretsOf(env: NodeJS.ProcessEnv): readonly string[] {
  return inputs.filter(({ secret }) => secret === true).flatMap(({ name }) => env[variableOf(name)]?.trim() ?? []);
}

/** Read apart from the rest: secrets are to be masked before any complaint. */
export function commandOf(env: NodeJS.ProcessEnv): ActionCommand {
  const text = env[variableOf('command')]?.trim() ?? '';
  const names = actionCommands.map(actionNameOf);
  const command = actionCommands.find((known, index) => (text === '' ? index === 0 : actionNameOf(known) === text));
  if (command !== undefined) return command;
  // Only the action `serve` has the service in its bundle.
  if (text === 'serve')
    throw wrongUse(
      'Input command does not know "serve": it is an action of its own',
      'Write uses: <owner>/compliance-evidence/.github/actions/serve@v1',
    );
  throw wrongUse(`Input command does not know ${JSON.stringify(text)}`, `${didYouMean(text, names)}Choose from ${names.join(', ')}`);
}

export type SummaryMode = DisplaySettings['summary'];

interface DisplayInputs {
  /** `undefined` where these inputs are wrong. */
  readonly settings: DisplaySettings | undefined;
  /** Throws these complaints together with those of the command, so that all come at once. */
  readonly command: ActionCommand;
  readonly given: GivenOptions;
  /** The commit of an artifact that gets the status. */
  readonly chosenCommit: string | undefined;
}

/** These inputs belong to the shell, and no command knows them. */
export function readDisplayInputs(command: ActionCommand, given: GivenOptions): DisplayInputs {
  try {
    const read = openReader(displayUses(command), given);
    const settings = readDisplay(read, givesVerdict(command));
    return { settings, command, ...parted(settings, given) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { settings: undefined, command: complaining(command, error), given, chosenCommit: undefined };
  }
}

/** An artifact is not judged for a commit, so `commit` says which of its commits gets the status. */
function parted({ status }: DisplaySettings, given: GivenOptions): Pick<DisplayInputs, 'given' | 'chosenCommit'> {
  const { commit, ...raw } = given.raw;
  const isChoice = status && raw['subject']?.trim() === 'artifact' && commit !== undefined && commit.trim() !== '';
  return isChoice ? { given: { ...given, raw }, chosenCommit: commit.trim().toLowerCase() } : { given, chosenCommit: undefined };
}

/** Never runs: it throws this error together with those of the command's own options. */
export function complaining(command: ActionCommand, complaint: UsageError): ActionCommand {
  return {
    ...command,
    async read(read) {
      const settings = await later(Promise.resolve().then(() => command.read(read)));
      return allOrComplaints({
        complaint: (): never => {
          throw complaint;
        },
        settings,
      });
    },
  };
}
