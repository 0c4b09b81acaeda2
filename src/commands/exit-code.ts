import { exitCodes, type Ending } from '../errors/index.ts';
import type { Result } from './result.ts';

/** How a run ended, in one word. */
export function endingOf(result: Result): Ending {
  switch (result.kind) {
    case 'judged':
      return result.verdict.name;
    case 'recorded':
      return result.dryRun ? 'would-record' : 'recorded';
    case 'stopped':
      return result.ending;
  }
}

/** Exit code of a run. With a verdict it is 0 when the job does not fail; a passing verdict that `fail-on` names is 1. */
export function exitCodeOf(result: Result): number {
  const code = exitCodes[endingOf(result)];
  if (result.kind !== 'judged') return code;
  return result.fails ? code || 1 : 0;
}
