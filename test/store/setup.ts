import { expect } from 'vitest';
import { evaluate } from '../../src/compliance/index.ts';
import {
  newRecordId,
  type AttestationRow,
  type AttestationSearch,
  type Author,
  type Evaluate,
  type LatestRecord,
  type NewAttestation,
  type Store,
} from '../../src/service/store/index.ts';

/** A green record of `unit` on the trail `f/t`, unless it is said otherwise. */
export function attestation(author: Author, more: Partial<NewAttestation>): NewAttestation {
  return {
    author,
    flowName: 'f',
    trailName: 't',
    id: newRecordId(),
    type: 'junit',
    name: 'unit',
    compliant: true,
    targets: [],
    data: {},
    trail: {},
    ...more,
  };
}

export async function record(store: Store, author: Author, more: Partial<NewAttestation> = {}): Promise<NewAttestation> {
  const each = attestation(author, more);
  expect(await store.recordAttestation(each, evaluate)).toMatchObject({ outcome: 'recorded', id: each.id });
  return each;
}

/** What the next decision of the trail `f/t` is made of. */
export async function factsOf(store: Store, author: Author): Promise<readonly LatestRecord[]> {
  let facts: readonly LatestRecord[] = [];
  const spy: Evaluate = (all) => {
    facts = all.attestations;
    return evaluate(all);
  };
  await store.putTrail({ author, flowName: 'f', name: 't', data: {} }, spy);
  return facts;
}

/** What a search finds, up to 100, in its order. */
export async function found(store: Store, orgId: string, search: AttestationSearch): Promise<readonly AttestationRow[]> {
  const places = await store.findAttestations(orgId, search, 100);
  return await store.attestationsAt(
    orgId,
    places.map(({ sequence }) => sequence),
  );
}

/** The attestation of that number in its organization. */
export async function byNumber(store: Store, orgId: string, number: number): Promise<AttestationRow | undefined> {
  const [place] = await store.findAttestations(orgId, { before: number + 1 }, 1);
  return place?.number === number ? (await store.attestationsAt(orgId, [place.sequence]))[0] : undefined;
}

export async function member(store: Store, user: string, org: string): Promise<Author> {
  await store.addToken({ hash: `hash of ${user}`, user, orgs: [org], role: 'member' });
  const principal = await store.authenticate(`hash of ${user}`);
  const membership = principal?.memberships.get(org);
  if (principal === undefined || membership === undefined) throw new Error('The token that was just added is not known.');
  return { orgId: membership.orgId, orgName: org, userName: user, credential: { kind: 'token', id: principal.tokenId } };
}
