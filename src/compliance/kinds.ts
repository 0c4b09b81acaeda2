import type {
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitResult,
  SnykAttestation,
  SonarAttestation,
} from '../contract/index.ts';
import { countAt, isBlank, valueAt } from '../text/index.ts';

const fields = ['failures', 'errors', 'skipped', 'total'] as const;

/** `total` counts all tests of the row. */
export type RowCounts = Pick<JunitResult, (typeof fields)[number]>;

/** `undefined` where one of them is not four counts: they are foreign. */
export function countedRows(rows: unknown): readonly RowCounts[] | undefined {
  return Array.isArray(rows) && rows.every((row) => fields.every((name) => countAt(row, name) !== undefined)) ? rows : undefined;
}

/** A row that skips more than it holds takes nothing from the others. */
export function testsRun(rows: readonly Pick<RowCounts, 'skipped' | 'total'>[]): number {
  return rows.reduce((sum, { skipped, total }) => sum + Math.max(0, total - skipped), 0);
}

/** Failed or with an error, also where the rest of the rows is not counts: a known red stays red. */
export function failedTests(rows: unknown): number {
  if (!Array.isArray(rows)) return 0;
  return rows
    .flatMap((row: unknown) => [valueAt(row, 'failures'), valueAt(row, 'errors')])
    .map((count) => (typeof count === 'number' || typeof count === 'string' ? Math.ceil(Number(count)) : 0))
    .reduce((sum, count) => (count > 0 ? sum + count : sum), 0);
}

/**
 * More tests skipped than there are, and none of them red: it is not known what the row counts, so it is no yes. A red row is a no, however
 * it counts: some tools count a test that fails twice as two failures.
 */
export function contradictsItself({ errors, failures, skipped, total }: RowCounts): boolean {
  return failures === 0 && errors === 0 && skipped > total;
}

/** The rule by which a name without a test that ran, rows that contradict themselves, and blank reasons are no yes. Before it they were. */
export const testsMustRun = 2;

/**
 * A row of skipped tests, or of none at all, says nothing against it: it may be one leg of several, and its name must hold a test. `rule`
 * is the number of the rule of its time.
 */
export function isJunitCompliant(rows: readonly RowCounts[], rule: number): boolean {
  return rows.every((row) => row.failures === 0 && row.errors === 0 && (rule < testsMustRun || !contradictsItself(row)));
}

/** Since the second rule a reason that shows nothing does not count. */
export function isReason(text: string, rule: number): boolean {
  return rule < testsMustRun || !isBlank(text);
}

/** A verdict is read from this part alone. Its form is checked before it comes here. */
type Of<Attestation, Field extends keyof Attestation> = Readonly<Pick<Attestation, Field>>;

export function isGenericCompliant({ is_compliant }: Of<GenericAttestation, 'is_compliant'>): boolean {
  return is_compliant;
}

/** A change was reviewed where a pull request was found for it; in what state that is now does not matter. */
export function isPullRequestCompliant({ pull_requests }: { readonly pull_requests: readonly unknown[] }): boolean {
  return pull_requests.length > 0;
}

/** It needs results, and none of them may have a finding of any severity, counted or listed. */
export function isSnykCompliant({
  snyk_results: { results },
}: {
  readonly snyk_results: Of<SnykAttestation['snyk_results'], 'results'>;
}): boolean {
  return (
    results.length > 0 &&
    results.every(
      ({ high, high_count, low, low_count, medium, medium_count }) =>
        [high_count, medium_count, low_count].every((count) => count === 0) &&
        [high, medium, low].every((findings) => (findings ?? []).length === 0),
    )
  );
}

/**
 * An analysis is compliant when its quality gate says `OK`; a warning, an error and an unknown state are not.
 * One that says that it did not succeed is not either: its quality gate may be that of the analysis before.
 */
export function isSonarCompliant({
  sonar_results: { qualityGate, status },
}: {
  readonly sonar_results: Of<SonarAttestation['sonar_results'], 'qualityGate' | 'status'>;
}): boolean {
  return qualityGate.status === 'OK' && ['SUCCESS', '', null, undefined].includes(status);
}

/** It needs an issue, and every issue that it refers to must exist. */
export function isJiraCompliant({
  jira_results,
}: {
  readonly jira_results: readonly Of<JiraAttestation['jira_results'][number], 'issue_exists'>[];
}): boolean {
  return jira_results.length > 0 && jira_results.every(({ issue_exists }) => issue_exists);
}

export function isDecisionCompliant({ attestation_data }: Of<DecisionAttestation, 'attestation_data'>): boolean {
  return attestation_data.is_compliant;
}

/** One no is a no, and a yes needs a person who says it; without any answer it is only requested. */
export function approvalState(said: readonly { readonly state: 'APPROVED' | 'UNAPPROVED' }[]): 'APPROVED' | 'UNAPPROVED' | 'PENDING' {
  if (said.some(({ state }) => state !== 'APPROVED')) return 'UNAPPROVED';
  return said.length === 0 ? 'PENDING' : 'APPROVED';
}
