import type { Evidence, MergeAnswer, Policy, TrailQuestion } from '../evidence.ts';
import type { Reason } from '../verdict.ts';

/** The other commit that a trail is named after; `undefined` where it has the name of the commit in question, or a name of its own. */
export function otherTrailCommit({ commit, trail }: Pick<TrailQuestion, 'commit' | 'trail'>): string | undefined {
  const named = trail.toLowerCase();
  return /^[a-f0-9]{40}$/.test(named) && named !== commit ? named : undefined;
}

/** Whether it is not known if one commit was made of the other. */
export function isUnsettled(merge: MergeAnswer): boolean {
  return merge.kind === 'unasked' || (merge.kind === 'another' && merge.fault !== undefined);
}

/** The trail of one commit is no status of another, unless one of the two was made of the other. */
export function otherTrailReasons({ merges, question }: Evidence, policy: Policy): readonly Reason[] {
  const { commit, flow, trail } = question;
  const other = policy.isForStatus === true && commit !== undefined ? otherTrailCommit(question) : undefined;
  const merge: MergeAnswer = (other === undefined ? undefined : merges?.get(other)) ?? { kind: 'unasked' };
  if (other === undefined || commit === undefined || merge.kind === 'of-this') return [];
  const [one, two] = [other.slice(0, 12), commit.slice(0, 12)];
  const fix = `Leave trail out, so that the trail of commit ${two} is judged; or let the status be that of the other one:\n\n  commit: ${other}`;
  const about = { code: 'other-commit', fix } as const;
  const what = `Trail ${trail} of flow ${flow} is named after commit ${one}, and the status is that of commit ${two}`;
  if (!isUnsettled(merge)) return [{ ...about, verdict: 'incomplete', message: `${what}: neither was made of the other` }];
  const fault = merge.kind === 'another' ? merge.fault : undefined;
  const why = fault?.message ?? 'no checkout has them, and there is no token for GitHub';
  return [
    {
      ...about,
      verdict: 'unknown',
      message: `${what}: whether one was made of the other could not be asked: ${why}`,
      ...(fault?.fix === undefined ? {} : { fix: `${fix}\n\nIf one is a test merge of the other: ${fault.fix}` }),
    },
  ];
}
