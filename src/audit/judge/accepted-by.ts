import type { AcceptedBy } from '../judged/audit.ts';
import type { World } from '../judged/world.ts';
import { standingReviews } from '../reviews/standing.ts';
import { gone } from './reported.ts';

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
