import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingOf, outputTable, wouldFail } from '../commands/index.ts';
import type { ActionResult, Audited, Explained, Judged, OutputName, RecordedEvidence, Reported, View, Viewed } from '../commands/index.ts';
import { stoppedFix, stoppedWords, type Sent } from '../presentation/index.ts';
import { cut } from '../text/index.ts';

export type Outputs = Readonly<Record<OutputName, string>>;

/** Bound on the output `reasons`, in characters: all outputs of a job together may hold 1 MB. */
const longestReasons = 200_000;

/** In characters. */
const longestText = 4_000;

/** In bytes. */
const largestResult = 256 * 1024;

/** Each is always written, so that no older value stays. An answer also goes into a file in `temporary`. `stated`: those of statements. */
export function outputsOf(result: ActionResult, temporary: string = tmpdir(), stated: Partial<Outputs> = {}): Outputs {
  const verdict = endingOf(result);
  const stopped = result.kind === 'stopped' ? { 'statement-reason': 'the run was stopped: `reasons` says why' } : {};
  const shared = { ...emptyOutputs(), ...stopped, ...stated, verdict, compliant: String(verdict === 'compliant') };
  switch (result.kind) {
    case 'judged':
      return {
        ...shared,
        'would-fail': String(wouldFail(result)),
        ...verdictOutputs(result),
        ...evidenceOutputs(result.evidence),
      };
    case 'explained':
      return { ...shared, ...verdictOutputs(result) };
    case 'recorded':
      return { ...shared, ...questionOutputs(result.question), ...evidenceOutputs(result.evidence) };
    case 'reported':
      return { ...shared, ...questionOutputs(result.question), ...reportedOutputs(result) };
    case 'collected':
      return {
        ...shared,
        'would-fail': String(result.reasons.length > 0),
        reasons: reasonsOf(result.reasons),
        collected: result.folder,
        'artifact-name': result.artifact,
        ...testOutputs(result.results.totals),
      };
    case 'audited':
      return { ...shared, ...auditOutputs(result) };
    case 'viewed':
      return { ...shared, ...viewedOutputs(result), ...('answer' in result ? answerOutputs(result.answer, temporary) : {}) };
    case 'stopped': {
      const { code, complaints } = result;
      const causes = complaints.length > 0 ? complaints : [{ code, message: stoppedWords(result, 'inputs'), fix: stoppedFix(result) }];
      const reasons = causes.map((cause) => ({ ...cause, fix: cause.fix ?? stoppedFix(result), verdict }));
      return { ...shared, ...sentOutputs(result.sent), 'would-fail': 'true', reasons: reasonsOf(reasons) };
    }
  }
}

function emptyOutputs(): Outputs {
  const empty: Record<OutputName, string> = { ...outputTable };
  for (const name of Object.keys(empty)) Reflect.set(empty, name, '');
  return { ...empty, 'would-fail': 'false', reasons: '[]' };
}

function verdictOutputs({ question, trailUrl, verdict }: Judged | Explained): Partial<Outputs> {
  return { ...questionOutputs(question), reasons: reasonsOf(verdict.reasons), 'trail-url': trailUrl ?? '' };
}

function questionOutputs(question: Judged['question']): Partial<Outputs> {
  const { subject } = question;
  switch (subject) {
    case 'trail':
      return { subject, trail: question.trail, commit: question.commit ?? '' };
    case 'artifact':
      return { subject, 'artifact-fingerprint': question.fingerprint };
    case 'commit':
      return { subject, commit: question.commit };
  }
}

function evidenceOutputs(evidence: RecordedEvidence | undefined): Partial<Outputs> {
  if (evidence === undefined) return {};
  return {
    'attestation-name': evidence.name,
    'attestation-id': evidence.sending.kind === 'accepted' ? (evidence.sending.id ?? '') : '',
    ...testOutputs(evidence.results.totals),
  };
}

function testOutputs(totals: RecordedEvidence['results']['totals']): Partial<Outputs> {
  const { duration, errors, failures, flaky, passed, skipped, total } = totals;
  return {
    'tests-total': String(total),
    'tests-passed': String(passed),
    'tests-failed': String(failures),
    'tests-errors': String(errors),
    'tests-skipped': String(skipped),
    'tests-flaky': String(flaky),
    'tests-time': String(duration),
  };
}

function reportedOutputs({ fingerprint, id, name, resource }: Reported): Partial<Outputs> {
  return resource === 'attestation'
    ? { 'attestation-name': name, 'attestation-id': id ?? '' }
    : { 'artifact-fingerprint': fingerprint ?? '' };
}

/** Findings are not reasons of a verdict on a subject, but they have the same parts. */
function auditOutputs({ counts, ending, fails, findings, holes, published, reports }: Audited): Partial<Outputs> {
  const found = findings
    .filter(({ accepted }) => accepted === null)
    .map(({ fix, key, message, rule, severity, subject }) => ({ code: rule, verdict: ending, severity, key, message, fix, subject }));
  return {
    'would-fail': String(fails),
    reasons: reasonsOf([...undelivered(published), ...missingOf(holes), ...found]),
    findings: String(counts.open),
    ...publishedOutputs(published),
    'audit-report': reports[0]?.path ?? '',
  };
}

function undelivered(published: Audited['published']): readonly object[] {
  if (published?.outcome.kind !== 'failed') return [];
  const { code, fix, message } = published.outcome;
  return [{ code, verdict: 'unknown', message, fix, attestation: published.name, trail: published.trail, flow: published.flow }];
}

function publishedOutputs(published: Audited['published']): Partial<Outputs> {
  if (published === undefined) return {};
  const { name, outcome, trail } = published;
  return { trail, 'attestation-name': name, 'attestation-id': outcome.kind === 'recorded' ? (outcome.id ?? '') : '' };
}

function viewedOutputs({ ending, fails, outputs, view: { findings = [], holes = [] } }: Viewed): Partial<Outputs> {
  const found = findings.map(({ fix, message, rule, severity }) => ({ code: rule, verdict: ending, severity, message, fix }));
  return { 'would-fail': String(fails), reasons: reasonsOf([...missingOf(holes), ...found]), ...outputs };
}

function missingOf(holes: NonNullable<View['holes']>): readonly object[] {
  return holes.map(({ fix, what, why }) => ({ code: 'unknown', verdict: 'unknown', message: `${what}: ${why}`, fix }));
}

/** The file holds the whole answer, the output as much as a step can hand on. */
function answerOutputs(answer: unknown, temporary: string): Partial<Outputs> {
  const text = JSON.stringify(answer);
  const file = join(mkdtempSync(join(temporary, 'compliance-evidence-')), 'result.json');
  writeFileSync(file, text, { mode: 0o600 });
  return { result: Buffer.byteLength(text) < largestResult ? text : '', 'result-file': file };
}

function sentOutputs(sent: Sent): Partial<Outputs> {
  if (sent.kind === 'nothing') return {};
  return { 'attestation-name': sent.name, 'attestation-id': sent.kind === 'recorded' ? (sent.id ?? '') : '' };
}

function reasonsOf(reasons: readonly object[]): string {
  const parts: string[] = [];
  let length = 2;
  for (const reason of reasons) {
    // Foreign texts may have any length: a long one must not push out the others, nor itself.
    const bounded = (without?: string): string =>
      JSON.stringify(reason, (key, value: unknown) =>
        key === without ? undefined : typeof value === 'string' ? cut(value, longestText) : value,
      );
    const whole = bounded();
    // The summary holds the messages of tests as well: it must leave room for the other reasons.
    const part = length + whole.length > longestReasons / 2 ? bounded('said') : whole;
    if (length + part.length + 1 > longestReasons) break;
    parts.push(part);
    length += part.length + 1;
  }
  return `[${parts.join(',')}]`;
}
