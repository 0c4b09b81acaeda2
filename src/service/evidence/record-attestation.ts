import type { AttestationInput } from '../../contract/index.ts';
import { canonical, sha256 } from '../store/log/canonical.ts';
import type { Author } from '../store/log/chain.ts';
import { TrailFull } from '../store/tables/latest.ts';
import { newRecordId } from '../store/record-id.ts';
import type { AttestationOutcome, Judged, NewAttestation, ReceivedBlob } from '../store/model/attestations.ts';
import { turn } from '../turn.ts';
import type { Evidence } from './context.ts';
import { judges } from './judges.ts';
import { Refusal } from './refusal.ts';
import { repositoryId } from './repository.ts';
import { refuseUnknownFlow } from './flows.ts';
import { withoutNulls } from './without-nulls.ts';
import { given } from '../../text/index.ts';

/** The reporter and the place of evidence. */
export interface Report {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName: string;
  readonly attachment: ReceivedBlob | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A record that is kept: `head` is the hash that the organization's log ended with after it. */
export interface Recorded {
  readonly id: string;
  readonly head: string;
  /** Whether an earlier request with the same key recorded it. */
  readonly replayed: boolean;
}

/** Records an attestation of any kind. Creates its flow and its trail if they do not exist yet. */
export async function recordAttestation(
  evidence: Pick<Evidence, 'store' | 'blobs' | 'beginsFlows'>,
  report: Report,
  data: AttestationInput,
  judge: () => Judged | Promise<Judged>,
): Promise<Recorded> {
  const { blobs, store } = evidence;
  const { attachment, author, flowName } = report;
  const id = newRecordId();
  let recorded = false;
  try {
    await refuseUnknownFlow(evidence, author, flowName);
    await turn();
    const attestation = attestationOf(report, data, await judge(), id);
    await turn();
    const result = await store.recordAttestation(attestation, judges);
    recorded = result.outcome === 'recorded';
    return answerOf(result, report, data);
  } catch (error) {
    throw error instanceof TrailFull ? trailFull(report.trailName, error) : error;
  } finally {
    if (attachment !== undefined) await (recorded ? blobs.keep(attachment) : blobs.discard(attachment));
  }
}

/** The refusal of a record for which its trail has no room. */
export function trailFull(trail: string, cause: TrailFull): Refusal {
  return new Refusal('invalid-request', `The trail '${trail}' is full. ${cause.message}`, {
    cause,
    fix: 'Record under a name that it has, or begin another trail: one for each commit or release.',
  });
}

/** The refusal of a key that came before with other content. */
export function keyReused(): Refusal {
  return new Refusal('key-reused', 'The Idempotency-Key of this request was used before, with another content.', {
    fix: 'Use a new key for each attestation, and the same one only to say the very same again.',
  });
}

/** The refusal of a record about an artifact that was not reported on the trail. */
export function noArtifactOnTrail({ author, flowName, trailName }: Report, fingerprint: string | null | undefined): Refusal {
  return new Refusal(
    'not-found',
    `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no artifact with the fingerprint ${fingerprint ?? ''}.`,
    { fix: 'Report the artifact to the trail first, or name it in target_artifacts.' },
  );
}

/** The answer to the caller, by the outcome of the write. */
export function answerOf(result: AttestationOutcome, report: Report, data: AttestationInput): Recorded {
  switch (result.outcome) {
    case 'recorded':
    case 'replayed':
      return { id: result.id, head: result.head, replayed: result.outcome === 'replayed' };
    case 'key-reused':
      throw keyReused();
    case 'unknown-artifact':
      throw noArtifactOnTrail(report, data.artifact_fingerprint);
  }
}

/** The parts of a record of any kind. */
export function attestationOf(report: Report, data: AttestationInput, judged: Judged, id: string): NewAttestation {
  const { author, flowName, trailName, attachment } = report;
  const commit = data.git_commit_info?.sha1;
  const fingerprint = data.artifact_fingerprint ?? undefined;
  const repoId = repositoryId(author.orgName, data.repo_info);
  const idempotency = idempotencyOf(report, judged.type, data);
  return {
    author,
    flowName,
    trailName,
    id,
    ...judged,
    name: data.attestation_name,
    targets: [...new Set(data.target_artifacts)],
    data: withoutNulls(data),
    // A trail that is created by an attestation is about that attestation's commit and run.
    trail: withoutNulls({ git_commit_info: data.git_commit_info ?? null, origin_url: data.origin_url ?? null }),
    ...given({ commit, fingerprint, repoId, blob: attachment, idempotency }),
  };
}

function idempotencyOf({ attachment, flowName, idempotencyKey, trailName }: Report, type: string, data: AttestationInput) {
  if (idempotencyKey === undefined) return undefined;
  const file = attachment === undefined ? null : { filename: attachment.filename, bytes: attachment.bytes, sha256: attachment.sha256 };
  return { key: idempotencyKey, requestHash: sha256(canonical([type, flowName, trailName, data, file])) };
}
