import { UsageError } from '../../errors/index.ts';
import type { Previous } from '../facts/previous.ts';
import { checkPackage } from '../package/check-package.ts';
import { sha256 } from '../package/node-sha256.ts';
import { withPackage } from '../package/open-package.ts';
import { readPackedReport } from '../package/packed-report.ts';
import { readPrevious } from './read-previous.ts';

/**
 * All that an audit takes from the package of the one before it. The package must hold in itself; whether a head proves it is
 * for `verify --package` to say.
 */
export async function previousPackage(path: string): Promise<Previous> {
  const { digest, problems } = await withPackage(path, (archive) => checkPackage(archive, { sha256 }));
  const report = await withPackage(path, (archive) => readPackedReport(archive, sha256));
  if (problems.length > 0 || typeof report === 'string' || report.digest !== digest) {
    const [first = typeof report === 'string' ? report : 'it was changed while it was read'] = problems;
    throw new UsageError('invalid-input', `The package of the audit before (previous) does not hold: ${first}`, {
      fix: 'Get it again from where it was kept; `verify --package` names every fault',
    });
  }
  return { ...readPrevious(report.text, report.reportDigest), manifest: report.digest };
}
