import { randomUUID } from 'node:crypto';
import type { Call } from '../../client/index.ts';
import { EvidenceError } from '../../errors/index.ts';
import { legWords, type OwnEvidence, type TrailQuestion } from '../../gate/index.ts';
import { bytes, count } from '../../text/index.ts';
import { pack, type PackedAttachment, type Packing } from './attachment/pack.ts';
import { collect, type Collected } from './collect.ts';
import type { RunContext } from '../run/context.ts';
import { reportHidden } from '../run/hide-in-record.ts';
import { inWorkingDirectory } from '../run/working-directory.ts';
import { hideInPayload } from './hide-in-payload.ts';
import { questionAbout } from '../run/question.ts';
import { thisRun, type TestRun } from '../run/run-facts.ts';
import { recordOf } from './payload.ts';
import type { RecordedEvidence } from '../run/result.ts';
import { submissionOf, submit } from './submit.ts';
import type { AttestSettings, RecordedSettings, ServiceSettings } from '../../options/index.ts';

/** What attesting came to: what the decision needs, and what people want to see. */
export interface Attested {
  readonly question: TrailQuestion;
  readonly own: OwnEvidence;
  readonly evidence: RecordedEvidence;
  readonly nonce: string;
}

/** The use case `attest`: reads the results, the commit and the repository, and records them on the trail. */
export async function attest(call: Call, service: ServiceSettings, settings: AttestSettings, outer: RunContext): Promise<Attested> {
  const context = inWorkingDirectory(outer, settings.workingDirectory);
  const { secrets } = context;
  const collected = await collect({ ...settings, junit: { ...settings.junit, secrets } }, service.commit, context);
  const question = questionOfEvidence(service, collected, context);
  return record(call, { service, settings, collected, question, run: thisRun(context.event) }, context);
}

/** What was read, and where and how it is to be recorded. */
export interface Recording {
  readonly service: Pick<ServiceSettings, 'token' | 'dryRun'>;
  readonly settings: RecordedSettings;
  readonly collected: Collected;
  readonly question: TrailQuestion;
  /** The run that made it. */
  readonly run: TestRun;
}

/** Records what was read on the trail, with its files. */
export async function record(call: Call, recording: Recording, context: RunContext): Promise<Attested> {
  const { collected: counted, question, run, service, settings } = recording;
  const { secrets } = context;
  const nonce = randomUUID();
  const isWithheld = ({ problems }: Collected): boolean => problems.length > 0 && settings.onUnusable === 'post-nothing';
  if (!isWithheld(counted)) {
    context.report({ kind: 'info', message: `${describe(counted)}, for commit ${question.commit?.slice(0, 12) ?? 'unknown'}` });
  }
  const { packed, problems } = isWithheld(counted) ? nothingPacked : await pack(settings, counted, secrets, context);
  const collected = problems.length === 0 ? counted : { ...counted, problems: [...counted.problems, ...problems] };
  const { record: data, found } = hideInPayload(recordOf(settings, collected, run, nonce), secrets);
  reportHidden(found, context.report);
  const failed = data.junit_results.reduce((sum, row) => sum + row.failures + row.errors, 0);
  const attested = (sending: OwnEvidence['sending'], attachment?: PackedAttachment): Attested => ({
    question,
    nonce,
    own: { name: settings.name, failed, problems: collected.problems, sending },
    evidence: {
      name: settings.name,
      of: legWords({ matrix: settings.matrix, leg: settings.leg, artifact: settings.targetArtifacts.join(', ') }),
      sending,
      data,
      junit: collected.junit,
      git: collected.git,
      problems: collected.problems,
      attachment: attachment === undefined ? undefined : { name: attachment.attachment.name, bytes: attachment.bytes },
    },
  });

  if (isWithheld(collected)) {
    packed?.remove();
    return attested({ kind: 'withheld' });
  }
  if (packed !== undefined) {
    const { attachment, bytes: size, holds } = packed;
    context.report({
      kind: 'info',
      message: `${service.dryRun ? 'Would attach' : 'Attaching'} ${attachment.name} (${bytes(size)}): ${holds}`,
    });
  }
  const submission = submissionOf(question, data, packed?.attachment);
  try {
    if (service.dryRun) return attested({ kind: 'dry-run' }, packed);
    context.sent.begin(settings.name);
    const sending = await submit(call, submission);
    context.sent.end(settings.name, sending);
    if (sending.kind === 'accepted') {
      context.report({ kind: 'info', message: `Recorded ${settings.name} on trail ${question.trail} of flow ${question.flow}` });
      if (sending.head !== undefined) context.report({ kind: 'info', message: `Witness: ${sending.head}` });
    }
    return attested(sending, packed);
  } finally {
    packed?.remove();
  }
}

const nothingPacked: Packing = { packed: undefined, problems: [] };

/** The trail to record on. Throws an `EvidenceError` where neither a trail nor a commit is known. */
function questionOfEvidence(service: ServiceSettings, { git, problems }: Collected, { event }: RunContext): TrailQuestion {
  const question = questionAbout(service, git?.commit.sha1 ?? service.commit, event);
  if (question !== undefined) return question;
  const cause = problems.find(({ code }) => code === 'unknown-commit');
  throw new EvidenceError('unknown-commit', `${cause?.message ?? 'No commit is known.'} So there is no trail to record on`, {
    problems,
    fix: cause?.fix ?? 'Check the repository out before this step, or give commit or trail',
  });
}

function describe({ junit, problems }: Collected): string {
  // The reasons of the verdict say why.
  if (problems.length > 0) return `The evidence is unusable (${count(problems.length, 'cause')})`;
  const { total, failures, errors, skipped } = junit.totals;
  const failed = failures + errors;
  const parts = [failed > 0 ? `${failed} failed` : undefined, skipped > 0 ? `${skipped} skipped` : undefined].filter(
    (part) => part !== undefined,
  );
  return `Read ${count(total, 'test')} from ${count(junit.files.length, 'file')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
