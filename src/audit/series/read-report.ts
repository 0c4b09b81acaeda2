import { countAt, listAt, stringAt, valueAt } from '../../text/index.ts';
import { severities, type Subject } from '../facts/finding.ts';
import { isHash } from '../package/manifest.ts';
import { readPrevious, topLevel } from '../previous/read-previous.ts';
import { lacks } from '../rules/rule.ts';
import type { AuditReport, NamedBefore, SeenFinding } from './series.ts';

const names = ['header', 'findings', 'population', 'totals', 'holes', 'previous', 'rules'] as const;

/**
 * All that a series takes from a JSON report. The reader of the audit before checks what it takes; the rest is checked here.
 *
 * @throws {UsageError} where the text is no such report.
 * @throws {RangeError} that says which part of it cannot be used.
 */
export function readAuditReport(text: string, digest: string): AuditReport {
  const known = readPrevious(text, digest);
  const parts = topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set(names)) ?? new Map<string, string>();
  const part = (name: (typeof names)[number]): unknown => parsed(name, parts.get(name));
  const header = part('header');
  const at = momentOf(valueAt(header, 'at'), 'header.at');
  return {
    complete: known.complete,
    repository: textOrNull(valueAt(header, 'repository'), 'header.repository'),
    repositoryId: known.about.repositoryId,
    serverUrl: known.about.serverUrl,
    org: valueAt(header, 'service') === null ? null : textOrNull(valueAt(header, 'service', 'org'), 'header.service.org'),
    branches: known.branches,
    flows: known.flows,
    since: known.since,
    until: known.until,
    at,
    changes: countAt(part('population'), 'changes') ?? fail('has no number in population.changes'),
    states: statesOf(valueAt(part('totals'), 'states')),
    holes: listAt({ holes: part('holes') }, 'holes')?.length ?? fail('has no list in holes'),
    rules: (listAt({ rules: part('rules') }, 'rules') ?? fail('has no list in rules')).map(ruleOf),
    run: textOrNull(valueAt(header, 'run'), 'header.run'),
    previous: beforeOf(part('previous')),
    findings: (listAt({ all: part('findings') }, 'all') ?? []).map(findingOf),
  };
}

function statesOf(value: unknown): AuditReport['states'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('has no numbers in totals.states');
  return Object.fromEntries(
    Object.keys(value).map((state) => [state, countAt(value, state) ?? fail(`has no number in totals.states.${state}`)]),
  );
}

function ruleOf(item: unknown, index: number): AuditReport['rules'][number] {
  const place = `rules[${index}]`;
  const result = ruleResults.find((each) => each === stringAt(item, 'result')) ?? fail(`has no result in ${place}`);
  const tested = countAt(item, 'tested') ?? fail(`has no number in ${place}.tested`);
  const why = textOrNull(valueAt(item, 'why') ?? null, `${place}.why`);
  // Reports of earlier versions do not say it: then an answer may have lacked.
  const lack = lacks.find((each) => each === stringAt(item, 'lack')) ?? (why === null ? null : 'answer');
  return { rule: filled(item, 'rule', place), result, tested, why, lack };
}

const ruleResults = ['tested', 'not applicable', 'not tested'] as const;

function beforeOf(value: unknown): NamedBefore | null {
  if (value === null) return null;
  const [report, manifest = null] = [valueAt(value, 'digest'), valueAt(value, 'manifest')];
  if (!isHash(report) || (manifest !== null && !isHash(manifest))) throw new RangeError('has no SHA-256 in previous.digest');
  const since = valueAt(value, 'since');
  return {
    report,
    manifest,
    since: since === null ? null : momentOf(since, 'previous.since'),
    until: momentOf(valueAt(value, 'until'), 'previous.until'),
  };
}

/** The keys and subjects of findings that are not fixed were checked by the other reader. */
function findingOf(item: unknown, index: number): SeenFinding {
  const place = `findings[${index}]`;
  const status = stringAt(item, 'status');
  const severity = severities.find((each) => each === stringAt(item, 'severity'));
  if (severity === undefined || (status !== 'new' && status !== 'open' && status !== 'fixed')) return fail(`has no state in ${place}`);
  const accepted = valueAt(item, 'accepted');
  return {
    key: filled(item, 'key', place),
    rule: filled(item, 'rule', place),
    severity,
    subject: subjectOf(valueAt(item, 'subject'), place),
    message: filled(item, 'message', place),
    status,
    firstSeen: momentOf(valueAt(item, 'firstSeen'), `${place}.firstSeen`),
    accepted: accepted === null ? null : { owner: filled(accepted, 'owner', place), until: filled(accepted, 'until', place) },
  };
}

function subjectOf(value: unknown, place: string): Subject {
  const kind = subjectKinds.find((each) => each === stringAt(value, 'kind')) ?? fail(`has no kind of subject in ${place}`);
  return { kind, id: filled(value, 'id', place), url: stringAt(value, 'url') ?? null };
}

const subjectKinds: readonly Subject['kind'][] = [
  'artifact',
  'audit',
  'branch',
  'commit',
  'deployment',
  'log',
  'notification',
  'pull-request',
  'tag',
  'trail',
];

function filled(item: unknown, name: string, place: string): string {
  const text = stringAt(item, name);
  return text === undefined || text === '' ? fail(`has no text in ${place}.${name}`) : text;
}

function textOrNull(value: unknown, place: string): string | null {
  return value === null || typeof value === 'string' ? value : fail(`has no text in ${place}`);
}

function momentOf(value: unknown, place: string): string {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value);
  return isMoment && !Number.isNaN(Date.parse(value)) ? value : fail(`has no moment in UTC in ${place}`);
}

function parsed(name: string, text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return fail(`is no JSON in ${name}`);
  }
}

function fail(what: string): never {
  throw new RangeError(what);
}
