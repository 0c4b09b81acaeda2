import type { Severity } from '../facts/finding.ts';
import type { Commit, PullRequest } from '../facts/landing.ts';
import type { AuditedChange } from '../population/change.ts';
import { authorsOf, peopleFor } from '../reviews/authors.ts';
import { isReviewed, type FourEyes, type Judgement } from '../reviews/four-eyes.ts';
import { emergencyOf, isPromotion, judgeEmergency, owedReview } from '../reviews/owed-review.ts';
import { found, notApplicable, notTested, passed, type ChangeRule, type Outcome, type Rule } from './rule.ts';
import { everyone, foundIn, named, pullSubject, short, when, who } from './words.ts';

type Kind = Exclude<FourEyes['kind'], 'reviewed'>;

interface ReviewText<Name extends Kind> {
  readonly name: Name;
  readonly text: string;
  /** `high` if left out. */
  readonly severity?: Severity;
  readonly fix: string;
  readonly message: (said: Extract<FourEyes, { kind: Name }>, pull: PullRequest, change: AuditedChange) => string;
}

/** About one way to lack four eyes. A change ends in at most one of them. */
function reviewRule<Name extends Kind>({ message, ...text }: ReviewText<Name>): ChangeRule {
  const { name } = text;
  const isIts = (said: FourEyes | undefined): said is Extract<FourEyes, { kind: Name }> => said?.kind === name;
  return {
    severity: 'high',
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

const mergedWithoutReview = reviewRule({
  name: 'merged-without-review',
  text: 'Before a pull request is merged, a person who wrote nothing of it approves it, and nobody asks for changes in vain.',
  fix: 'Have somebody who wrote nothing of it review the change now, and require an approval by a rule of the branch.',
  message({ against }, { mergedAt, mergedBy, number, openedBy }) {
    const merged = `#${number} by ${who(openedBy)} was merged by ${who(mergedBy)}${when(mergedAt)}`;
    if (against.length === 0) return `${merged}, and no person had approved it.`;
    return `${merged}, though ${everyone(against.map(({ by }) => by))} had asked for changes.`;
  },
});

const changedAfterReview = reviewRule({
  name: 'changed-after-review',
  text: 'What is merged is what was approved: nobody adds anything after the last approval.',
  fix: 'Have the commits after the approval reviewed now, and let the branch dismiss an approval when somebody pushes.',
  message({ by }, { head, mergedAt, mergedBy, number }) {
    const heads = [...new Set(by.map(({ commit }) => (commit === null ? 'a commit that is gone' : short(commit))))].join(', ');
    const approved = `${everyone(by.map((review) => review.by))} approved #${number} at ${heads}`;
    if (by.every(({ commit }) => commit === head))
      return `${approved}; somebody then made the merge by hand, pushed it${when(mergedAt)}, and it holds what nobody approved.`;
    return `${approved}; it was merged at ${short(head)}${when(mergedAt)} by ${who(mergedBy)}, with commits that nobody approved.`;
  },
});

const approvedByAuthor = reviewRule({
  name: 'approved-by-author',
  text: 'Nobody approves what they opened, wrote, co-wrote, committed, or asked an agent for.',
  fix: 'Have somebody who wrote nothing of it review the change now; ask a third person where two write together.',
  message: ({ by }, { mergedAt, mergedBy, number }) =>
    `Only ${everyone(by.map((review) => review.by))}, who wrote a part of #${number}, approved it; ${who(mergedBy)} merged it${when(mergedAt)}.`,
});

export const approvedAfterMerge = reviewRule({
  name: 'approved-after-merge',
  text: 'An approval comes before the merge.',
  fix: 'Require an approval by a rule of the branch, or mark such a change as an emergency before it is merged.',
  message({ by }, { mergedAt, mergedBy, number }, { deployments }) {
    const [first] = by;
    const deployed = deployments.find(({ at, production }) => production && first !== undefined && Date.parse(at) < Date.parse(first.at));
    const shipped = deployed === undefined ? '' : ` It was in ${deployed.environment} before that.`;
    return `#${number} was merged by ${who(mergedBy)}${when(mergedAt)}; ${everyone(by.map((review) => review.by))} approved it only${when(first?.at ?? null)}.${shipped}`;
  },
});

const approvalCarriedOver = reviewRule({
  name: 'approval-carried-over',
  text: 'An approval is of the commits that were merged, and not of others that a force push replaced.',
  severity: 'low',
  fix: 'Approve again after a force push: GitHub moves an approval to the new head where the patch looks the same.',
  message({ by }, { forcePushes, mergedAt, number }) {
    const pushes = forcePushes
      .filter((push) => Date.parse(push) <= Date.parse(mergedAt))
      .toSorted((one, other) => Date.parse(one) - Date.parse(other));
    return `${everyone(by.map((review) => review.by))} approved #${number}${when(by[0]?.at ?? null)}; its branch was moved by force${when(pushes.at(-1) ?? null)}, and nobody approved it again before the merge.`;
  },
});

const authorUnidentified: ChangeRule = {
  name: 'author-unidentified',
  about: 'change',
  text: 'It is known which account wrote each part of a pull request, so that its reviewer can be told from its authors.',
  severity: 'medium',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1'],
  fix: 'Add the address of that commit to `people` in .github/compliance-audit.yml, with the number of the account; and have its author commit with an address that GitHub knows.',
  needs: ['landings', 'pull-requests'],
  judge(change, world) {
    const { excluded, pull } = change;
    if (pull === undefined || excluded !== undefined || isPromotion(change, world) === true) return notApplicable;
    const people = peopleFor(change, world);
    const { unidentified } = authorsOf(pull, people, 'for');
    const [first] = unidentified;
    // GitHub forgets the addresses of a deleted account: they are most likely its own.
    if (first !== undefined && pull.openedBy === null && new Set(unidentified.map(({ email }) => email)).size === 1)
      return notTested(`nobody can tell whether ${first.name}, who wrote #${pull.number}, is the account that opened it: that is gone`);
    if (first !== undefined) {
      const names = named(unidentified.map(({ name, sha }) => `${name} (commit ${short(sha)})`));
      const message = `#${pull.number} holds commits of ${names}, and nobody knows which account that is: it may be who approved it.`;
      return found({ subject: pullSubject(pull), change: foundIn(change), message });
    }
    if (pull.commitsCut) return notTested(`not all commits of #${pull.number} could be read`);
    return authorsOf(pull, people).unidentified.length > 0
      ? notTested(`git cannot tell whether somebody wrote something in a merge of #${pull.number}`)
      : passed;
  },
};

export const emergencyNotReviewed: ChangeRule = {
  name: 'emergency-not-reviewed',
  about: 'change',
  text: 'Somebody else reviews what was merged as an emergency, within the days that the audit’s file gives.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.7'],
  fix: 'Have somebody who wrote nothing of it review the merged pull request, and approve it there. Where the days are over, the finding stays: accept it with a reason.',
  needs: ['landings', 'pull-requests'],
  judge(change, world) {
    const emergency = emergencyOf(change);
    const owed = owedReview(change, world);
    if (emergency === undefined || owed.kind === 'none') return notApplicable;
    const { pull } = owed;
    const { deadline, days, label } = emergency;
    const judgement = judgeEmergency(emergency, owed, world.header.at);
    if (isReviewed(judgement.for)) {
      if (judgement.against === undefined || isReviewed(judgement.against)) return passed;
      return notTested(`nobody can tell whether somebody else reviewed the emergency #${pull.number}`);
    }
    if (owed.kind === 'in-doubt') return notTested(owed.why);
    const merged = `#${pull.number} was merged by ${who(pull.mergedBy)}${when(pull.mergedAt)} as an emergency: ${who(emergency.by)} set the label ${label}${when(emergency.at)}`;
    const until =
      Date.parse(deadline) < Date.parse(world.header.at)
        ? `nobody else reviewed what was merged within ${days} days, until${when(deadline).replace(' on', '')}`
        : `nobody else has reviewed what was merged; that is due${when(deadline)}`;
    return found({ subject: pullSubject(pull), change: foundIn(change), message: `${merged}; ${until}.` });
  },
};

/** In the order of the reports. */
export const reviewRules: readonly Rule[] = [
  mergedWithoutReview,
  changedAfterReview,
  approvedByAuthor,
  approvedAfterMerge,
  approvalCarriedOver,
  authorUnidentified,
  emergencyNotReviewed,
];
