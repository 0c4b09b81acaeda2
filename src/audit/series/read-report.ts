import {
  aDigest,
  aMoment,
  anything,
  aText,
  aWhole,
  type Check,
  type Checked,
  ifThere,
  listOf,
  mapOf,
  oneOf,
  orNull,
  passes,
  shape,
  someText,
} from '../../text/check.ts';
import { severities, subjectKinds } from '../facts/finding.ts';
import { readPrevious, topLevel } from '../previous/read-previous.ts';
import { lacks } from '../rules/rule.ts';
import type { AuditReport, NamedBefore, SeenFinding } from './series.ts';
import { parseJson } from '../../text/index.ts';

const header = shape({ at: aMoment, repository: orNull(aText), service: orNull(shape({ org: orNull(aText) })), run: orNull(aText) });

/** Reports of earlier versions have no `lack`, and a later one may have another word for it. */
const rule = shape({
  rule: someText,
  result: oneOf('tested', 'not applicable', 'not tested'),
  tested: aWhole,
  why: ifThere(orNull(aText)),
  lack: anything,
});

/** Reports of earlier versions name no package. */
const before = shape({ digest: aDigest, manifest: ifThere(orNull(aDigest)), since: orNull(aMoment), until: aMoment });

const finding = shape({
  key: someText,
  rule: someText,
  severity: oneOf(...severities),
  subject: shape({ kind: oneOf(...subjectKinds), id: someText, url: anything }),
  message: someText,
  status: oneOf('new', 'open', 'fixed'),
  firstSeen: aMoment,
  accepted: orNull(shape({ owner: someText, until: someText })),
});

const names = ['header', 'findings', 'population', 'totals', 'holes', 'previous', 'rules'] as const;

/**
 * All that a series takes from a JSON report. The reader of the audit before checks what it takes; the rest is checked
 * here.
 * @throws {UsageError} where the text is not such a report
 * @throws {RangeError} that says which part of it cannot be used
 */
export function readAuditReport(text: string, digest: string): AuditReport {
  const known = readPrevious(text, digest);
  const parts = topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set(names)) ?? new Map<string, string>();
  const read = <Value>(name: (typeof names)[number], check: Check<Value>): Value => {
    const value = parseJson(parts.get(name) ?? '');
    if (passes(check, value)) return value;
    throw new RangeError(`cannot be used: ${name}${check(value) ?? ''}`);
  };
  const { at, repository, run, service } = read('header', header);
  return {
    complete: known.complete,
    repository,
    repositoryId: known.about.repositoryId,
    serverUrl: known.about.serverUrl,
    org: service?.org ?? null,
    branches: known.branches,
    flows: known.flows,
    since: known.since,
    until: known.until,
    at,
    changes: read('population', shape({ changes: aWhole })).changes,
    states: read('totals', shape({ states: mapOf(aText, aWhole) })).states,
    holes: read('holes', listOf(anything)).length,
    rules: read('rules', listOf(rule)).map(ruleOf),
    run,
    previous: beforeOf(read('previous', orNull(before))),
    findings: read('findings', listOf(finding)).map(findingOf),
  };
}

function ruleOf({ lack: told, result, rule: name, tested, why = null }: Checked<typeof rule>): AuditReport['rules'][number] {
  // Where it is left out, an answer may have lacked.
  return { rule: name, result, tested, why, lack: lacks.find((each) => each === told) ?? (why === null ? null : 'answer') };
}

function beforeOf(value: Checked<typeof before> | null): NamedBefore | null {
  if (value === null) return null;
  const { digest: report, manifest = null, since, until } = value;
  return { report, manifest, since, until };
}

/** Each field is copied by its name: a report may have more. */
function findingOf({ accepted, firstSeen, key, message, rule: name, severity, status, subject }: Checked<typeof finding>): SeenFinding {
  const { id, kind, url } = subject;
  return {
    key,
    rule: name,
    severity,
    subject: { kind, id, url: typeof url === 'string' ? url : null },
    message,
    status,
    firstSeen,
    accepted: accepted === null ? null : { owner: accepted.owner, until: accepted.until },
  };
}
