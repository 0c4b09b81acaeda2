import { standingOf, type Acceptance, type Standing } from '../findings/accepted.ts';
import type { Compared } from '../findings/compare.ts';
import type { World } from './world.ts';
import { isAmong } from '../people/digests.ts';
import { standingReviews } from '../reviews/standing.ts';
import type { Outcome } from '../rules/rule.ts';
import type { AcceptedBy } from './audit.ts';
import { gone } from './reported.ts';

type Wrong = Exclude<Standing, 'accepted' | 'not-begun'> | 'own';

const words: Readonly<Record<Wrong, { readonly said: string; readonly fix: string }>> = {
  expired: { said: 'is over', fix: 'Fix what it accepts, or accept it again, with a reason' },
  own: { said: 'is by an author of the change itself', fix: 'Have somebody accept it who wrote nothing of the change' },
  unused: { said: 'accepts nothing that this audit found', fix: 'Take the entry out of the file' },
  'too-long': { said: 'is for more than 90 days', fix: 'Choose an earlier end' },
  'not-acceptable': { said: 'accepts what nobody can accept', fix: 'Take the entry out of the file, and fix what it names' },
};

/**
 * The acceptances of the audit's file that count, by key, and how each of them stands as an outcome of its rule. An unused one
 * is found only by a complete audit: another one did not look everywhere.
 * One of a change whose authors nobody knows does not count: an author may be its owner.
 */
export function acceptances(
  { file, header }: World,
  findings: ReadonlyMap<string, Compared>,
  complete: boolean,
): { readonly counts: ReadonlyMap<string, Acceptance>; readonly outcomes: readonly Outcome[] } {
  const counts = new Map<string, Acceptance>();
  const outcomes = (file?.accepted ?? []).map((acceptance): Outcome => {
    const standing = standingOf(acceptance, findings, header.at);
    const { authors, sha = '' } = findings.get(acceptance.key)?.change ?? { authors: [] };
    const isOwn = authors !== undefined && isAmong(authors, sha, acceptance.owner);
    if (standing === 'accepted' && authors === undefined)
      return {
        kind: 'not-tested',
        why: `${sha.slice(0, 7)} landed before this period, and who wrote it is not known: the entry does not count`,
      };
    if (standing === 'accepted' && !isOwn) {
      counts.set(acceptance.key, acceptance);
      return { kind: 'passed' };
    }
    // It counts from its day on: until then the finding stands, and nothing is wrong with the entry.
    if (standing === 'not-begun') return { kind: 'not-applicable' };
    if (standing === 'unused' && !complete) return { kind: 'not-tested', why: 'the audit is not complete: what it accepts may be there' };
    return wrong(acceptance, standing === 'accepted' ? 'own' : standing);
  });
  return { counts, outcomes };
}

function wrong({ key, owner, until }: Acceptance, standing: Wrong): Outcome {
  const { fix, said } = words[standing];
  const message = `The entry of ${owner} until ${until.slice(0, 10)}, for ${key}, ${said}`;
  const severity = standing === 'unused' ? { severity: 'low' as const } : {};
  return { kind: 'found', found: [{ subject: { kind: 'audit', id: key, url: null }, detail: standing, ...severity, message, fix }] };
}

/** The people who let the entry for a finding into the audit's file; undefined where git cannot tell. */
export function acceptedBy(key: string, { accepted, untold }: Pick<World, 'accepted' | 'untold'>): AcceptedBy | undefined {
  const fact = accepted.get(key);
  if (fact === undefined || fact.commit === null) return undefined;
  const { commit, pull } = fact;
  if (pull === null) {
    const isTold = !untold.some(({ source }) => source === 'pull-requests');
    return { commit, pull, merged: null, approved: isTold ? [] : null };
  }
  const approvals = standingReviews(pull).filter(({ said }) => said === 'APPROVED');
  return {
    commit,
    pull: { number: pull.number, url: pull.url },
    merged: pull.mergedBy?.login ?? gone,
    approved: [...new Set(approvals.map(({ by }) => by?.login ?? gone))],
  };
}
