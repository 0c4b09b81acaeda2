import { isJunitCompliant } from '../../compliance/index.ts';
import type { Static } from 'typebox';
import type { JunitAttestation } from '../../contract/index.ts';
import { canonical, sha256 } from '../store/log/canonical.ts';
import type { Author } from '../store/log/chain.ts';
import { TrailFull } from '../store/tables/latest.ts';
import { newRecordId } from '../store/record-id.ts';
import type { AttestationOutcome, NewAttestation, ReceivedBlob } from '../store/store.ts';
import { turn } from '../turn.ts';
import type { Evidence } from './context.ts';
import { Refusal } from './refusal.ts';
import { repositoryId } from './repository.ts';
import { rules } from './rules.ts';
import { withoutNulls } from './without-nulls.ts';

export interface JunitRecord {
  readonly author: Author;
  readonly flowName: string;
  readonly trailName: string;
  readonly data: Static<typeof JunitAttestation>;
  readonly attachment: ReceivedBlob | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A record that is kept: `head` is the hash that the organization's log ended with after it. */
export interface Recorded {
  readonly id: string;
  readonly head: string;
  /** An earlier request with the same key recorded it. */
  readonly replayed: boolean;
}

/** Records a test-results attestation. */
export async function recordJunit({ store, blobs }: Pick<Evidence, 'store' | 'blobs'>, record: JunitRecord): Promise<Recorded> {
  const { attachment } = record;
  const id = newRecordId();
  let recorded = false;
  try {
    await turn();
    const attestation = attestationOf(record, id);
    await turn();
    const result = await store.recordAttestation(attestation, rules);
    recorded = result.outcome === 'recorded';
    return answerOf(result, record);
  } catch (error) {
    throw error instanceof TrailFull ? trailFull(record.trailName, error) : error;
  } finally {
    if (attachment !== undefined) await (recorded ? blobs.keep(attachment) : blobs.discard(attachment));
  }
}

function trailFull(trail: string, cause: TrailFull): Refusal {
  return new Refusal('invalid-request', `The trail '${trail}' is full. ${cause.message}`, {
    cause,
    fix: 'Record under a name that it has, or begin another trail: one for each commit or release.',
  });
}

function answerOf(result: AttestationOutcome, record: JunitRecord): Recorded {
  switch (result.outcome) {
    case 'recorded':
    case 'replayed':
      return { id: result.id, head: result.head, replayed: result.outcome === 'replayed' };
    case 'key-reused':
      throw new Refusal('key-reused', 'The Idempotency-Key of this request was used before, with another content.', {
        fix: 'Use a new key for each attestation, and the same one only to say the very same again.',
      });
    case 'unknown-artifact':
      throw new Refusal(
        'not-found',
        `The trail '${record.trailName}' of the flow '${record.flowName}' in the organization '${record.author.orgName}' has no artifact with the fingerprint ${record.data.artifact_fingerprint}.`,
        { fix: 'Report the artifact to the trail first, or name it in target_artifacts.' },
      );
  }
}

function attestationOf(record: JunitRecord, id: string): NewAttestation {
  const { author, flowName, trailName, data, attachment, idempotencyKey } = record;
  const commit = data.git_commit_info?.sha1;
  const fingerprint = data.artifact_fingerprint ?? undefined;
  const repoId = repositoryId(author.orgName, data.repo_info);
  const file = attachment === undefined ? undefined : { filename: attachment.filename, bytes: attachment.bytes, sha256: attachment.sha256 };
  return {
    author,
    flowName,
    trailName,
    id,
    type: 'junit',
    name: data.attestation_name,
    compliant: isJunitCompliant(data.junit_results),
    targets: [...new Set(data.target_artifacts)],
    data: withoutNulls(data),
    // A trail that is created by an attestation is about that attestation's commit and run.
    trail: withoutNulls({ git_commit_info: data.git_commit_info ?? null, origin_url: data.origin_url ?? null }),
    ...(commit === undefined ? {} : { commit }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(repoId === undefined ? {} : { repoId }),
    ...(attachment === undefined ? {} : { blob: attachment }),
    ...(idempotencyKey === undefined
      ? {}
      : {
          idempotency: { key: idempotencyKey, requestHash: sha256(canonical(['junit', flowName, trailName, data, file ?? null])) },
        }),
  };
}
