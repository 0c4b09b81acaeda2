import { randomUUID } from 'node:crypto';
import { attest, type Attachment, type AttestOperation, type Call, type Submission } from '../../client/index.ts';
import type { AboutAttestation } from '../../contract/index.ts';
import { limits } from '../../contract/limits.ts';
import { EvidenceError, ResponseError, TransportError, type EvidenceProblem } from '../../errors/index.ts';
import { failuresKey, legWords, runKey, type OwnEvidence, type Sending, type TrailQuestion } from '../../gate/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { AttestSettings, CommonSettings, RecordedSettings, ServiceSettings } from '../../options/index.ts';
import type { TestResults } from '../../results/index.ts';
import { bytes, count, given, valueAt } from '../../text/index.ts';
import { runFacts, thisRun, type TestRun } from '../run/commit.ts';
import { inWorkingDirectory, type RunContext } from '../run/context.ts';
import { faultFacts } from '../run/fault.ts';
import { questionAbout } from '../run/question.ts';
import { aboutFields, hideInRecord } from '../run/report-once.ts';
import type { RecordedEvidence } from '../run/result.ts';
import { pack, type PackedAttachment } from './attachment/pack.ts';
import { resultsContent, type Content } from './kinds.ts';
import { readTestEvidence, type TestEvidence } from './test-evidence.ts';

interface Recording<Fields extends object> {
  readonly service: Pick<ServiceSettings, 'dryRun'>;
  readonly settings: Omit<RecordedSettings, 'reading' | 'jobs'>;
  readonly question: TrailQuestion;
  readonly git: GitFacts | undefined;
  readonly run: TestRun;
  readonly results: Pick<TestResults, 'files' | 'secrets'>;
  /** Any makes the evidence unusable. */
  readonly problems: readonly EvidenceProblem[];
  /** Called once all problems of the record are known. */
  content(problems: readonly EvidenceProblem[]): Content<Fields>;
  /** A verdict will say whether it was recorded. Without one, a record that is not accepted ends the run. */
  readonly hasVerdict: boolean;
}

interface RecordOutcome<Fields extends object> extends Pick<RecordedEvidence, 'sending' | 'problems' | 'attachment'> {
  /** The `data_json` that was or would be posted. */
  readonly data: AboutAttestation & Fields;
  /** Finds the record again where the service returns no id. */
  readonly nonce: string;
}

export async function record<Fields extends object>(
  call: Call,
  recording: Recording<Fields>,
  context: RunContext,
): Promise<RecordOutcome<Fields>> {
  const { git, question, results, run, service, settings } = recording;
  const isWithheld = (problems: readonly EvidenceProblem[]): boolean => problems.length > 0 && settings.onUnusable === 'post-nothing';
  const { packed, problems: changed } = isWithheld(recording.problems)
    ? { packed: undefined, problems: [] }
    : await pack(settings, { results, problems: recording.problems }, context.secrets, context);
  try {
    const problems = [...recording.problems, ...changed];
    const content = recording.content(problems);
    const nonce = randomUUID();
    const kept = new Set([...keptFields, ...content.kept]);
    const data = withinLimit(hideInRecord(payloadOf(settings, git, run, content, nonce), kept, context));
    if (isWithheld(problems)) return { data, nonce, problems, sending: { kind: 'withheld' }, attachment: undefined };
    announceAttachment(packed, service, context);
    const submission = submissionOf(question, data, packed);
    const sending = service.dryRun ? dryRun : await send(call, content.operation, submission, recording, context);
    const attachment = packed === undefined ? undefined : { name: packed.name, bytes: packed.bytes };
    return { data, nonce, problems, sending, attachment };
  } finally {
    packed?.remove();
  }
}

/** Without the messages of failed tests, where the service takes no more. */
function withinLimit<Data extends AboutAttestation>(data: Data): Data {
  const ofRun = valueAt(data.user_data, runKey);
  if (typeof ofRun !== 'object' || ofRun === null || !(failuresKey in ofRun) || sizeOf(data) <= limits.dataJsonBytes) return data;
  const { [failuresKey]: _said, ...rest } = ofRun;
  return { ...data, user_data: { ...data.user_data, [runKey]: rest } };
}

function sizeOf(data: object): number {
  return Buffer.byteLength(JSON.stringify(data));
}

const dryRun: Sending = { kind: 'dry-run' };

function announceAttachment(
  packed: PackedAttachment | undefined,
  { dryRun: isDry }: Pick<ServiceSettings, 'dryRun'>,
  { report }: RunContext,
): void {
  if (packed === undefined) return;
  const { bytes: size, holds, name } = packed;
  report({ kind: 'info', message: `${isDry ? 'Would attach' : 'Attaching'} ${name} (${bytes(size)}): ${holds}` });
}

async function send(
  call: Call,
  operation: AttestOperation,
  submission: Submission,
  { hasVerdict, question, settings: { name } }: Pick<Recording<object>, 'hasVerdict' | 'question' | 'settings'>,
  { report, sent }: RunContext,
): Promise<Sending> {
  sent.begin(name);
  const sending = await submit(call, operation, submission).catch((error: unknown) => {
    if (hasVerdict) return failedSending(error);
    throw error;
  });
  sent.end(name, sending);
  if (sending.kind !== 'accepted') return sending;
  if (hasVerdict) report({ kind: 'info', message: `Recorded ${name} on trail ${question.trail} of flow ${question.flow}` });
  if (sending.head !== undefined) report({ kind: 'info', message: `Witness: ${sending.head}` });
  return sending;
}

/** Sent unchanged: the service finds a record by them, and they tell runs and commits apart. */
export const keptFields = [
  'attestation_name',
  'artifact_fingerprint',
  'target_artifacts',
  'git_commit_info.sha1',
  'git_commit_info.parents',
  `user_data.${runKey}`,
] as const;

/** `nonce` finds the record again where the service returns no id. */
export function payloadOf<Fields extends object>(
  settings: Omit<CommonSettings, 'attachments' | 'attach'>,
  git: GitFacts | undefined,
  run: TestRun,
  { fields, ofRun }: Pick<Content<Fields>, 'fields' | 'ofRun'>,
  nonce: string,
): AboutAttestation & Fields {
  const { annotations, artifactFingerprint, name, targetArtifacts, userData } = settings;
  const originUrl = settings.originUrl ?? run.url;
  return {
    ...given({ artifact_fingerprint: artifactFingerprint }),
    ...aboutFields(settings, git),
    attestation_name: name,
    ...(targetArtifacts.length === 0 ? {} : { target_artifacts: targetArtifacts }),
    ...given({ origin_url: originUrl }),
    user_data: { ...userData, ...(ofRun === undefined ? {} : { [runKey]: { ...runFacts(settings, git, run, nonce), ...ofRun } }) },
    ...(annotations.size === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...fields,
  };
}

/** Not sent yet. With its key it can be sent again at any later time, and is recorded once. */
export function submissionOf(
  { org, flow, trail }: Pick<TrailQuestion, 'org' | 'flow' | 'trail'>,
  data: AboutAttestation,
  attachment: Attachment | undefined,
): Submission {
  return { to: { org, flow_name: flow, trail_name: trail }, data, key: randomUUID(), attachment };
}

/** Every retry carries the same idempotency key, so it is recorded once. @throws where the record is not accepted. */
export async function submit(call: Call, operation: AttestOperation, submission: Submission): Promise<Sending> {
  const size = sizeOf(submission.data);
  if (size > limits.dataJsonBytes) {
    const message = `The record is ${bytes(size)}, more than the ${bytes(limits.dataJsonBytes)} that the service takes`;
    throw new EvidenceError('too-large', message, {
      fix: 'Attest in several steps, each with some of the files and a name of its own',
    });
  }
  const { head, id } = await attest(call, operation, submission);
  return { kind: 'accepted', id, evaluated: false, ...given({ head }) };
}

/** @throws an interruption, or a fault of ours. */
export function failedSending(error: unknown): Sending {
  return { kind: 'failed', fault: faultFacts(error), unconfirmed: !isCertain(error) };
}

/** No try got through, or the only one was refused: nothing was recorded. */
function isCertain(error: unknown): boolean {
  if (error instanceof TransportError) return !error.mayHaveArrived;
  if (error instanceof EvidenceError) return true;
  return error instanceof ResponseError && error.attempts === 1 && error.status < 500 && error.status !== 408 && error.status !== 409;
}

export interface Attested {
  readonly question: TrailQuestion;
  readonly own: OwnEvidence;
  readonly evidence: RecordedEvidence;
  readonly nonce: string;
}

export async function attestTestResults(
  call: Call,
  service: ServiceSettings,
  settings: AttestSettings,
  outer: RunContext,
): Promise<Attested> {
  const context = inWorkingDirectory(outer, settings.workingDirectory);
  const reading = { ...settings.reading, secrets: context.secrets, withPassedNames: settings.testNames === 'all' };
  const collected = await readTestEvidence({ ...settings, reading }, service.commit, context);
  const question = questionOfEvidence(service, collected, context);
  const attested = await recordResults(call, { service, settings, collected, question, run: thisRun(context.event) }, context);
  return { ...attested, evidence: { ...attested.evidence, testNames: settings.testNames } };
}

interface ResultsRecording extends Pick<Recording<object>, 'service' | 'settings' | 'question' | 'run'> {
  readonly collected: TestEvidence;
}

export async function recordResults(call: Call, { collected, ...recording }: ResultsRecording, context: RunContext): Promise<Attested> {
  const { question, settings } = recording;
  const { git, results } = collected;
  const { leg, matrix, name, targetArtifacts } = settings;
  const { secrets } = context;
  if (collected.problems.length === 0 || settings.onUnusable === 'post-error') {
    context.report({ kind: 'info', message: `${describe(collected)}, for commit ${question.commit?.slice(0, 12) ?? 'unknown'}` });
  }
  const content: Recording<ReturnType<typeof resultsContent>['fields']>['content'] = (problems) =>
    resultsContent(results, problems, secrets, settings.attach);
  const { nonce, ...outcome } = await record(call, { ...recording, ...collected, content, hasVerdict: true }, context);
  const { data, problems, sending } = outcome;
  const failed = data.junit_results.reduce((sum, row) => sum + row.failures + row.errors, 0);
  const of = legWords({ matrix, leg, artifact: targetArtifacts.join(', ') });
  return { question, nonce, own: { name, failed, problems, sending }, evidence: { name, of, results, git, ...outcome } };
}

/** @throws {EvidenceError} where neither a trail nor a commit is known. */
function questionOfEvidence(service: ServiceSettings, { git, problems }: TestEvidence, { event }: RunContext): TrailQuestion {
  const question = questionAbout(service, git?.commit.sha1 ?? service.commit, event);
  if (question !== undefined) return question;
  const cause = problems.find(({ code }) => code === 'unknown-commit');
  throw new EvidenceError('unknown-commit', `${cause?.message ?? 'No commit is known.'} So there is no trail to record on`, {
    problems,
    fix: cause?.fix ?? 'Check the repository out before this step, or give commit or trail',
  });
}

function describe({ results, problems }: TestEvidence): string {
  // The reasons of the verdict say why.
  if (problems.length > 0) return `The evidence is unusable (${count(problems.length, 'cause')})`;
  const { total, failures, errors, skipped } = results.totals;
  const failed = failures + errors;
  const parts = [failed > 0 ? `${failed} failed` : undefined, skipped > 0 ? `${skipped} skipped` : undefined].filter(
    (part) => part !== undefined,
  );
  return `Read ${count(total, 'test')} from ${count(results.files.length, 'file')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
