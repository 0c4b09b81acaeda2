import { exitCodes } from '../errors/index.ts';
import type { RunResult } from './result.ts';

/** Exit code of a run that came to a verdict: 0 when the job does not fail; a passing verdict that `fail-on` names is 1. */
export function exitCodeOf({ fails, verdict }: Pick<RunResult, 'fails' | 'verdict'>): number {
  return fails ? exitCodes[verdict.name] || 1 : 0;
}
