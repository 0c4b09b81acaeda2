import type { Evidence } from './context.ts';
import { attestationView } from './attestation-view.ts';
import type { Listing } from './list-trails.ts';
import type { AttestationFilter } from '../store/store.ts';

/** For each commit that was asked for, its attestations, newest first; a commit without any has an empty list. */
export async function attestationsByCommit(
  { store, links }: Evidence,
  orgId: string,
  commits: readonly string[],
  filter: AttestationFilter,
): Promise<readonly (readonly [string, AsyncIterable<object>])[]> {
  const found: (readonly [string, AsyncIterable<object>])[] = [];
  for (const commit of new Set(commits)) {
    const sequences = await store.attestationsOfCommit(orgId, commit, filter);
    found.push([commit, bySequence({ store, links }, orgId, sequences)]);
  }
  return found;
}

/** All records of one name on a trail, newest first. */
export async function attestationsOfTrail(
  { store, links }: Evidence,
  orgId: string,
  flow: string,
  trail: string,
  name: string,
): Promise<AsyncIterable<object>> {
  return bySequence({ store, links }, orgId, await store.attestationsOfTrail(orgId, flow, trail, name));
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

/** One at a time, for a record may be megabytes and an answer may hold many. */
async function* bySequence(
  { store, links }: Pick<Evidence, 'store' | 'links'>,
  orgId: string,
  sequences: readonly number[],
): AsyncIterable<object> {
  for (const sequence of sequences) {
    const row = await store.attestationBySequence(orgId, sequence);
    if (row !== undefined) yield attestationView(row, links);
  }
}
