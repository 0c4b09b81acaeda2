import { actionCommands, actionNameOf } from '../commands/index.ts';
import { UsageError } from '../errors/index.ts';
import type { OptionSpec } from '../options/index.ts';
import { cut, list } from '../text/index.ts';
import { uses, variableOf, type ActionCommand } from './inputs.ts';

/** Messages about inputs that the command does not read. */
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
  return new UsageError('invalid-input', `Input ${name} (${JSON.stringify(cut(value, 100))}) ${nothing}`, {
    fix: `Use a step with command: ${list(readers).replace(' and ', ' or ')} for it, or leave it out`,
  });
}
