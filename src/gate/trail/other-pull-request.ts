import type { TrailQuestion } from '../question.ts';
import { recordAgain } from '../advice/fixes.ts';
import type { RunGroup } from '../runs/groups.ts';
import type { TrailRow } from './rows.ts';
import type { About, Reason } from '../verdict.ts';

/** Only runs for other pull requests with the same head stand behind the row: their merge with another base was tested. */
export function otherPullRequest(row: TrailRow, groups: readonly RunGroup[], question: TrailQuestion, about: About): Reason {
  const others = [...new Set(groups.map(({ pullRequest }) => `#${pullRequest ?? ''}`))].join(', ');
  return {
    ...about,
    code: 'other-pull-request',
    verdict: 'incomplete',
    message: `${row.key} is compliant on the trail for pull request ${others}, and has no record for pull request #${question.pullRequest ?? ''}`,
    fix: recordAgain(row.key, question, `pull request #${question.pullRequest ?? ''}`),
  };
}
