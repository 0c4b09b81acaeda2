import { Fault, UsageError, stopEndingOf } from '../../errors/index.ts';
import type { Sent } from '../../presentation/index.ts';
import type { Stopped } from './result.ts';

/** The result of a run that an error stopped. By default nothing was sent. */
export function stoppedBy(error: unknown, sent: Sent = { kind: 'nothing' }): Stopped {
  const isOurs = !(error instanceof Fault);
  return {
    kind: 'stopped',
    ending: stopEndingOf(error),
    code: isOurs ? 'internal' : error.code,
    message: error instanceof Error ? error.message : String(error),
    fix: isOurs ? undefined : error.fix,
    complaints: error instanceof UsageError ? error.parts.map(({ code, fix, message }) => ({ code, message, fix })) : [],
    stack: isOurs && error instanceof Error ? error.stack : undefined,
    sent,
  };
}
