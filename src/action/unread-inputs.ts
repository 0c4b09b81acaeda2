import { actionCommands, actionNameOf } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import { cut, list } from '../text/index.ts';
import { uses, variableOf, type ActionCommand } from './inputs.ts';

/** Inputs that say what a gate asks, what is recorded or what it is about: left unread, a step says something else than its user asked. */
export const decisive: ReadonlySet<string> = new Set([
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
  'newer-than',
  'test-outcome',
  'fail-on',
  'enforce-from',
  'attestation-type',
  'compliant',
  'data',
  'original-type',
]);

/** What is said of inputs that the command does not read. */
export interface UnreadInputs {
  readonly complaints: readonly UsageError[];
  readonly notices: readonly string[];
}

export function unreadInputs(command: ActionCommand, names: readonly string[], env: NodeJS.ProcessEnv): UnreadInputs {
  const nothing = `does nothing with command: ${actionNameOf(command)}`;
  return {
    complaints: names.filter((name) => decisive.has(name)).map((name) => refused(name, env[variableOf(name)]?.trim() ?? '', nothing)),
    notices: names.filter((name) => !decisive.has(name)).map((name) => `Input ${name} ${nothing}, and was not used`),
  };
}

function refused(name: string, value: string, nothing: string): UsageError {
  const readers = actionCommands.filter((command) => uses(command, name)).map(actionNameOf);
  return new UsageError('invalid-input', `Input ${name} (${JSON.stringify(cut(value, 100))}) ${nothing}`, {
    fix: `Use a step with command: ${list(readers).replace(' and ', ' or ')} for it, or leave it out`,
  });
}
