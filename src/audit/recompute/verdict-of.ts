import { isJiraCompliant, isJunitCompliant, isPullRequestCompliant, isSnykCompliant, isSonarCompliant } from '../../compliance/index.ts';
import type { RowCounts } from '../../compliance/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';

/**
 * The verdict that the data of a record give, by the rules of their time, which have a number; undefined for a custom
 * type, which has rules of its own, and for data that lack the form of their type.
 */
export function verdictOf(type: string, data: unknown, rule: number): boolean | undefined {
  switch (type) {
    case 'junit': {
      const rows = listAt(data, 'junit_results');
      return rows && isJunitCompliant(rows.map(rowOf), rule);
    }
    case 'generic':
      return flagAt(data, 'is_compliant');
    case 'override':
      return flagAt(data, 'new_compliance_status');
    case 'system:decision':
      return flagAt(data, 'attestation_data', 'is_compliant');
    case 'pull_request': {
      const found = listAt(data, 'pull_requests');
      return found && isPullRequestCompliant({ pull_requests: found });
    }
    case 'jira': {
      const issues = listAt(data, 'jira_results');
      return issues && isJiraCompliant({ jira_results: issues.map((issue) => ({ issue_exists: flagAt(issue, 'issue_exists') === true })) });
    }
    case 'sonar': {
      const status = stringAt(data, 'sonar_results', 'qualityGate', 'status');
      const ended = stringAt(data, 'sonar_results', 'status') ?? '';
      return status === undefined ? undefined : isSonarCompliant({ sonar_results: { status: ended, qualityGate: { status } } });
    }
    case 'snyk': {
      const results = listAt(data, 'snyk_results', 'results');
      return results && isSnykCompliant({ snyk_results: { results: results.map(scanOf) } });
    }
    default:
      return undefined;
  }
}

function rowOf(row: unknown): RowCounts {
  const at = (name: string): number => numberAt(row, name);
  return { failures: at('failures'), errors: at('errors'), skipped: at('skipped'), total: at('total') };
}

function scanOf(result: unknown) {
  return {
    low_count: numberAt(result, 'low_count'),
    medium_count: numberAt(result, 'medium_count'),
    high_count: numberAt(result, 'high_count'),
    low: [...(listAt(result, 'low') ?? [])],
    medium: [...(listAt(result, 'medium') ?? [])],
    high: [...(listAt(result, 'high') ?? [])],
  };
}

/** A missing count differs from zero. */
function numberAt(value: unknown, name: string): number {
  const found = valueAt(value, name);
  return typeof found === 'number' ? found : Number.NaN;
}

function flagAt(value: unknown, ...path: readonly string[]): boolean | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'boolean' ? found : undefined;
}
