import { join } from 'node:path';
import { listAt, oneLine, parseJson, stringAt, valueAt } from '../../text/index.ts';
import type { Previous } from '../facts/previous.ts';
import { csv } from '../reports/csv.ts';
import { htmlReport } from '../reports/html/html.ts';
import { json } from '../reports/json.ts';
import { markdown } from '../reports/markdown.ts';
import { oscal } from '../reports/oscal/oscal.ts';
import { statements } from '../reports/statements.ts';
import type { Audit, Report, ReportedChange } from '../judge/audit.ts';
import { judgeAudit } from '../judge/judge-audit.ts';
import { readLines, textLines } from '../lines/read-lines.ts';
import { openSpool } from '../lines/write-lines.ts';
import { members, reportFiles, type Manifest, type PackedForm, type ReportFile } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';

/**
 * Compares a JSON report with an audit, as data: whether it is complete, and its findings by rule, key, severity and
 * status. Findings of rules that one of the two does not know are skipped.
 * @param text of `audit.json`
 */
export function compareData(text: string, audit: Audit, { statuses }: { readonly statuses: boolean }): readonly string[] {
  const report = parseJson(text);
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
    // Without the audit before, it is unknown which findings were carried over from it, or are fixed since.
    if (!statuses && (one === undefined || other === undefined) && (one ?? other)?.status !== 'new') continue;
    if (one === undefined) problems.push(`${name} follows from the facts, and audit.json does not have it`);
    else if (other === undefined) problems.push(`${name} of audit.json does not follow from the facts`);
    else if (one.rule !== other.rule || one.severity !== other.severity || (statuses && one.status !== other.status))
      problems.push(`${name} is ${findingWords(one)} in audit.json, and by the facts ${findingWords(other)}`);
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

function findingWords({ rule, severity, status }: Parts): string {
  return `${oneLine(rule, 80)}, ${oneLine(severity, 20)}, ${oneLine(status, 20)}`;
}

interface ReportsToCompare {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly previous: Previous | null;
  readonly scratch: string;
  readonly report: (sentence: string) => void;
}

const writers: Readonly<Record<PackedForm, Report>> = { html: htmlReport, csv, json, markdown, oscal, statements };

export async function compareReports({ folder, manifest, previous, report, scratch }: ReportsToCompare) {
  report('Judging the facts again');
  const spool = openSpool<ReportedChange>(join(scratch, 'changes.ndjson'));
  const collected = join(folder, members.facts);
  const audit = await judgeAudit((wanted) => readLines(collected, wanted), { people: 'login', previous, spool });
  const same: ReportFile[] = [];
  const different: { path: ReportFile; line: number }[] = [];
  const digests = new Map(manifest.members.map((member) => [member.path, member.sha256]));
  for (const [path, form] of reportFiles) {
    const digest = digests.get(path);
    if (digest === undefined) continue;
    report(`Making ${path} again`);
    const hasher = sha256();
    for await (const part of writers[form](audit)) hasher.update(new TextEncoder().encode(part));
    if (hasher.hex() === digest) same.push(path);
    else different.push({ path, line: await firstLine(join(folder, path), writers[form](audit)) });
  }
  return { audit, same, different };
}

async function firstLine(file: string, text: AsyncIterable<string>): Promise<number> {
  const theirs = textLines(file);
  let number = 0;
  try {
    for await (const line of linesOf(text)) {
      number += 1;
      const next = await theirs.next();
      if (next.done === true || next.value.text !== line) return number;
    }
    return number + 1;
  } finally {
    await theirs.return(undefined);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
