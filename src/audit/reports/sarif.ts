import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { missing, unknownRule } from './incomplete.ts';
import { lookedAt } from './looked.ts';
import { notifications } from './sarif/notifications.ts';
import { result, unknownResult } from './sarif/result.ts';
import { reportingDescriptor, type DescribedRule } from './sarif/rule.ts';
import { uri } from './sarif/uri.ts';

/**
 * GitHub's limits of a run: it takes 25,000 results and keeps 5,000 of them
 * (https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit).
 */
const mostResults = 5_000;

/**
 * The findings as SARIF 2.1.0, the worst first, within the number that GitHub shows; the others are counted. Fixed findings are
 * not in it: GitHub closes an alert that is no longer reported, and would show it as open with a suppression.
 */
export async function* sarif(audit: Audit): AsyncGenerator<string> {
  const rules = describedRules(audit);
  const places = new Map(rules.map(({ rule, severity }, index) => [rule, { index, usual: severity }]));
  const placeOf = (rule: string): { readonly index: number; readonly usual: string } => places.get(rule) ?? { index: 0, usual: '' };
  const looked = lookedAt(audit);
  const open = openFindings(audit);
  const unsaid = audit.complete || audit.findings.some(({ rule }) => rule === unknownRule.rule) ? [] : missing(audit);
  const listed = open.slice(0, mostResults - (unsaid.length === 0 ? 0 : 1));
  const { header } = audit.world;
  const { at, repository, serverUrl, tool } = header;
  const page = repository === null ? undefined : uri(`${serverUrl}/${repository}`);
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: rules.map(reportingDescriptor) } },
    automationDetails: { id: 'compliance-audit/' },
    ...(page === undefined ? {} : { versionControlProvenance: [{ repositoryUri: page }] }),
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: audit.complete,
        endTimeUtc: at,
        toolExecutionNotifications: notifications(audit, open.length - listed.length),
      },
    ],
  };
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  yield `${JSON.stringify(run).slice(0, -1)},"results":[`;
  let separator = '\n';
  if (unsaid.length > 0) {
    yield `${separator}${JSON.stringify(unknownResult(unsaid, placeOf(unknownRule.rule).index))}`;
    separator = ',\n';
  }
  for (const finding of listed) {
    yield `${separator}${JSON.stringify(result(finding, { ...placeOf(finding.rule), looked }))}`;
    separator = ',\n';
  }
  yield '\n]}]}\n';
}

/** Those that nobody accepted come first: they must not give way to the others. */
function openFindings({ findings }: Audit): readonly JudgedFinding[] {
  const open = findings.filter(({ status }) => status !== 'fixed');
  return [...open.filter(({ accepted }) => accepted === null), ...open.filter(({ accepted }) => accepted !== null)];
}

/** The rules of the audit, and those that a finding names besides: of an older version, or about the audit itself. */
function describedRules({ findings, rules }: Audit): readonly DescribedRule[] {
  const known = new Set(rules.map(({ rule }) => rule));
  const others = findings.filter(({ rule }) => !known.has(rule) && rule !== unknownRule.rule);
  const named = new Map(others.map(({ controls, fix, rule, severity }) => [rule, { rule, text: rule, severity, controls, fix }]));
  return [...rules, ...(known.has(unknownRule.rule) ? [] : [unknownRule]), ...named.values()];
}
