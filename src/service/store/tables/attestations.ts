import { given } from '../../../text/index.ts';
import type { AttestationContent } from '../kinds/attestations.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import {
  attestationEntry,
  attestationFields,
  placeOnTrail,
  recordEntry,
  type AttestationEntry,
  type AttestationOutcome,
  type AttestationRow,
  type AttestationSearch,
  type NewAttestation,
  type PlaceOnTrail,
  type RecordEntry,
} from '../model/attestations.ts';
import type { Flow } from '../model/flows.ts';
import type { Rules } from '../model/rules.ts';
import type { StateChange } from '../model/trails.ts';
import { readAll, readCount, readInOrder, readOne } from '../sql/row.ts';
import { beginsWith, listed, queryOne, sql, when, where, type Steps } from '../sql/sql.ts';
import { isOnTrail } from './artifacts.ts';
import { keepAttestations } from './attestation-rows.ts';
import { findFlow, flowIdOf } from './flows.ts';
import { ofKind } from './records.ts';
import { decideTrail, findTrailState, withRepo, type TrailState } from './trails.ts';

/** Appends the record of evidence. */
export function* writeAttestation(
  chain: Chain,
  attestation: NewAttestation,
  more: Pick<AttestationContent, 'overridden'>,
  flow: Flow,
  trail: TrailState,
  rules: Rules,
): Steps<AttestationOutcome> {
  const { id } = attestation;
  const appended = yield* append(chain, { ...contentOf(attestation, flow, trail), ...more }, id);
  const change = yield* applyAttestation(chain, appended, flow, trail, rules);
  return { outcome: 'recorded', id, head: appended.hash, change };
}

/** The refusal of a record about an artifact that was not reported on the trail. */
export function* unknownArtifact({ author, fingerprint, flowName, trailName }: NewAttestation): Steps<AttestationOutcome | undefined> {
  if (fingerprint === undefined) return undefined;
  const { orgId } = author;
  const flow = yield* findFlow(orgId, flowName);
  const trail = flow === undefined ? undefined : yield* findTrailState(orgId, flow.id, trailName);
  const isKnown = flow !== undefined && trail !== undefined && (yield* isOnTrail(orgId, flow.id, trail.id, fingerprint));
  return isKnown ? undefined : { outcome: 'unknown-artifact' };
}

export function contentOf(attestation: NewAttestation, flow: Flow, trail: TrailState): AttestationContent {
  const { commit, fingerprint, repoId, blob, idempotency, typeVersion } = attestation;
  return {
    kind: 'attestation',
    flow: flow.name,
    flow_id: flow.id,
    trail: attestation.trailName,
    trail_id: trail.id,
    attestation_name: attestation.name,
    attestation_type: attestation.type,
    is_compliant: attestation.compliant,
    ...given({ type_version: typeVersion }),
    targets: attestation.targets,
    ...given({ commit, fingerprint, repo_id: repoId, attachment: blob }),
    ...(idempotency === undefined ? {} : { request: { key: idempotency.key, hash: idempotency.requestHash } }),
    data: attestation.data,
  };
}

export function* applyAttestation(
  chain: Chain,
  { record, sequence }: Appended<AttestationContent>,
  flow: Flow,
  trail: TrailState,
  rules: Rules,
): Steps<StateChange> {
  chain.attestations += 1;
  yield* keepAttestations([{ record, sequence, number: chain.attestations, told: rules.runOf(record) }]);
  return yield* decideTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, record.repo_id) }, rules);
}

/** Up to `limit` attestations after the first `skip`, latest first; by commit, if commits are given. */
export function* findAttestations(orgId: string, search: AttestationSearch, limit: number, skip = 0): Steps<readonly AttestationEntry[]> {
  const { commits, trail, flowName, name, type, id, prefix, before } = search;
  const flow = (called: string) => flowIdOf(orgId, called);
  const wanted = where(
    {
      'attestations.org_id': orgId,
      'attestations.trail_id': when(
        trail,
        (on) => sql`(select id from trails where org_id = ${orgId} and flow_id = ${flow(on.flowName)} and name = ${on.name})`,
      ),
      'attestations.flow_id': when(flowName, flow),
      'attestations.name': name,
      'attestations.type': type,
      'attestations.id': id,
    },
    when(commits, (any) => sql`attestations.commit_sha in ${listed(any)}`),
    when(prefix, (begin) => beginsWith('attestations.id', begin)),
    when(before, (end) => sql`attestations.number < ${end}`),
  );
  // The order of the index that the search uses, so that no more is read than is answered.
  const order = commits === undefined ? sql`attestations.number desc` : sql`attestations.commit_sha desc, attestations.number desc`;
  return yield* readAll(
    attestationEntry,
    sql`select attestations.number, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
      from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
      ${wanted} order by ${order} limit ${limit} offset ${skip}`,
  );
}

/** The records of up to `limit` attestations of a trail, latest first, before a place in the log. */
export function* attestationsOfTrail(orgId: string, trailId: string, before: number, limit: number): Steps<readonly RecordEntry[]> {
  return yield* readAll(
    recordEntry,
    sql`select sequence, octet_length(body) as bytes from records
      where org_id = ${orgId} and trail_id = ${trailId} and sequence < ${before} and ${ofKind('attestation')}
      order by sequence desc limit ${limit}`,
  );
}

/** Up to `limit` attestations of a trail, without what they say, in no order. */
export function* placesOnTrail(orgId: string, trailId: string, limit: number): Steps<readonly PlaceOnTrail[]> {
  return yield* readAll(
    placeOnTrail,
    sql`select attestations.id, attestations.name, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
      from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
      where attestations.org_id = ${orgId} and attestations.trail_id = ${trailId} limit ${limit}`,
  );
}

const columns = sql`select body, sequence, hash, (select flows.name from attestations
    join flows on flows.org_id = attestations.org_id and flows.id = attestations.flow_id
    where attestations.org_id = records.org_id and attestations.id = records.id) as flow_name
  from records`;

/** The attestations at some places in the log, in that order; other records are left out. */
export function* attestationsAt(orgId: string, sequences: readonly number[]): Steps<readonly AttestationRow[]> {
  return yield* readInOrder(
    attestationFields,
    'sequence',
    sequences,
    (list) => sql`${columns} where org_id = ${orgId} and sequence in ${list} and ${ofKind('attestation')}`,
  );
}

export function* attestationById(orgId: string, id: string): Steps<AttestationRow | undefined> {
  return yield* readOne(attestationFields, sql`${columns} where org_id = ${orgId} and id = ${id} and ${ofKind('attestation')}`);
}

/** How many attestations an organization has, or only those whose id has this beginning. */
export function* attestationCount(orgId: string, prefix?: string): Steps<number> {
  return yield* readCount(
    prefix === undefined
      ? sql`select attestation_count as count from organizations where id = ${orgId}`
      : sql`select count(*) as count from attestations where org_id = ${orgId} and ${beginsWith('id', prefix)}`,
  );
}

/** Used at a start, for files whose organization is not known. */
export function* hasBlob(id: string): Steps<boolean> {
  return (yield* queryOne(sql`select 1 as found from blobs where id = ${id}`)) !== undefined;
}
