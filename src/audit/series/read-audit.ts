import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '../../text/index.ts';
import { UsageError } from '../../errors/index.ts';
import { checkPackage } from '../package/check-package.ts';
import { hashOf } from '../package/hash.ts';
import type { LogPlace } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { withPackage } from '../package/open-package.ts';
import { outcomeOf } from '../package/outcome.ts';
import { readPackedReport, type OtherPackage, type PackedReport } from '../package/packed-report.ts';
import { topLevel } from '../previous/top-level.ts';
import { keepMembers } from '../recompute/kept-members.ts';
import { keptMembers, recompute, type RecomputeRequest } from '../recompute/recompute.ts';
import { readAuditReport } from './read-report.ts';
import type { AuditReport, BrokenFile, SeriesAudit } from './series-audit.ts';

/** A package whose report was read, and that was not checked yet. */
export interface OpenedPackage extends Omit<PackedReport, 'kind' | 'text'> {
  readonly kind: 'opened';
  readonly file: string;
  readonly path: string;
  readonly report: AuditReport;
}

/** Reads a report that was kept without its package: nothing can show that it was changed, but for the audit after it. */
export function readReportAudit(bytes: Buffer, file: string): SeriesAudit | BrokenFile {
  const digest = hashOf(sha256, bytes);
  const report = reportOf(decodeText(bytes), digest);
  return typeof report === 'string' ? { file, why: [report] } : { ...report, file, digest, packed: null };
}

/** Reads the report of a package, so that it is known where its log ends before any package is checked. */
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

/** The places and links of the log that other packages, or those who kept a head, ask about. */
export interface WantedLinks {
  readonly sequences: ReadonlySet<number>;
  readonly heads: ReadonlySet<string>;
}

/** All that a package is worked out again with. */
export interface Verifying extends Pick<RecomputeRequest, 'program' | 'openReplay' | 'openGitHub' | 'interrupt' | 'report'> {
  /** Where a folder may be made. */
  readonly temporary: string;
}

/**
 * Verifies a package as `verify --package` does. One that does not hold, or of which something is not proved, counts as no audit.
 * Which audit came before it, and whether a head proves it, the series says.
 */
export async function checkPackageAudit(
  opened: OpenedPackage,
  wanted: WantedLinks,
  { temporary, ...how }: Verifying,
): Promise<SeriesAudit | BrokenFile> {
  const { digest, file, manifest, path, report, reportDigest } = opened;
  const links = new Map<number, string>();
  const heads: LogPlace[] = [];
  const onLink = (place: LogPlace): void => {
    if (wanted.sequences.has(place.sequence)) links.set(place.sequence, place.link);
    if (wanted.heads.has(place.link)) heads.push(place);
  };
  const broken = (why: readonly string[]): BrokenFile => ({ file, why, report: reportDigest });
  const folder = await mkdtemp(join(temporary, 'verified-'));
  try {
    const { isCut, keep } = keepMembers(folder, keptMembers);
    const checked = await withPackage(path, (archive) => checkPackage(archive, { sha256, onLink, keep }));
    if (checked.problems.length > 0) return broken(checked.problems);
    if (checked.digest !== digest) return broken(['It was changed while it was read']);
    if (isCut()) return broken(['It is too large to work its verdicts out again']);
    const { problems, unproven } = await recompute({ ...how, manifest, folder, isFirst: true });
    const why = [...problems, ...unproven.map((sentence) => `Not proved: ${sentence}`)];
    if (why.length > 0) return broken(why);
    return { ...report, file, digest: reportDigest, packed: { digest, outcome: outcomeOf(checked), log: manifest.log, links, heads } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
