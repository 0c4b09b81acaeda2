import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import { isRecordedAttestation, type AttestationContent } from '../kinds/attestations.ts';
import { beginsWith } from '../sql/prefix.ts';
import { json, number, text } from '../sql/row.ts';
import { listed, query, queryOne, send, type Row, type Steps, type Value } from '../sql/statement.ts';
import type { Flow } from '../model/flows.ts';
import type { AttestationOutcome, AttestationRow, AttestationSearch, NewAttestation, Place } from '../model/attestations.ts';
import type { Judges } from '../model/judges.ts';
import type { StateChange } from '../model/trails.ts';
import { isOnTrail } from './artifacts.ts';
import { findFlow, flowIdOf } from './flows.ts';
import { setLatest } from './latest.ts';
import { decideTrail, ensureFlow, ensureTrail, findTrailState, withRepo, type TrailState } from './trails.ts';

export function* recordAttestation(attestation: NewAttestation, judges: Judges, now: number): Steps<AttestationOutcome> {
  const chain = yield* openChain(attestation.author);
  const refusal = (yield* earlierAnswer(attestation)) ?? (yield* unknownArtifact(attestation));
  if (refusal !== undefined) {
    yield* closeChain(chain);
    return refusal;
  }
  const flow = yield* ensureFlow(chain, now, attestation.flowName);
  const { trailName: name, trail: data, repoId } = attestation;
  const trail = yield* ensureTrail(chain, now, flow, { name, data, ...(repoId === undefined ? {} : { repoId }) });
  return yield* writeAttestation(chain, contentOf(attestation, flow, trail), { id: attestation.id, flow, trail, judges, now });
}

/** Appends a record of evidence, and ends the write. */
export function* writeAttestation(
  chain: Chain,
  content: AttestationContent,
  { flow, id, judges, now, trail }: Placed & { readonly id: string; readonly judges: Judges; readonly now: number },
): Steps<AttestationOutcome> {
  const appended = yield* append(chain, now, id, content);
  const change = yield* applyAttestation(chain, appended, flow, trail, judges);
  yield* closeChain(chain);
  return { outcome: 'recorded', id, head: appended.hash, change };
}

/** Where evidence is recorded. */
interface Placed {
  readonly flow: Flow;
  readonly trail: TrailState;
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

/** What is recorded of evidence. */
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
    ...(typeVersion === undefined ? {} : { type_version: typeVersion }),
    targets: attestation.targets,
    ...(commit === undefined ? {} : { commit }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(repoId === undefined ? {} : { repo_id: repoId }),
    ...(blob === undefined ? {} : { attachment: blob }),
    ...(idempotency === undefined ? {} : { request: { key: idempotency.key, hash: idempotency.requestHash } }),
    data: attestation.data,
  };
}

/** What the tables say of an attestation, and of the trail that it is on, from this record on. */
export function* applyAttestation(
  chain: Chain,
  { record, sequence }: Appended<AttestationContent>,
  flow: Flow,
  trail: TrailState,
  judges: Judges,
): Steps<StateChange> {
  chain.attestations += 1;
  const { org_id: orgId, id, attachment, overridden, request } = record;
  yield* send(
    `insert into attestations (org_id, id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, overridden_id,
       overridden_type, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    orgId,
    id,
    chain.attestations,
    sequence,
    record.flow_id,
    record.trail_id,
    record.attestation_name,
    record.attestation_type,
    record.commit ?? null,
    record.is_compliant,
    overridden?.id ?? null,
    overridden?.type ?? null,
    record.created_at,
  );
  if (attachment !== undefined) {
    const { id: blobId, sha256, bytes } = attachment;
    yield* send(
      'insert into blobs (org_id, id, attestation_id, sha256, bytes) values ($1, $2, $3, $4, $5)',
      orgId,
      blobId,
      id,
      sha256,
      bytes,
    );
  }
  if (request !== undefined) {
    yield* send(
      'insert into answers (org_id, reported_by, idempotency_key, request_hash, sequence) values ($1, $2, $3, $4, $5)',
      orgId,
      record.reported_by,
      request.key,
      request.hash,
      sequence,
    );
  }
  yield* setLatest(record, sequence);
  return yield* decideTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, record.repo_id) }, judges);
}

/** How a request with the same key was answered before, if one was. */
export function* earlierAnswer({ author, idempotency }: NewAttestation): Steps<AttestationOutcome | undefined> {
  if (idempotency === undefined) return undefined;
  const row = yield* queryOne(
    `select answers.request_hash, records.id, records.hash
     from answers join records on records.org_id = answers.org_id and records.sequence = answers.sequence
     where answers.org_id = $1 and answers.reported_by = $2 and answers.idempotency_key = $3`,
    author.orgId,
    author.userName,
    idempotency.key,
  );
  if (row === undefined) return undefined;
  if (text(row, 'request_hash') !== idempotency.requestHash) return { outcome: 'key-reused' };
  return { outcome: 'replayed', id: text(row, 'id'), head: text(row, 'hash') };
}

/** Where up to `limit` attestations are, latest first; by commit, when commits are looked for. */
export function* findAttestations(orgId: string, search: AttestationSearch, limit: number): Steps<readonly Place[]> {
  const conditions = ['attestations.org_id = $1'];
  const args: Value[] = [orgId];
  const place = (value: Value) => `$${args.push(value)}`;
  const flow = (name: string) => flowIdOf(place(name));
  const { commits, trail, flowName, name, type, id, prefix, before } = search;
  if (commits !== undefined) {
    const list = listed(commits, args.length);
    args.push(...list.args);
    conditions.push(`attestations.commit_sha in ${list.sql}`);
  }
  if (trail !== undefined) {
    const [ofFlow, named] = [flow(trail.flowName), place(trail.name)];
    conditions.push(`attestations.trail_id = (select id from trails where org_id = $1 and flow_id = ${ofFlow} and name = ${named})`);
  }
  if (flowName !== undefined) conditions.push(`attestations.flow_id = ${flow(flowName)}`);
  if (name !== undefined) conditions.push(`attestations.name = ${place(name)}`);
  if (type !== undefined) conditions.push(`attestations.type = ${place(type)}`);
  if (id !== undefined) conditions.push(`attestations.id = ${place(id)}`);
  if (prefix !== undefined) conditions.push(beginsWith('attestations.id', prefix, place));
  if (before !== undefined) conditions.push(`attestations.number < ${place(before)}`);
  // The order that the index of the search has, so that no more is read than is answered.
  const order = commits === undefined ? 'attestations.number desc' : 'attestations.commit_sha desc, attestations.number desc';
  const rows = yield* query(
    `select attestations.number, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
     from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
     where ${conditions.join(' and ')} order by ${order} limit ${place(limit)}`,
    ...args,
  );
  return rows.map((row) => ({
    number: number(row, 'number'),
    sequence: number(row, 'sequence'),
    commit: row.commit_sha === null ? undefined : text(row, 'commit_sha'),
    bytes: number(row, 'bytes'),
  }));
}

/** Where up to `limit` attestations of a trail are, latest first, before a place in the log. */
export function* attestationsOfTrail(orgId: string, trailId: string, before: number, limit: number): Steps<readonly TrailPlace[]> {
  const rows = yield* query(
    `select sequence, octet_length(body) as bytes from records
     where org_id = $1 and trail_id = $2 and sequence < $3 and kind = 'attestation' order by sequence desc limit $4`,
    orgId,
    trailId,
    before,
    limit,
  );
  return rows.map((row) => ({ sequence: number(row, 'sequence'), bytes: number(row, 'bytes') }));
}

type TrailPlace = Pick<Place, 'sequence' | 'bytes'>;

const columns = `select body, sequence, hash, (select flows.name from attestations
    join flows on flows.org_id = attestations.org_id and flows.id = attestations.flow_id
    where attestations.org_id = records.org_id and attestations.id = records.id) as flow_name
  from records`;

/** The attestations at some places in the log, in that order; what is no attestation is left out. */
export function* attestationsAt(orgId: string, sequences: readonly number[]): Steps<readonly AttestationRow[]> {
  if (sequences.length === 0) return [];
  const list = listed(sequences, 1);
  const rows = yield* query(`${columns} where org_id = $1 and sequence in ${list.sql} and kind = 'attestation'`, orgId, ...list.args);
  const found = new Map(rows.map((row) => [number(row, 'sequence'), row]));
  return sequences.flatMap((sequence) => rowOf(found.get(sequence)) ?? []);
}

export function* attestationById(orgId: string, id: string): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne(`${columns} where org_id = $1 and id = $2 and kind = 'attestation'`, orgId, id));
}

/** How many attestations an organization has, or only those whose id begins so. */
export function* attestationCount(orgId: string, prefix?: string): Steps<number> {
  const args: Value[] = [orgId];
  const counted =
    prefix === undefined
      ? 'attestation_count as count from organizations where id = $1'
      : `count(*) as count from attestations where org_id = $1 and ${beginsWith('id', prefix, (value) => `$${args.push(value)}`)}`;
  const row = yield* queryOne(`select ${counted}`, ...args);
  return row === undefined ? 0 : number(row, 'count');
}

/** Asked at a start about files whose organization is not known. */
export function* hasBlob(id: string): Steps<boolean> {
  return (yield* queryOne('select 1 as found from blobs where id = $1', id)) !== undefined;
}

function rowOf(row: Row | undefined): AttestationRow | undefined {
  if (row === undefined) return undefined;
  return {
    record: json(row, 'body', isRecordedAttestation),
    flowName: text(row, 'flow_name'),
    sequence: number(row, 'sequence'),
    hash: text(row, 'hash'),
  };
}
