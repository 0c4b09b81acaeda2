import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/audit/recompute/verdict-of.ts';

const scan = { low_count: 0, medium_count: 0, high_count: 0 };
const row = { name: 's', failures: 0, errors: 0, skipped: 0, total: 1, duration: 1 };

test.each<readonly [string, object, boolean | undefined]>([
  ['junit', { junit_results: [row] }, true],
  ['junit', { junit_results: [row, { ...row, failures: 1 }] }, false],
  ['junit', { junit_results: [{ ...row, errors: 1 }] }, false],
  ['junit', { junit_results: [{ name: 's' }] }, false],
  ['junit', {}, undefined],
  ['generic', { is_compliant: false }, false],
  ['override', { new_compliance_status: true }, true],
  ['system:decision', { attestation_data: { is_compliant: true } }, true],
  ['pull_request', { pull_requests: [] }, false],
  ['pull_request', { pull_requests: [{}] }, true],
  ['jira', { jira_results: [{ issue_exists: true }, { issue_exists: false }] }, false],
  ['jira', { jira_results: [{ issue_exists: true }] }, true],
  ['sonar', { sonar_results: { qualityGate: { status: 'OK' } } }, true],
  ['sonar', { sonar_results: { qualityGate: { status: 'ERROR' } } }, false],
  ['sonar', { sonar_results: { status: 'FAILED', qualityGate: { status: 'OK' } } }, false],
  ['snyk', { snyk_results: { results: [scan] } }, true],
  ['snyk', { snyk_results: { results: [{ ...scan, low: [{}] }] } }, false],
  ['snyk', { snyk_results: { results: [{ low_count: 0 }] } }, false],
  ['custom:sbom', { is_compliant: true }, undefined],
])('the data of %s (%j) give %s', (type, data, verdict) => {
  expect(verdictOf(type, data, 2)).toBe(verdict);
});

test.each([
  [1, true],
  [2, false],
])('rows that contradict themselves are judged by the rule of their time: %i gives %s', (rule, verdict) => {
  expect(verdictOf('junit', { junit_results: [{ ...row, skipped: 2 }] }, rule)).toBe(verdict);
});
