import type { AttestationInput } from '../../contract/index.ts';
import { given, withoutNulls, canonical } from '../../text/index.ts';
import { Unreachable } from '../store/faults.ts';
import { sha256 } from '../store/log/header.ts';
import type { AttestationOutcome, Evaluated, NewAttestation, ReceivedBlob } from '../store/model/attestations.ts';
import type { Caller } from '../store/model/roles.ts';
import { newRecordId } from '../store/record-id.ts';
import { TrailFull } from '../store/tables/latest.ts';
import { turn } from '../turns.ts';
import type { Evidence } from './context.ts';
import { refuseUnknownFlow } from './flows.ts';
import { complianceRules } from './gate/names.ts';
import { notFound } from './not-found.ts';
import { Refusal } from './refusal.ts';
import { repositoryId } from './repository.ts';

/** Who sends evidence, and to which trail. */
export interface Submission {
  readonly author: Caller;
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
  submission: Submission,
  data: AttestationInput,
  evaluate: () => Evaluated | Promise<Evaluated>,
): Promise<Recorded> {
  const { blobs, store } = evidence;
  const { attachment, author, flowName, trailName } = submission;
  const id = newRecordId();
  /** Whether the record was written; `undefined` where nobody can tell. */
  let recorded: boolean | undefined = false;
  try {
    await refuseUnknownFlow(evidence, author, flowName);
    await turn();
    const attestation = attestationOf(submission, data, await evaluate(), id);
    await turn();
    recorded = undefined;
    const result = await withRoom(trailName, () => store.recordAttestation(attestation, complianceRules));
    recorded = result.outcome === 'recorded';
    return answerOf(result, submission, data);
  } catch (error) {
    if (!(error instanceof Unreachable)) recorded = false;
    throw error;
  } finally {
    // Where nobody can tell, the record may be there, and must not miss its file: the store sorts that out when it is opened again.
    if (attachment !== undefined && recorded !== undefined) await (recorded ? blobs.keep(attachment) : blobs.discard(attachment));
  }
}

/** Does a write for which its trail may have no room. */
export async function withRoom<Result>(trail: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof TrailFull)) throw error;
    throw new Refusal('invalid-request', `The trail '${trail}' is full. ${error.message}`, {
      cause: error,
      fix: 'Record under a name that it has, or begin another trail: one for each commit or release.',
    });
  }
}

/** The answer to the caller, by the outcome of the write. */
export function answerOf(result: AttestationOutcome, { author, flowName, trailName }: Submission, data: AttestationInput): Recorded {
  switch (result.outcome) {
    case 'recorded':
    case 'replayed':
      return { id: result.id, head: result.head, replayed: result.outcome === 'replayed' };
    case 'key-reused':
      throw new Refusal('key-reused', 'The Idempotency-Key of this request was used before, with another content.', {
        fix: 'Use a new key for each attestation, and the same one only to say the very same again.',
      });
    case 'unknown-artifact':
      throw notFound(
        `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no artifact with the fingerprint ${data.artifact_fingerprint ?? ''}.`,
        'Report the artifact to the trail first, or name it in target_artifacts.',
      );
  }
}

/** The parts of a record of any kind. */
export function attestationOf(submission: Submission, data: AttestationInput, evaluated: Evaluated, id: string): NewAttestation {
  const { author, flowName, trailName, attachment } = submission;
  const commit = data.git_commit_info?.sha1;
  const fingerprint = data.artifact_fingerprint ?? undefined;
  const repoId = repositoryId(author.orgName, data.repo_info);
  const idempotency = idempotencyOf(submission, evaluated.type, data);
  return {
    author,
    flowName,
    trailName,
    id,
    ...evaluated,
    name: data.attestation_name,
    targets: [...new Set(data.target_artifacts)],
    data: withoutNulls(data),
    // A trail that is created by an attestation is about that attestation's commit and run.
    trail: withoutNulls({ git_commit_info: data.git_commit_info ?? null, origin_url: data.origin_url ?? null }),
    ...given({ commit, fingerprint, repoId, blob: attachment, idempotency }),
  };
}

function idempotencyOf({ attachment, flowName, idempotencyKey, trailName }: Submission, type: string, data: AttestationInput) {
  if (idempotencyKey === undefined) return undefined;
  const file = attachment === undefined ? null : { filename: attachment.filename, bytes: attachment.bytes, sha256: attachment.sha256 };
  return { key: idempotencyKey, requestHash: sha256(canonical([type, flowName, trailName, data, file])) };
}
