import type { Audit, JudgedFinding } from '../judge/audit.ts';
import { asOfWords } from './as-of-words.ts';
import { untestedRules } from '../../presentation/index.ts';
import { lookedAt, missing, unknownRule } from './incomplete.ts';
import { openFindings, outcomeOf } from './numbers.ts';
import { result, unknownResult } from './sarif/result.ts';
import { reportingDescriptor, type DescribedRule } from './sarif/rule.ts';
import { sentence } from './sarif/text.ts';
import { uri } from './uri.ts';
import { count, grouped } from '../../text/index.ts';

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
  const known = new Map(rules.map(({ rule, severity }, index) => [rule, { index, usual: severity }]));
  const looked = lookedAt(audit);
  const open = inOrder(openFindings(audit.findings));
  const unsaid = audit.findings.some(({ rule }) => rule === unknownRule.rule) ? [] : missing(audit);
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
        executionSuccessful: outcomeOf(audit).kind !== 'unknown',
        endTimeUtc: at,
        toolExecutionNotifications: notifications(audit, open.length - listed.length),
      },
    ],
  };
  yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[';
  yield `${JSON.stringify(run).slice(0, -1)},"results":[`;
  let before = '\n';
  if (unsaid.length > 0) {
    yield `${before}${JSON.stringify(unknownResult(unsaid, known.get(unknownRule.rule)?.index ?? 0))}`;
    before = ',\n';
  }
  for (const finding of listed) {
    yield `${before}${JSON.stringify(result(finding, { index: 0, usual: '', ...known.get(finding.rule), looked }))}`;
    before = ',\n';
  }
  yield '\n]}]}\n';
}

/** Those that nobody accepted come first: they must not give way to the others. */
function inOrder(open: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return [...open.filter(({ accepted }) => accepted === null), ...open.filter(({ accepted }) => accepted !== null)];
}

/** The rules of the audit, and those that a finding names besides: of an older version, or about the audit itself. */
function describedRules({ findings, rules }: Audit): readonly DescribedRule[] {
  const known = new Set(rules.map(({ rule }) => rule));
  const others = findings.filter(({ rule }) => !known.has(rule) && rule !== unknownRule.rule);
  const named = new Map(others.map(({ controls, fix, rule, severity }) => [rule, { rule, text: rule, severity, controls, fix }]));
  return [...rules, ...(known.has(unknownRule.rule) ? [] : [unknownRule]), ...named.values()];
}

/** The limits of the results: that something is missing, that a rule was not tested, that there are more of them. */
function notifications(audit: Audit, more: number): readonly object[] {
  const holes = missing(audit).map(({ fix, what, why }) => ({
    level: 'error',
    message: { text: `${sentence(`${what}: ${why}`)} ${sentence(`Fix: ${fix}`)}` },
  }));
  const untested = untestedRules(audit.rules).map(({ isPartly, rule, why }) => ({
    level: 'warning',
    message: { text: sentence(`${rule} was not tested${isPartly ? ' everywhere' : ''}: ${why}`) },
    associatedRule: { id: rule },
  }));
  const cut = `${count(more, 'finding')} ${more === 1 ? 'is' : 'are'} not in this file, the least severe and those that were accepted: GitHub shows ${grouped(5_000)}.`;
  const asOf = asOfWords(audit.world.header);
  const moments = asOf === undefined ? [] : [{ level: 'note', message: { text: sentence(asOf) } }];
  return [...moments, ...holes, ...untested, ...(more === 0 ? [] : [{ level: 'warning', message: { text: cut } }])];
}
