import type { Evidence } from './context.ts';
import { attestationView } from './attestation-view.ts';
import type { Listing } from './listing.ts';
import type { AttestationFilter, Place } from '../store/store.ts';

export { recordJunit } from './junit.ts';

/** For each commit that was asked for, its attestations, newest first; a commit without any has an empty list. */
export function attestationsByCommit(
  evidence: Evidence,
  orgId: string,
  commits: readonly string[],
  filter: AttestationFilter,
): readonly (readonly [string, AsyncIterable<object>])[] {
  const { store } = evidence;
  return [...new Set(commits)].map((commit) => [
    commit,
    inPages(evidence, orgId, (before, limit) => store.attestationsOfCommit(orgId, commit, filter, before, limit)),
  ]);
}

/** All records of one name on a trail, newest first. */
export function attestationsOfTrail(evidence: Evidence, orgId: string, flow: string, trail: string, name: string): AsyncIterable<object> {
  return inPages(evidence, orgId, (before, limit) => evidence.store.attestationsOfTrail(orgId, flow, trail, name, before, limit));
}

/** One page of an organization's attestations, newest first; or the one that was asked for. */
export async function listAttestations(
  { store, links }: Evidence,
  orgId: string,
  { id, page, perPage }: { readonly id: string | undefined; readonly page: number; readonly perPage: number },
): Promise<Listing> {
  if (id !== undefined) {
    const row = await store.attestationById(orgId, id);
    const total = row === undefined ? 0 : 1;
    const items = (async function* () {
      if (row !== undefined && page === 1) yield attestationView(row, links);
    })();
    return { items, pagination: { total, page, per_page: perPage, page_count: total } };
  }
  const total = await store.attestationCount(orgId);
  const first = Math.max(total - (page - 1) * perPage, 0);
  async function* items() {
    for (let number = first; number > Math.max(first - perPage, 0); number -= 1) {
      const row = await store.attestationByNumber(orgId, number);
      if (row !== undefined) yield attestationView(row, links);
    }
  }
  return { items: items(), pagination: { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) } };
}

/** Attestations whose places are read at once. */
const pageSize = 500;

/** Page by page by their numbers, and the records one at a time, for one may be megabytes and an answer may hold many. */
async function* inPages(
  { store, links }: Evidence,
  orgId: string,
  find: (before: number, limit: number) => Promise<readonly Place[]>,
): AsyncIterable<object> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const places = await find(before, pageSize);
    for (const { number, sequence } of places) {
      const row = await store.attestationBySequence(orgId, sequence);
      if (row !== undefined) yield attestationView(row, links);
      before = number;
    }
    if (places.length < pageSize) return;
  }
}
