import type { Evidence } from './context.ts';
import { attestationView } from './attestation-view.ts';
import { next, type Listing } from './listing.ts';
import { portions } from '../store/portions.ts';
import type { AttestationFilter, AttestationSearch, Place } from '../store/store.ts';

/** Attestations whose places are read at once. */
const pageSize = 500;

/** Commits that one search names at most. */
const mostCommits = 1000;

/** For each commit that is asked for, in that order, its attestations, newest first; a commit without any has an empty list. */
export async function* attestationsByCommit(
  evidence: Evidence,
  orgId: string,
  commits: readonly string[],
  filter: AttestationFilter,
): AsyncIterable<readonly [string, AsyncIterable<object>]> {
  const distinct = [...new Set(commits)];
  for (let begin = 0; begin < distinct.length; begin += mostCommits)
    yield* together(evidence, orgId, distinct.slice(begin, begin + mostCommits), filter);
}

/** Commits whose attestations are one page, or one commit: more are halved until they are, so that few statements find many. */
async function* together(
  evidence: Evidence,
  orgId: string,
  commits: readonly string[],
  filter: AttestationFilter,
): AsyncIterable<readonly [string, AsyncIterable<object>]> {
  const [one, another] = commits;
  if (one === undefined) return;
  if (another === undefined) {
    yield [one, inPages(evidence, orgId, { ...filter, commits })];
    return;
  }
  const places = await evidence.store.findAttestations(orgId, { ...filter, commits }, pageSize);
  if (places.length === pageSize) {
    const half = Math.ceil(commits.length / 2);
    yield* together(evidence, orgId, commits.slice(0, half), filter);
    yield* together(evidence, orgId, commits.slice(half), filter);
    return;
  }
  const ofCommit = Map.groupBy(places, ({ commit }) => commit);
  const views = viewsAt(evidence, orgId, commits.map((commit) => ofCommit.get(commit) ?? []).flat());
  for (const commit of commits) yield [commit, next(views, ofCommit.get(commit)?.length ?? 0)];
}

/** All records of one name on a trail, newest first. */
export function attestationsOfTrail(evidence: Evidence, orgId: string, flow: string, trail: string, name: string): AsyncIterable<object> {
  return inPages(evidence, orgId, { trail: { flowName: flow, name: trail }, name });
}

/** One page of an organization's attestations, newest first; or the one that was asked for. */
export async function listAttestations(
  evidence: Evidence,
  orgId: string,
  { id, page, perPage }: { readonly id: string | undefined; readonly page: number; readonly perPage: number },
): Promise<Listing<object>> {
  const { store, links } = evidence;
  if (id !== undefined) {
    const row = await store.attestationById(orgId, id);
    const total = row === undefined ? 0 : 1;
    const items = (async function* () {
      if (row !== undefined && page === 1) yield attestationView(row, links);
    })();
    return { items, pagination: { total, page, per_page: perPage, page_count: total } };
  }
  const total = await store.attestationCount(orgId);
  // They are numbered without a gap, so that a page begins at a number, however many come before it.
  const places = await store.findAttestations(orgId, { before: total - (page - 1) * perPage + 1 }, perPage);
  return {
    items: viewsAt(evidence, orgId, places),
    pagination: { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) },
  };
}

/** All that a search finds. A page begins below the number that the one before it ended with. */
async function* inPages(evidence: Evidence, orgId: string, search: AttestationSearch): AsyncGenerator<object> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const places = await evidence.store.findAttestations(orgId, { ...search, before }, pageSize);
    yield* viewsAt(evidence, orgId, places);
    const last = places.at(-1);
    if (last === undefined || places.length < pageSize) return;
    before = last.number;
  }
}

/** The attestations at some places, in that order; a few at once, for one may be megabytes and an answer may hold many. */
async function* viewsAt({ store, links }: Evidence, orgId: string, places: readonly Place[]): AsyncGenerator<object> {
  for (const portion of portions(places)) {
    const rows = await store.attestationsAt(
      orgId,
      portion.map(({ sequence }) => sequence),
    );
    for (const row of rows) yield attestationView(row, links);
  }
}
