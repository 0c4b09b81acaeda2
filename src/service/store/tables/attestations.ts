import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import { isAttestationRecord, type AttestationContent } from '../log/record.ts';
import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Row, type Steps, type Value } from '../sql/statement.ts';
import type { AttestationFilter, AttestationOutcome, AttestationRow, Evaluate, Flow, NewAttestation, StateChange } from '../store.ts';
import { setLatest } from './latest.ts';
import { decideTrail, ensureFlow, ensureTrail, withRepo, type TrailState } from './trails.ts';

export function* recordAttestation(attestation: NewAttestation, evaluate: Evaluate, now: number): Steps<AttestationOutcome> {
  const chain = yield* openChain(attestation.author);
  const refusal = (yield* earlierAnswer(attestation)) ?? (attestation.fingerprint === undefined ? undefined : unknownArtifact);
  if (refusal !== undefined) {
    yield* closeChain(chain);
    return refusal;
  }
  const flow = yield* ensureFlow(chain, now, attestation.flowName);
  const { trailName: name, trail: data, repoId } = attestation;
  const trail = yield* ensureTrail(chain, now, flow, { name, data, ...(repoId === undefined ? {} : { repoId }) });
  const appended = yield* append(chain, now, attestation.id, contentOf(attestation, flow, trail));
  const change = yield* applyAttestation(chain, appended, flow, trail, evaluate);
  yield* closeChain(chain);
  return { outcome: 'recorded', id: attestation.id, head: appended.hash, change };
}

// Artifacts come with the operation that reports them; until then a trail knows none.
const unknownArtifact: AttestationOutcome = { outcome: 'unknown-artifact' };

function contentOf(attestation: NewAttestation, flow: Flow, trail: TrailState): AttestationContent {
  const { commit, fingerprint, repoId, blob, idempotency } = attestation;
  return {
    kind: 'attestation',
    flow: flow.name,
    flow_id: flow.id,
    trail: attestation.trailName,
    trail_id: trail.id,
    attestation_name: attestation.name,
    attestation_type: attestation.type,
    is_compliant: attestation.compliant,
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
  evaluate: Evaluate,
): Steps<StateChange> {
  chain.attestations += 1;
  const { org_id: orgId, id, attachment, request } = record;
  yield* query(
    `insert into attestations (org_id, id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
    record.created_at,
  );
  if (attachment !== undefined) {
    const { id: blobId, sha256, bytes } = attachment;
    yield* query(
      'insert into blobs (org_id, id, attestation_id, sha256, bytes) values ($1, $2, $3, $4, $5)',
      orgId,
      blobId,
      id,
      sha256,
      bytes,
    );
  }
  if (request !== undefined) {
    yield* query(
      'insert into answers (org_id, reported_by, idempotency_key, request_hash, sequence) values ($1, $2, $3, $4, $5)',
      orgId,
      record.reported_by,
      request.key,
      request.hash,
      sequence,
    );
  }
  yield* setLatest(record, sequence);
  return yield* decideTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, record.repo_id) }, evaluate);
}

function* earlierAnswer({ author, idempotency }: NewAttestation): Steps<AttestationOutcome | undefined> {
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

const columns = `select records.body, records.sequence, records.hash from records
  join attestations on attestations.org_id = records.org_id and attestations.sequence = records.sequence`;

/** Up to `limit` attestations about a commit, latest first, from before the number that the page before ended with. */
export function* attestationsOfCommit(
  orgId: string,
  commit: string,
  filter: AttestationFilter,
  before: number,
  limit: number,
): Steps<readonly { readonly number: number; readonly sequence: number }[]> {
  return yield* places('attestations.commit_sha = $2', [orgId, commit], filter, before, limit);
}

export function* attestationsOfTrail(
  orgId: string,
  flowName: string,
  trailName: string,
  name: string,
  before: number,
  limit: number,
): Steps<readonly { readonly number: number; readonly sequence: number }[]> {
  const trail = `select trails.id from trails join flows on flows.org_id = trails.org_id and flows.id = trails.flow_id
    where flows.org_id = $1 and flows.name = $2 and trails.name = $3`;
  return yield* places(`attestations.trail_id = (${trail})`, [orgId, flowName, trailName], { name }, before, limit);
}

function* places(where: string, first: readonly Value[], filter: AttestationFilter, before: number, limit: number) {
  const conditions = ['attestations.org_id = $1', where];
  const args: Value[] = [...first];
  const also = (condition: string, value: Value | undefined) => {
    if (value === undefined) return;
    args.push(value);
    conditions.push(`${condition} $${args.length}`);
  };
  also('flows.name =', filter.flowName);
  also('attestations.name =', filter.name);
  also('attestations.type =', filter.type);
  also('attestations.id =', filter.id);
  also('attestations.number <', before);
  args.push(limit);
  const rows = yield* query(
    `select attestations.number, attestations.sequence
     from attestations join flows on flows.org_id = attestations.org_id and flows.id = attestations.flow_id
     where ${conditions.join(' and ')} order by attestations.number desc limit $${args.length}`,
    ...args,
  );
  return rows.map((row) => ({ number: number(row, 'number'), sequence: number(row, 'sequence') }));
}

export function* attestationById(orgId: string, id: string): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne(`${columns} where attestations.org_id = $1 and attestations.id = $2`, orgId, id));
}

export function* attestationByNumber(orgId: string, place: number): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne(`${columns} where attestations.org_id = $1 and attestations.number = $2`, orgId, place));
}

export function* attestationBySequence(orgId: string, sequence: number): Steps<AttestationRow | undefined> {
  return rowOf(
    yield* queryOne(
      `select body, sequence, hash from records where org_id = $1 and sequence = $2 and kind = 'attestation'`,
      orgId,
      sequence,
    ),
  );
}

export function* attestationCount(orgId: string): Steps<number> {
  const row = yield* queryOne('select attestation_count from organizations where id = $1', orgId);
  return row === undefined ? 0 : number(row, 'attestation_count');
}

/** Asked at a start about files whose organization is not known. */
export function* hasBlob(id: string): Steps<boolean> {
  return (yield* queryOne('select 1 as found from blobs where id = $1', id)) !== undefined;
}

function rowOf(row: Row | undefined): AttestationRow | undefined {
  if (row === undefined) return undefined;
  return { record: json(row, 'body', isAttestationRecord), sequence: number(row, 'sequence'), hash: text(row, 'hash') };
}
