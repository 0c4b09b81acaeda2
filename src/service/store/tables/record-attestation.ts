import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import { commitOf, repoOf } from '../log/event.ts';
import { setLatest } from './latest.ts';
import { text } from '../sql/row.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import type { AttestationOutcome, Evaluate, Flow, Idempotency, NewAttestation } from '../store.ts';
import { beginTrail, ensureFlow, evaluateTrail, findTrailState, withRepo, type TrailState } from './trails.ts';

export function* recordAttestation(attestation: NewAttestation, evaluate: Evaluate, now: number): Steps<AttestationOutcome> {
  const { author, idempotency } = attestation;
  const chain = yield* openChain(author, idempotency?.key);
  const refusal = (yield* earlierAnswer(attestation)) ?? (attestation.fingerprint === undefined ? undefined : unknownArtifact);
  if (refusal !== undefined) {
    yield* closeChain(chain);
    return refusal;
  }
  const flow = yield* ensureFlow(chain, now, attestation.flowName);
  const trail = yield* ensureTrail(chain, now, flow, attestation);
  const appended = yield* append(chain, now, {
    id: attestation.id,
    kind: 'attestation',
    trailId: trail.id,
    event: eventOf(attestation, flow, trail),
    data: {
      ...attestation.data,
      // Last, so that nothing that was sent can stand in their place.
      flow: flow.name,
      trail: attestation.trailName,
      attestation_type: attestation.type,
      is_compliant: attestation.compliant,
    },
  });
  yield* insertAttestation(attestation, flow, trail, appended);
  yield* setLatest(trail.id, attestation, appended.sequence);
  yield* evaluateTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, attestation.repoId) }, evaluate);
  if (idempotency !== undefined) yield* keepAnswer(chain, idempotency);
  yield* closeChain(chain);
  return { outcome: 'recorded' };
}

// Artifacts come with the operation that reports them; until then a trail knows none.
const unknownArtifact: AttestationOutcome = { outcome: 'unknown-artifact' };

function* ensureTrail(chain: Chain, now: number, flow: Flow, attestation: NewAttestation): Steps<TrailState> {
  const known = yield* findTrailState(flow.id, attestation.trailName);
  if (known !== undefined) return known;
  const repo = attestation.repoId === undefined ? {} : { repoId: attestation.repoId };
  return yield* beginTrail(chain, now, flow, { name: attestation.trailName, details: attestation.trail, ...repo });
}

function eventOf(attestation: NewAttestation, flow: Flow, trail: TrailState): Readonly<Record<string, unknown>> {
  const [target] = attestation.targets;
  return {
    type: target === undefined ? 'trail_attestation_reported' : 'trail_attestation_for_artifact_reported',
    flow_id: flow.id,
    trail_id: trail.id,
    attestation_id: attestation.id,
    attestation_type: attestation.type,
    is_compliant: attestation.compliant,
    template_reference_name: attestation.name,
    git_commit_info: commitOf(attestation.data.git_commit_info),
    repo_info: repoOf(attestation.data.repo_info),
    ...(target === undefined ? {} : { target_artifact: target, target_artifacts: attestation.targets }),
  };
}

function* insertAttestation(attestation: NewAttestation, flow: Flow, trail: TrailState, { sequence, createdAt }: Appended): Steps<void> {
  yield* query(
    `insert into attestations (id, org_id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, created_at)
     values ($1, $2, (select attestation_count + 1 from organizations where id = $2), $3, $4, $5, $6, $7, $8, $9, $10)`,
    attestation.id,
    attestation.author.orgId,
    sequence,
    flow.id,
    trail.id,
    attestation.name,
    attestation.type,
    attestation.commit ?? null,
    attestation.compliant,
    createdAt,
  );
  yield* query('update organizations set attestation_count = attestation_count + 1 where id = $1', attestation.author.orgId);
  const { blob } = attestation;
  if (blob !== undefined) {
    yield* query(
      'insert into blobs (id, attestation_id, sha256, bytes) values ($1, $2, $3, $4)',
      blob.id,
      attestation.id,
      blob.sha256,
      blob.bytes,
    );
  }
}

function* earlierAnswer({ author, idempotency }: NewAttestation): Steps<AttestationOutcome | undefined> {
  if (idempotency === undefined) return undefined;
  const row = yield* queryOne(
    'select request_hash, reply from answers where org_id = $1 and user_id = $2 and idempotency_key = $3',
    author.orgId,
    author.userId,
    idempotency.key,
  );
  if (row === undefined) return undefined;
  if (text(row, 'request_hash') !== idempotency.requestHash) return { outcome: 'key-reused' };
  return { outcome: 'replayed', reply: text(row, 'reply') };
}

function* keepAnswer(chain: Chain, { key, requestHash, reply }: Idempotency): Steps<void> {
  yield* query(
    'insert into answers (org_id, user_id, idempotency_key, request_hash, reply, created_at) values ($1, $2, $3, $4, $5, $6)',
    chain.author.orgId,
    chain.author.userId,
    key,
    requestHash,
    reply,
    chain.latest,
  );
}
