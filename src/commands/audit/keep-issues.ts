import { resolve } from 'node:path';
import { UsageError, wrongUse } from '../../errors/index.ts';
import { readNamedText } from '../../files/index.ts';
import type { IssueCounts, IssueFinding, IssuesPlan, WantedIssue } from '../../github/index.ts';
import type { AuditIssuesSettings } from '../../options/index.ts';
import { issuesLines } from '../../presentation/index.ts';
import { listAt, parseJson, stringAt, valueAt } from '../../text/index.ts';
import { withGitHub } from '../run/connect.ts';
import type { RunContext } from '../run/context.ts';
import type { Viewed } from '../run/result.ts';

export interface ReportedFinding extends IssueFinding {
  readonly state: 'open' | 'accepted' | 'fixed';
}

interface ReportOfFindings {
  readonly complete: boolean;
  /** The worst first, as the report has them. */
  readonly findings: readonly ReportedFinding[];
}

/** The findings of an audit's JSON report. The file is not trusted until it was checked. */
function findingsIn(text: string): ReportOfFindings {
  const report = parseJson(text.replace(/^\uFEFF/, ''));
  if (report === undefined) throw wrong('is no JSON');
  const [complete, findings] = [valueAt(report, 'complete'), listAt(report, 'findings')];
  if (typeof complete !== 'boolean') throw wrong('has no `complete`');
  if (findings === undefined) throw wrong('has no `findings`');
  return { complete, findings: findings.map(findingOf) };
}

function findingOf(finding: unknown, index: number): ReportedFinding {
  const at = (...path: readonly string[]): string => {
    const found = stringAt(finding, ...path);
    if (found === undefined || found === '') throw wrong(`has no text at findings[${index}].${path.join('.')}`);
    return found;
  };
  return {
    key: at('key'),
    rule: at('rule'),
    severity: at('severity'),
    subject: { kind: at('subject', 'kind'), id: at('subject', 'id'), url: stringAt(finding, 'subject', 'url') ?? null },
    message: at('message'),
    fix: at('fix'),
    firstSeen: at('firstSeen'),
    carried: valueAt(finding, 'carried') === true,
    state: stateOf(at('status'), valueAt(finding, 'accepted'), index),
  };
}

function stateOf(status: string, accepted: unknown, index: number): ReportedFinding['state'] {
  if (status === 'fixed') return 'fixed';
  if (status !== 'new' && status !== 'open') throw wrong(`has a status that is not known at findings[${index}]`);
  return typeof accepted === 'object' && accepted !== null ? 'accepted' : 'open';
}

function wrong(what: string): UsageError {
  return wrongUse(`The file of json-file ${what}: it is no report of an audit`, onReport);
}

const onReport = 'Name the file that `audit` wrote with `json-file`';

/** As large as a report that the next audit reads. */
const largest = 256 * 1024 * 1024;
/** Time limit of one request, in milliseconds. */
const timeLimit = 60_000;

export async function keepAuditIssues(settings: AuditIssuesSettings, context: RunContext): Promise<Viewed> {
  const { dryRun, githubToken, issues, most } = settings;
  const repository = settings.repository ?? context.event.repository;
  if (repository === undefined)
    throw new UsageError('missing-input', 'The repository of the issues is not known', { fix: 'Give `repository` as owner/name' });
  const report = findingsIn(
    readNamedText(`json-file, ${JSON.stringify(settings.report)},`, resolve(context.directory, settings.report), largest, onReport),
  );
  if (issues === 'none') return viewIssues({ opened: 0, updated: 0, closed: 0, unchanged: 0, changes: [] }, dryRun);
  const [texts, { keepIssues }] = await Promise.all([import('../../github/issue-text.ts'), import('../../github/issues.ts')]);
  const plan = issues === 'one' ? onePlan(report, texts) : eachPlan(report, most, texts);
  const counts = await withGitHub(githubToken, repository, context, (access) =>
    keepIssues({ ...access, signal: context.interrupt, timeLimit }, plan, {
      dryRun,
      pause: () => context.clock.wait(1_000, context.interrupt),
    }),
  );
  return viewIssues(counts, dryRun);
}

function viewIssues(counts: IssueCounts, dryRun: boolean): Viewed {
  const { changes, closed, opened, unchanged, updated } = counts;
  const lines = issuesLines({ ...counts, dryRun });
  return {
    kind: 'viewed',
    command: 'audit-issues',
    ending: 'recorded',
    fails: false,
    view: { lines, log: lines.map((line) => `📌 ${line}`), summary: `## 📌 ${lines[0] ?? ''}\n` },
    json: { opened, updated, closed, unchanged, dry_run: dryRun, changes },
  };
}

interface Texts {
  readonly findingIssue: (finding: IssueFinding) => WantedIssue;
  readonly restIssue: (findings: readonly IssueFinding[]) => WantedIssue;
  readonly sharedIssue: (findings: readonly IssueFinding[]) => WantedIssue;
  readonly sharedKeys: { readonly one: string; readonly rest: string };
}

type Closing = readonly (readonly [string, 'completed' | 'not_planned'])[];

function onePlan({ complete, findings }: ReportOfFindings, { sharedIssue, sharedKeys }: Texts): IssuesPlan {
  const open = findings.filter(({ state }) => state === 'open');
  // An audit that did not see everything cannot say that nothing is left.
  const isDone: Closing = open.length === 0 && complete ? [[sharedKeys.one, 'completed']] : [];
  return {
    wanted: () => (open.length === 0 ? [] : [sharedIssue(open)]),
    closing: new Map([...isDone, [sharedKeys.rest, 'not_planned'], ...findings.map(({ key, state }) => [key, reasonOf(state)] as const)]),
  };
}

/** The worst findings get an issue each, and those that have one keep it; one more issue is about the rest. */
function eachPlan({ findings }: ReportOfFindings, most: number, { findingIssue, restIssue, sharedKeys }: Texts): IssuesPlan {
  const open = findings.filter(({ state }) => state === 'open');
  return {
    wanted(isOpen) {
      const kept = open.filter(({ key }) => isOpen(key));
      const added = open.filter(({ key }) => !isOpen(key)).slice(0, Math.max(0, most - kept.length));
      const rest = open.filter((finding) => !kept.includes(finding) && !added.includes(finding));
      return [...[...kept, ...added].map(findingIssue), ...(rest.length === 0 ? [] : [restIssue(rest)])];
    },
    closing: new Map([
      [sharedKeys.one, 'not_planned'],
      [sharedKeys.rest, 'completed'],
      ...findings.filter(({ state }) => state !== 'open').map(({ key, state }) => [key, reasonOf(state)] as const),
    ]),
  };
}

function reasonOf(state: 'open' | 'accepted' | 'fixed'): 'completed' | 'not_planned' {
  return state === 'fixed' ? 'completed' : 'not_planned';
}
