import type { AttestOperation } from '../../client/index.ts';
import { UsageError, type EvidenceProblem } from '../../errors/index.ts';
import type { AttestSettings, CommonSettings, EvidenceSettings } from '../../options/index.ts';
import type { JunitAttestation, JunitResult } from '../../contract/index.ts';
import { failedTestsKey, failuresKey, mostOfFailures, unusableKey, unusableRow } from '../../gate/index.ts';
import { longestRecorded, recordedPath } from '../../presentation/index.ts';
import type { FailingCase, TestResults } from '../../results/index.ts';
import { cut, given, hideSecrets } from '../../text/index.ts';

export interface Content<Fields extends object = Readonly<Record<string, unknown>>> {
  readonly operation: AttestOperation;
  readonly fields: Fields;
  /** Sent unchanged: the service relies on them, or their secrets were already removed. */
  readonly kept: readonly string[];
  /** Added to the facts of the run. `undefined` where the record belongs to no run: a person makes an override once. */
  readonly ofRun: Readonly<Record<string, unknown>> | undefined;
}

/** One row for each kind. The service checks the content against the form of its kind. */
export function contentOf(evidence: EvidenceSettings, { attachments }: Pick<CommonSettings, 'attachments'>): Content {
  switch (evidence.type) {
    case 'generic':
      return content('attestGeneric', { is_compliant: evidence.compliant });
    case 'custom':
      return content('attestCustom', { type_name: evidence.typeName, attestation_data: evidence.data }, ['type_name']);
    case 'pull_request':
      return content('attestPullRequest', { git_provider: evidence.provider, pull_requests: evidence.data });
    case 'snyk':
      return content('attestSnyk', { snyk_results: evidence.data });
    case 'sonar':
      return content('attestSonar', { sonar_results: evidence.data });
    case 'jira':
      return content('attestJira', { jira_results: evidence.data });
    case 'decision': {
      const fields = { type_name: 'decision', control: evidence.control, attestation_data: { is_compliant: evidence.compliant } };
      return content('attestDecision', fields, ['type_name']);
    }
    case 'override': {
      if (attachments.length > 0) {
        throw new UsageError('conflicting-inputs', 'An override has no attachments: it is about a record that has its own', {
          fix: 'Leave attachments out, or say where the proof is: external-urls, description',
        });
      }
      const { compliant, originalType, reason } = evidence;
      const fields = { reason, new_compliance_status: compliant, original_attestation_type: originalType };
      return { ...content('overrideAttestation', fields, ['original_attestation_type']), ofRun: undefined };
    }
  }
}

function content(operation: AttestOperation, fields: Content['fields'], kept: readonly string[] = []): Content {
  return { operation, fields, kept, ofRun: {} };
}

/** A record names these failed tests, so that people can see later why it is red. */
const mostNamed = 20;

/** Their secrets were removed when they were read; `known` is for the row that stands in their place. */
export function resultsContent(
  { failing, flaky, rows, totals }: TestResults,
  problems: readonly EvidenceProblem[],
  known: readonly string[],
  attach: AttestSettings['attach'],
): Content<Pick<JunitAttestation, 'junit_results'>> {
  const isUsable = problems.length === 0;
  const named = (tests: TestResults['flaky']) =>
    isUsable && tests.length > 0 ? tests.slice(0, mostNamed).map((test) => recordedPath(test)) : undefined;
  const failures = isUsable && attach !== 'never' ? recordedFailures(failing) : [];
  const causes = problems
    .slice(0, mostOfFailures.tests)
    .map(({ message }) => hideSecrets(cut(message, mostOfFailures.characters), known).text);
  return {
    operation: 'attestJunit',
    fields: { junit_results: isUsable ? rows : problems.map((problem) => problemRow(problem, known)) },
    kept: ['junit_results'],
    ofRun: given({
      flaky: totals.flaky || undefined,
      retried: totals.retried || undefined,
      [failedTestsKey]: named(failing),
      flaky_tests: named(flaky),
      [failuresKey]: failures.length > 0 ? failures : undefined,
      [unusableKey]: isUsable ? undefined : causes,
    }),
  };
}

/** With message and place, within the bounds: for readers of the record without this machine. */
function recordedFailures(failing: readonly FailingCase[]): readonly object[] {
  const kept: object[] = [];
  let size = 2;
  for (const test of failing.slice(0, mostOfFailures.tests)) {
    const { file, line, message } = test;
    const place = file === undefined ? undefined : cut(line === undefined ? file : `${file}:${line}`, longestRecorded);
    const failure = { test: recordedPath(test), message: cut(message.trim(), mostOfFailures.characters), ...given({ place }) };
    size += Buffer.byteLength(JSON.stringify(failure)) + 1;
    if (size > mostOfFailures.bytes) break;
    kept.push(failure);
  }
  return kept;
}

/** One row per cause, in error: the trail becomes non-compliant, and an earlier green record no longer counts for this run. */
function problemRow({ file, message }: EvidenceProblem, known: readonly string[]): JunitResult {
  const name = hideSecrets(cut(`${unusableRow}${file ?? message}`, 500), known).text;
  return { name, failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 };
}
