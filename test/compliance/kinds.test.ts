import { expect, test } from 'vitest';
import {
  isDecisionCompliant,
  isGenericCompliant,
  isJiraCompliant,
  isPullRequestCompliant,
  isSnykCompliant,
  isSonarCompliant,
} from '../../src/compliance/index.ts';

test('what somebody says, and what a check decided, is taken as it is', () => {
  for (const is_compliant of [true, false]) {
    expect(isGenericCompliant({ is_compliant })).toBe(is_compliant);
    expect(isDecisionCompliant({ attestation_data: { is_compliant } })).toBe(is_compliant);
  }
});

test('a change complies once one pull request was found for it, in whatever state that is', () => {
  const found = (state: string) => ({ url: 'https://host.example/1', state });
  expect(isPullRequestCompliant({ pull_requests: [] })).toBe(false);
  for (const state of ['MERGED', 'CLOSED', '']) expect(isPullRequestCompliant({ pull_requests: [found(state)] })).toBe(true);
});

const scan = { low_count: 0, medium_count: 0, high_count: 0 };
const finding = [{ id: 'CVE-1' }];

test.each([
  ['no finding', [scan], true],
  ['lists that are empty or null', [{ ...scan, low: [], medium: null, high: [] }], true],
  ['a low one', [{ ...scan, low_count: 1 }], false],
  ['a medium one', [{ ...scan, medium_count: 1 }], false],
  ['a high one', [{ ...scan, high_count: 1 }], false],
  ['a low one that is listed and not counted', [{ ...scan, low: finding }], false],
  ['a medium one that is listed and not counted', [{ ...scan, medium: finding }], false],
  ['a high one that is listed and not counted', [{ ...scan, high: finding }], false],
  ['one in the second of two projects', [scan, { ...scan, high_count: 1 }], false],
  ['no project at all', [], false],
])('a scan with %s complies or not', (_, results, compliant) => {
  expect(isSnykCompliant({ snyk_results: { results } })).toBe(compliant);
});

test.each([
  ['OK', undefined, true],
  ['OK', null, true],
  ['OK', '', true],
  ['OK', 'SUCCESS', true],
  ['OK', 'FAILED', false],
  ['OK', 'CANCELED', false],
  ['WARN', 'SUCCESS', false],
  ['ERROR', 'SUCCESS', false],
  ['NONE', 'SUCCESS', false],
  ['ok', 'SUCCESS', false],
  ['', 'SUCCESS', false],
])('an analysis whose quality gate is %j and that ended as %j complies or not', (gate, status, compliant) => {
  const sonar_results = {
    analysedAt: '2026-11-21T10:00:00+0000',
    revision: 'r',
    project: { key: 'k', url: 'u' },
    qualityGate: { status: gate },
    ...(status === undefined ? {} : { status }),
  };
  expect(isSonarCompliant({ sonar_results })).toBe(compliant);
});

test('a change complies once it names an issue, and all that it names exist', () => {
  const issue = (issue_exists: boolean) => ({ issue_id: 'A-1', issue_url: 'https://jira.example/A-1', issue_exists });
  expect(isJiraCompliant({ jira_results: [] })).toBe(false);
  expect(isJiraCompliant({ jira_results: [issue(true), issue(true)] })).toBe(true);
  expect(isJiraCompliant({ jira_results: [issue(true), issue(false)] })).toBe(false);
});
