import { actionCommands, actionNameOf } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import { cut, list } from '../text/index.ts';
import { uses, variableOf, type ActionCommand } from './inputs.ts';

/** Inputs that change what a gate asks for. A command that decides without them says yes to something that its user did not ask. */
const asked: ReadonlySet<string> = new Set([
  'subject',
  'fingerprint',
  'artifact-path',
  'require-approval',
  'environment',
  'required-attestations',
  'template',
  'template-file',
  'jobs',
  'allowed-skips',
  'min-tests',
  'fail-on',
  'fail-on-severity',
  'enforce-from',
]);

/** Inputs that change what is recorded. The same holds for a command that records and decides. */
const recorded: ReadonlySet<string> = new Set(['newer-than', 'test-outcome', 'attestation-type', 'compliant', 'data', 'original-type']);

export const decisive: ReadonlySet<string> = new Set([...asked, ...recorded]);

/** Messages about inputs that the command does not read. */
export interface UnreadInputs {
  readonly complaints: readonly UsageError[];
  /** About inputs that decide something, where this command cannot say a wrong yes. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

export function unreadInputs(command: ActionCommand, names: readonly string[], env: NodeJS.ProcessEnv): UnreadInputs {
  const nothing = `does nothing with command: ${actionNameOf(command)}`;
  const decides = uses(command, 'fail-on');
  const isRefused = (name: string): boolean =>
    decides && (asked.has(name) || (recorded.has(name) && uses(command, 'attestation-name') && uses(command, 'junit-paths')));
  const errors = new Map(names.map((name) => [name, refused(name, env[variableOf(name)]?.trim() ?? '', nothing)]));
  const chosen = (wanted: (name: string) => boolean): readonly (readonly [string, UsageError])[] =>
    [...errors].filter(([name]) => wanted(name));
  return {
    complaints: chosen(isRefused).map(([, error]) => error),
    warnings: chosen((name) => decisive.has(name) && !isRefused(name)).map(
      ([, { fix, message }]) => `${message}, and was not used\n${fix ?? ''}`,
    ),
    notices: chosen((name) => !decisive.has(name)).map(([name]) => `Input ${name} ${nothing}, and was not used`),
  };
}

function refused(name: string, value: string, nothing: string): UsageError {
  const readers = actionCommands.filter((command) => uses(command, name)).map(actionNameOf);
  return new UsageError('invalid-input', `Input ${name} (${JSON.stringify(cut(value, 100))}) ${nothing}`, {
    fix: `Use a step with command: ${list(readers).replace(' and ', ' or ')} for it, or leave it out`,
  });
}
