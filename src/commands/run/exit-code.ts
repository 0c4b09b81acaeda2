import { endings, type Ending } from '../../errors/index.ts';
import type { ActionResult, Pending, Result } from './result.ts';

/** How a run ended, in one word: one about a trail or an audit, or one that an error stopped. */
export function endingOf(result: ActionResult): Ending {
  switch (result.kind) {
    case 'judged':
    case 'explained':
      return result.verdict.name;
    case 'recorded':
    case 'reported':
      return result.dryRun ? 'would-record' : 'recorded';
    case 'answered':
      return 'answered';
    case 'collected':
      return result.reasons.length > 0 ? 'unusable' : 'collected';
    case 'pending':
      return 'pending';
    case 'audited':
    case 'series':
    case 'reperformed':
    case 'organization':
      return result.ending;
    case 'planned':
      return 'planned';
    case 'issues':
      return 'recorded';
    case 'stopped':
      return result.ending;
  }
}

/** Exit code of a run. With a verdict it is 0 when the job does not fail; a passing verdict that `fail-on` names is 1. */
export function exitCodeOf(result: Result | Pending): number {
  switch (result.kind) {
    case 'audited':
      if (result.published?.outcome.kind === 'failed') return endings.unknown.exitCode;
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'judged':
    case 'series':
    case 'organization':
      return result.fails ? endings[endingOf(result)].exitCode || 1 : 0;
    case 'explained':
      // Every verdict can be explained, but `unknown` means that the question could not be answered.
      return result.verdict.name === 'unknown' ? endings.unknown.exitCode : 0;
    case 'counted':
      return result.evidence.problems.length > 0 ? endings.unusable.exitCode : 0;
    case 'answered':
    case 'applied':
    case 'compared':
    case 'printed':
    case 'saved':
    case 'listed':
    case 'shown':
    case 'planned':
    case 'issues':
      return 0;
    case 'collected':
    case 'pending':
    case 'recorded':
    case 'reperformed':
    case 'reported':
    case 'stopped':
      return endings[endingOf(result)].exitCode;
  }
}
