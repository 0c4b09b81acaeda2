import type { Severity } from '../findings/finding.ts';
import type { Commit } from '../facts/commit.ts';
import type { AuditedChange } from '../judge/change.ts';
import { emergencyOf } from '../reviews/emergency.ts';
import { isReviewed, type FourEyes, type Judgement } from '../reviews/four-eyes.ts';
import { owedReview } from '../reviews/owed-review.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { foundIn, named, pullSubject } from './words.ts';
import { found, notApplicable, notTested, passed, type ChangeRule, type Outcome } from './rule.ts';

type Kind = Exclude<FourEyes['kind'], 'reviewed'>;

interface ReviewText<Name extends Kind> {
  readonly name: Name;
  readonly text: string;
  readonly severity: Severity;
  readonly fix: string;
  readonly message: (said: Extract<FourEyes, { kind: Name }>, pull: PullRequest, change: AuditedChange) => string;
}

/** A rule about one way in which four eyes were not there. A change ends in one of them at most. */
export function reviewRule<Name extends Kind>({ message, ...text }: ReviewText<Name>): ChangeRule {
  const { name } = text;
  const isIts = (said: FourEyes | undefined): said is Extract<FourEyes, { kind: Name }> => said?.kind === name;
  return {
    ...text,
    about: 'change',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.7'],
    needs: ['landings', 'pull-requests'],
    judge(change, world): Outcome {
      const owed = owedReview(change, world);
      // An emergency is judged by its own rule: it is merged first and reviewed afterwards.
      if (owed.kind === 'none' || emergencyOf(change) !== undefined) return notApplicable;
      const { judgement, pull } = owed;
      const said = judgement.for;
      if (isIts(said)) {
        if (owed.kind === 'in-doubt') return notTested(owed.why);
        return found({ subject: pullSubject(pull), change: foundIn(change), message: message(said, pull, change) });
      }
      return isReviewed(said) && possible(judgement, pull).includes(name) ? notTested(doubt(name, pull, change.commits)) : passed;
    },
  };
}

/** How it may be in truth, where that is not known. */
function possible({ against }: Judgement, { commitsCut }: PullRequest): readonly FourEyes['kind'][] {
  if (against === undefined) return [];
  return commitsCut ? [against.kind, 'changed-after-review'] : [against.kind];
}

function doubt(name: Kind, { baseChanges, commits: ofPull, commitsCut, number }: PullRequest, landed: readonly Commit[]): string {
  const commits = [...ofPull, ...landed];
  if (commitsCut) return `not all commits of #${number} could be read, so that nobody can tell who wrote it and what was reviewed`;
  if (commits.some(({ mergeAlone }) => mergeAlone === null))
    return `git cannot tell whether somebody wrote something in a merge of #${number}`;
  if (baseChanges !== undefined && name === 'changed-after-review')
    return `#${number} was approved while it was a pull request to ${named(baseChanges.map(({ from }) => from))}: nobody can tell whether what came with that branch was seen`;
  return `an account that is gone, or a dismissal that GitHub does not tell the moment of, decides about #${number}`;
}
