import type { Static } from 'typebox';
import {
  isDecisionCompliant,
  isGenericCompliant,
  isJiraCompliant,
  isJunitCompliant,
  isPullRequestCompliant,
  isSnykCompliant,
  isSonarCompliant,
} from '../../../compliance/index.ts';
import type {
  AttestationInput,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  OverrideAttestation,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from '../../../contract/index.ts';
import { canonical, given, withoutNulls } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import { Refusal, notFound, refuseBlank } from '../../evidence/refusal.ts';
import { Unreachable } from '../../faults.ts';
import { newRecordId } from '../../record/id.ts';
import { newestRule, sha256 } from '../../record/kind.ts';
import type { Caller } from '../../roles.ts';
import { turn } from '../../turns.ts';
import { refuseUnknownFlow } from '../flows/use.ts';
import { TrailFull } from '../trails/tables.ts';
import { repositoryId } from '../trails/use.ts';
import type { AttestationOutcome, Evaluated, NewAttestation, ReceivedBlob } from './tables.ts';

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
  /** `undefined` where it is not known. */
  let recorded: boolean | undefined = false;
  try {
    await refuseUnknownFlow(evidence, author, flowName);
    await turn();
    const attestation = attestationOf(submission, data, await evaluate(), id);
    await turn();
    recorded = undefined;
    const result = await withRoom(trailName, () => store.recordAttestation(attestation));
    recorded = result.outcome === 'recorded';
    return answerOf(result, submission, data);
  } catch (error) {
    if (!(error instanceof Unreachable)) recorded = false;
    throw error;
  } finally {
    // Where that is not known, the record may be there, and must not miss its file: the next opening of the store sorts it out.
    if (attachment !== undefined && recorded !== undefined) await (recorded ? blobs.keep(attachment) : blobs.discard(attachment));
  }
}

/** Does a write that may exceed the room of its trail. */
async function withRoom<Result>(trail: string, write: () => Promise<Result>): Promise<Result> {
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

function answerOf(result: AttestationOutcome, { author, flowName, trailName }: Submission, data: AttestationInput): Recorded {
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

function attestationOf(submission: Submission, data: AttestationInput, evaluated: Evaluated, id: string): NewAttestation {
  const { attachment, author, flowName, trailName } = submission;
  const { artifact_fingerprint: fingerprint, git_commit_info: info, origin_url: origin, repo_info: repository } = data;
  return {
    author,
    flowName,
    id,
    said: {
      trail: trailName,
      attestation_name: data.attestation_name,
      ...evaluated,
      targets: [...new Set(data.target_artifacts)],
      data: withoutNulls(data),
      ...given({
        commit: info?.sha1,
        fingerprint: fingerprint ?? undefined,
        repo_id: repositoryId(author.orgName, repository),
        attachment,
        request: requestOf(submission, evaluated, data),
      }),
    },
    // A trail that is created by an attestation is about that attestation's commit and run.
    begins: withoutNulls({ git_commit_info: info ?? null, origin_url: origin ?? null }),
  };
}

/** The key of a request, and the hash of everything that makes it up. */
function requestOf(
  { attachment, flowName, idempotencyKey: key, trailName }: Submission,
  { attestation_type: type }: Evaluated,
  data: AttestationInput,
): NewAttestation['said']['request'] {
  if (key === undefined) return undefined;
  const file = attachment === undefined ? null : { filename: attachment.filename, bytes: attachment.bytes, sha256: attachment.sha256 };
  return { key, hash: sha256(canonical([type, flowName, trailName, data, file])) };
}

type Data = Static<typeof OverrideAttestation>;

/** Records an override of a name. It replaces what the evidence says until there is another record of that name. */
export async function recordOverride({ store }: Pick<Evidence, 'store'>, submission: Submission, data: Data): Promise<Recorded> {
  refuseBlank('reason', data.reason, 'why the evidence is overridden');
  const evaluated = { attestation_type: 'override', is_compliant: data.new_compliance_status };
  const attestation = attestationOf(submission, data, evaluated, newRecordId());
  const override = { ...attestation, originalType: data.original_attestation_type };
  const result = await withRoom(submission.trailName, () => store.recordOverride(override));
  switch (result.outcome) {
    case 'nothing-to-override':
      throw nothingToOverride(submission, data);
    case 'other-type':
      throw new Refusal('invalid-request', `The evidence '${data.attestation_name}' is of the type ${result.type}.`, {
        errors: { original_attestation_type: `must be ${JSON.stringify(result.type)}, the type of what is overridden.` },
      });
    case 'recorded':
    case 'replayed':
    case 'key-reused':
    case 'unknown-artifact':
      return answerOf(result, submission, data);
  }
}

function nothingToOverride({ author, flowName, trailName }: Submission, data: Data): Refusal {
  const about = data.artifact_fingerprint ?? data.target_artifacts?.[0];
  const where = about === undefined || about === null ? '' : ` about the artifact ${about}`;
  return notFound(
    `The trail '${trailName}' of the flow '${flowName}' in the organization '${author.orgName}' has no evidence '${data.attestation_name}'${where}, and its template asks for none.`,
    'Check the name, and whether the evidence is about the trail itself or about one of its artifacts.',
  );
}

function judged<Data>(type: string, isCompliant: (data: Data) => boolean): (data: Data) => Evaluated {
  return (data) => ({ attestation_type: type, is_compliant: isCompliant(data) });
}

/** The kinds of evidence whose rule is ours. */
export const evaluated = {
  junit: judged('junit', (data: Static<typeof JunitAttestation>) => isJunitCompliant(data.junit_results, newestRule)),
  generic: judged<Static<typeof GenericAttestation>>('generic', isGenericCompliant),
  pullRequest: judged<Static<typeof PullRequestAttestation>>('pull_request', isPullRequestCompliant),
  snyk: judged<Static<typeof SnykAttestation>>('snyk', isSnykCompliant),
  sonar: judged<Static<typeof SonarAttestation>>('sonar', isSonarCompliant),
  jira: judged<Static<typeof JiraAttestation>>('jira', isJiraCompliant),
  decision: judged<Static<typeof DecisionAttestation>>('system:decision', isDecisionCompliant),
};
