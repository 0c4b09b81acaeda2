import { UsageError } from '../../errors/index.ts';
import { decodeText } from '../../text/index.ts';
import { hashOf } from '../package/hash.ts';
import { sha256 } from '../package/node-sha256.ts';
import { readPackedReport, withPackage, type OtherPackage, type PackedReport } from '../package/open-package.ts';
import { topLevel } from '../previous/read-previous.ts';
import { readAuditReport } from './read-report.ts';
import type { AuditReport, BrokenFile, SeriesAudit } from './series.ts';

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
