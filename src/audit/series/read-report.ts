import { UsageError } from '../../errors/index.ts';
import {
  aDigest,
  aMoment,
  aText,
  aWhole,
  anything,
  ifThere,
  listOf,
  mapOf,
  oneOf,
  orNull,
  passes,
  shape,
  someText,
  type Check,
  type Checked,
} from '../../text/check.ts';
import { decodeText, parseJson } from '../../text/index.ts';
import { topLevel } from '../../text/json-parts.ts';
import { severities, subjectKinds } from '../facts/finding.ts';
import { hashOf } from '../package/hash.ts';
import { sha256 } from '../package/node-sha256.ts';
import { readPackedReport, withPackage, type OtherPackage, type PackedReport } from '../package/open-package.ts';
import { readPrevious } from '../previous/read-previous.ts';
import { lacks } from '../rules/rule.ts';
import type { AuditReport, BrokenFile, NamedBefore, SeenFinding, SeriesAudit } from './series.ts';

const header = shape({
  at: aMoment,
  repository: orNull(aText),
  service: orNull(shape({ org: orNull(aText) })),
  evidence: ifThere(aText),
  run: orNull(aText),
});

/** Where a report counts them in another way, the numbers are not known. */
const totals = shape({ states: mapOf(aText, aWhole), overrides: anything, emergencies: anything });
const counted = listOf(shape({ count: aWhole }));
const numbers = listOf(aWhole);

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
  const { at, evidence, repository, run, service } = read('header', header);
  const { emergencies, overrides, states } = read('totals', totals);
  return {
    complete: known.complete,
    repository,
    repositoryId: known.about.repositoryId,
    serverUrl: known.about.serverUrl,
    org: service?.org ?? null,
    evidence: evidence === 'github' ? 'github' : service === null ? 'none' : 'service',
    branches: known.branches,
    flows: known.flows,
    since: known.since,
    until: known.until,
    at,
    changes: read('population', shape({ changes: aWhole })).changes,
    states,
    emergencies: passes(numbers, emergencies) ? emergencies.length : null,
    overrides: passes(counted, overrides) ? overrides.reduce((sum, { count }) => sum + count, 0) : null,
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

/** A package whose report was read, but which was not checked yet. */
export interface OpenedPackage extends Omit<PackedReport, 'kind' | 'text'> {
  readonly kind: 'opened';
  readonly file: string;
  readonly path: string;
  readonly report: AuditReport;
}

/** Reads a report that was kept without its package: only the next audit can show that it was changed. */
export function readReportAudit(bytes: Buffer, file: string): SeriesAudit | BrokenFile {
  const digest = hashOf(sha256, bytes);
  const report = reportOf(decodeText(bytes), digest);
  return typeof report === 'string' ? { file, why: [report] } : { ...report, file, digest, packed: null };
}

/** Reads only the report, to know where the log ends before any package is checked. */
export async function openPackageAudit(path: string, file: string): Promise<OpenedPackage | BrokenFile | OtherPackage> {
  const packed = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  if (typeof packed === 'string') return { file, why: [packed] };
  if (packed.kind === 'other') return packed;
  const { kind: _kind, text, ...known } = packed;
  const report = reportOf(text, known.reportDigest);
  if (typeof report === 'string') return { file, why: [report] };
  const { previous } = known.manifest;
  const named = report.previous;
  const isSame = previous?.report === named?.report && (previous?.manifest ?? null) === (named?.manifest ?? null);
  if (previous !== undefined && !isSame) return { file, why: ['Its manifest and its report name different audits before'] };
  return { kind: 'opened', file, path, report, ...known };
}

/** The places and links of the log that other packages, or keepers of a head, ask about. */
export interface WantedLinks {
  readonly sequences: ReadonlySet<number>;
  readonly heads: ReadonlySet<string>;
}

function reportOf(text: string, digest: string): AuditReport | string {
  try {
    return readAuditReport(text, digest);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace('The report of the audit before (previous)', 'Its JSON report');
    if (error instanceof RangeError) return `Its JSON report ${error.message}`;
    throw error;
  }
}

/** Whether a text is whole JSON of another kind, such as a badge or the report of a series: those have no header and no end. */
export function isElsewhere(bytes: Buffer): boolean {
  const text = decodeText(bytes);
  return topLevel(text.startsWith('\uFEFF') ? text.slice(1) : text, new Set(['header', 'completeUntil']))?.size === 0;
}
