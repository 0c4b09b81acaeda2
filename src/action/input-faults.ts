import { actionCommands, actionNameOf } from '../commands/index.ts';
import { UsageError, wrongUse } from '../errors/index.ts';
import type { OptionSpec, OptionUse, RawOptions } from '../options/index.ts';
import { cut, docsPage, list, nearest } from '../text/index.ts';
import { inputs, isChosen, uses, variableOf, type ActionCommand } from './inputs.ts';

export type ServiceInput = 'base-url' | 'api-token';

/** Where each input comes from when a server is used. */
const sources: Readonly<Record<ServiceInput, string>> = { 'base-url': 'a variable', 'api-token': 'a secret' };

/** The output of the serve step that each input comes from where a job serves. */
const outputs: Readonly<Record<ServiceInput, string>> = { 'base-url': 'url', 'api-token': 'token' };

/** Variable that the service's step sets when it fails. Any earlier step can set it, so it only changes the wording. */
const mark = 'COMPLIANCE_EVIDENCE_SERVE_FAILED';

/** The inputs have one cause, so it is one error. `noSecrets`: this run gets no secrets. `mayDoWithout`: the command can do without a service. */
export function absentService(
  names: readonly ServiceInput[],
  env: NodeJS.ProcessEnv,
  noSecrets: UsageError | undefined,
  mayDoWithout = false,
): ReadonlyMap<string, UsageError> {
  const found = errorOf(names, env[mark] === 'true', noSecrets);
  const without = 'Without a service: write evidence: github, and GitHub’s own checks are the evidence';
  const error = mayDoWithout ? new UsageError(found.code, found.message, { fix: `${found.fix ?? ''}\n${without}` }) : found;
  return new Map(names.map((name) => [name, error]));
}

/** A job may also identify itself. */
const withoutSecret = `\nWithout a secret: leave api-token out, and give the job, next to the permissions that it has:\npermissions:\n  id-token: write\nThe service must have a rule for it: ${docsPage('oidc.md')}`;

function errorOf(names: readonly ServiceInput[], hasFailed: boolean, noSecrets: UsageError | undefined): UsageError {
  const what = `Input ${names[0]} is missing or empty${names.length > 1 ? `, and so is ${names[1]}` : ''}`;
  const code = noSecrets?.code ?? 'empty-input';
  if (hasFailed)
    return new UsageError(code, `${what}: the step of the service failed`, {
      fix: 'Look at the log of that step: it says why, and how to fix it',
    });
  // A service that has an address has started.
  if (noSecrets !== undefined && !names.includes('base-url')) return noSecrets;
  const source = names.map((name) => sources[name]).join(' or ');
  const unset = noSecrets ?? {
    message: `${source} is not set`,
    fix: `With a server: set ${source} under Settings, Secrets and variables, Actions. Pull requests of forks and of Dependabot get no secrets: ${docsPage('forks.md')}${names.includes('api-token') ? withoutSecret : ''}`,
  };
  const written = names.map((name) => `${name}: \${{ steps.service.outputs.${outputs[name]} }}`).join(' and ');
  // A step that gave one of them has not failed.
  return names.length === 1
    ? new UsageError(code, `${what}: its expression names a step or an output that there is not, or ${unset.message}`, {
        fix: `With a service in this job: write ${written}, where service is the id of its step\n${unset.fix}`,
      })
    : new UsageError(
        code,
        `${what}: no step before this one serves, its id is another than in the expression, it failed or was skipped, or ${unset.message}`,
        {
          fix: `With a service in this job: let its step come before this one, with \`id: service\` and \`if: \${{ !cancelled() }}\`, and write ${written}. Where it is so, look at the log of that step\n${unset.fix}`,
        },
      );
}

export function emptyInputs(command: ActionCommand, raw: RawOptions): ReadonlyMap<string, UsageError> {
  const errors = new Map<string, UsageError>();
  for (const { required, use } of command.options) {
    if (required !== true || use.example === undefined || (raw[use.name] ?? '').trim() !== '') continue;
    errors.set(use.name, missing(use.name, use.example));
  }
  if (raw['test-outcome']?.trim() === '') errors.set('test-outcome', noSuchStep());
  return errors;
}

function missing(name: string, example: string): UsageError {
  return new UsageError('empty-input', `Input ${name} is missing or empty`, {
    fix: `Write for example ${name}: ${example} under with:. A secret or variable that is not set gives an empty text too: look at where the value comes from`,
  });
}

/** An expression about a step that does not exist is an empty text. */
function noSuchStep(): UsageError {
  return new UsageError('empty-input', 'Input test-outcome is empty: no step of this job before this one has that id', {
    fix: 'Give the test step id: tests, and write test-outcome: ${{ steps.tests.outcome }}',
  });
}

export interface UnreadInputs {
  readonly complaints: readonly UsageError[];
  /** About inputs that decide something, where this command cannot say a wrong yes. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

/** A command that decides without an input that decides says yes to something that its user did not ask: it is refused. */
export function unreadInputs(command: ActionCommand, unread: readonly OptionSpec[], env: NodeJS.ProcessEnv): UnreadInputs {
  const nothing = `does nothing with command: ${actionNameOf(command)}`;
  const gates = uses(command, 'fail-on');
  const records = uses(command, 'attestation-name') && uses(command, 'junit-paths');
  const isRefused = ({ decides }: OptionSpec): boolean => gates && (decides === 'asked' || (decides === 'recorded' && records));
  const isHarmless = ({ decides = 'nothing' }: OptionSpec): boolean => decides === 'nothing';
  const refusal = ({ name }: OptionSpec): UsageError => refused(name, env[variableOf(name)]?.trim() ?? '', nothing);
  return {
    complaints: unread.filter(isRefused).map(refusal),
    warnings: unread
      .filter((input) => !isHarmless(input) && !isRefused(input))
      .map(refusal)
      .map(({ fix, message }) => `${message}, and was not used\n${fix ?? ''}`),
    notices: unread.filter(isHarmless).map(({ name }) => `Input ${name} ${nothing}, and was not used`),
  };
}

function refused(name: string, value: string, nothing: string): UsageError {
  const readers = actionCommands.filter((command) => uses(command, name)).map(actionNameOf);
  return wrongUse(
    `Input ${name} (${JSON.stringify(cut(value, 100))}) ${nothing}`,
    `Use a step with command: ${list(readers).replace(' and ', ' or ')} for it, or leave it out`,
  );
}

export interface MeantInputs {
  /** With the mistyped ones, so that other errors can be reported too. Nothing may run with these while there are complaints. */
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

/** Repeats no token, and no address, because an address may hold one. */
function mistyped(name: string, value: string, { kind, name: meant, secret }: OptionSpec): UsageError {
  const says = secret === true || kind === 'url' ? '' : ` (it says ${JSON.stringify(cut(value, 100))})`;
  return wrongUse(`Input ${name}${says} is not one of this action`, `Did you mean ${meant}? Nothing reads an input of another name`);
}
