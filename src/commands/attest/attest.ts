import type { Call } from '../../client/index.ts';
import { EvidenceError } from '../../errors/index.ts';
import { legWords, type OwnEvidence, type TrailQuestion } from '../../gate/index.ts';
import type { AttestSettings, ServiceSettings } from '../../options/index.ts';
import { count } from '../../text/index.ts';
import { thisRun } from '../run/commit.ts';
import { inWorkingDirectory, type RunContext } from '../run/context.ts';
import { questionAbout } from '../run/question.ts';
import type { RecordedEvidence } from '../run/result.ts';
import { resultsContent } from './kinds.ts';
import { record, type Recording } from './record.ts';
import { readTestEvidence, type TestEvidence } from './test-evidence.ts';

export interface Attested {
  readonly question: TrailQuestion;
  readonly own: OwnEvidence;
  readonly evidence: RecordedEvidence;
  readonly nonce: string;
}

export async function attest(call: Call, service: ServiceSettings, settings: AttestSettings, outer: RunContext): Promise<Attested> {
  const context = inWorkingDirectory(outer, settings.workingDirectory);
  const { secrets } = context;
  const collected = await readTestEvidence({ ...settings, reading: { ...settings.reading, secrets } }, service.commit, context);
  const question = questionOfEvidence(service, collected, context);
  return recordResults(call, { service, settings, collected, question, run: thisRun(context.event) }, context);
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
