import { UsageError } from '../../errors/index.ts';
import type { Previous } from '../facts/previous.ts';
import { readPrevious } from '../previous/read-previous.ts';
import { checkPackage } from './check-package.ts';
import { sha256 } from './node-sha256.ts';
import { readPackedReport, withPackage } from './open-package.ts';

/** The package must hold in itself; `verify --package` says whether a head proves it. */
export async function previousPackage(path: string): Promise<Previous> {
  const { digest, problems } = await withPackage(path, (archive) => checkPackage(archive, { sha256 }));
  const report = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  const other = typeof report === 'string' ? report : report.kind === 'other' ? report.why : undefined;
  const changed =
    typeof report === 'object' && report.kind === 'report' && report.digest === digest ? undefined : 'it was changed meanwhile';
  const problem = problems[0] ?? other ?? changed;
  if (problem !== undefined || typeof report === 'string' || report.kind === 'other') {
    throw new UsageError('invalid-input', `The package of the audit before (previous) cannot be used: ${problem ?? ''}`, {
      fix: 'Get it again from where it was kept; `verify --package` names every fault',
    });
  }
  return { ...readPrevious(report.text, report.reportDigest), manifest: report.digest };
}
