import { listAt, oneLine, stringAt, valueAt } from '../../text/index.ts';
import type { Audit } from '../judge/audit.ts';

/**
 * Compares what a JSON report says with an audit, as data: whether it is complete, and its findings by rule, key, severity and
 * status. Findings of rules that one of the two does not know are passed over. @param text of `audit.json`
 */
export function compareData(text: string, audit: Audit, { statuses }: { readonly statuses: boolean }): readonly string[] {
  const report = jsonOf(text);
  if (report === undefined) return ['audit.json is no JSON'];
  const named = new Set((listAt(report, 'rules') ?? []).map((each) => stringAt(each, 'rule')));
  const rules = new Set(audit.rules.flatMap(({ rule }) => (named.has(rule) ? [rule] : [])));
  const problems: string[] = [];
  const complete = valueAt(report, 'complete');
  if (complete !== audit.complete)
    problems.push(
      `audit.json says that the audit is ${complete === true ? '' : 'not '}complete, and by its facts it is ${audit.complete ? '' : 'not '}so`,
    );
  const said = keyed((listAt(report, 'findings') ?? []).map(partsOf), rules);
  const ours = keyed(audit.findings.map(partsOf), rules);
  for (const key of new Set([...said.keys(), ...ours.keys()])) {
    const [one, other] = [said.get(key), ours.get(key)];
    const name = `The finding ${oneLine(key, 200)}`;
    // Without the audit before, nobody can tell which findings were carried over from it, or are fixed since.
    if (!statuses && (one === undefined || other === undefined) && (one ?? other)?.status !== 'new') continue;
    if (one === undefined) problems.push(`${name} follows from the facts, and audit.json does not have it`);
    else if (other === undefined) problems.push(`${name} of audit.json does not follow from the facts`);
    else if (one.rule !== other.rule || one.severity !== other.severity || (statuses && one.status !== other.status))
      problems.push(`${name} is ${wordsOf(one)} in audit.json, and by the facts ${wordsOf(other)}`);
  }
  return problems;
}

interface Parts {
  readonly key: string;
  readonly rule: string;
  readonly severity: string;
  readonly status: string;
}

function partsOf(finding: unknown): Parts {
  const [key = '', rule = '', severity = '', status = ''] = ['key', 'rule', 'severity', 'status'].map((name) => stringAt(finding, name));
  return { key, rule, severity, status };
}

function keyed(list: readonly Parts[], rules: ReadonlySet<string>): ReadonlyMap<string, Parts> {
  return new Map(list.filter(({ rule }) => rules.has(rule)).map((parts) => [parts.key, parts]));
}

function wordsOf({ rule, severity, status }: Parts): string {
  return `${oneLine(rule, 80)}, ${oneLine(severity, 20)}, ${oneLine(status, 20)}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
