import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage } from '../package/check-package.ts';
import type { LogPlace } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { withPackage } from '../package/open-package.ts';
import { outcomeOf } from '../package/outcome.ts';
import { keepMembers, keptMembers, recompute, type RecomputeRequest } from '../recompute/recompute.ts';
import type { OpenedPackage, WantedLinks } from './read-report.ts';
import type { BrokenFile, SeriesAudit } from './series.ts';

export interface Verifying extends Pick<RecomputeRequest, 'program' | 'openReplay' | 'openGitHub' | 'interrupt' | 'report'> {
  /** Where a folder may be made. */
  readonly temporary: string;
}

/**
 * Verifies a package as `verify --package` does. One that does not hold, or that has an unproved part, counts as no audit.
 * The series judges which audit came before it, and whether a head proves it.
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
  await using scratch = await mkdtempDisposable(join(temporary, 'verified-'));
  const folder = scratch.path;
  const { isCut, keep } = keepMembers(folder, keptMembers);
  const checked = await withPackage(path, (archive) => checkPackage(archive, { sha256, onLink, keep }));
  if (checked.problems.length > 0) return broken(checked.problems);
  if (checked.digest !== digest) return broken(['It was changed while it was read']);
  if (isCut()) return broken(['It is too large to work its verdicts out again']);
  const { problems, unproven } = await recompute({ ...how, manifest, folder, isFirst: true });
  const why = [...problems, ...unproven.map((sentence) => `Not proved: ${sentence}`)];
  if (why.length > 0) return broken(why);
  return { ...report, file, digest: reportDigest, packed: { digest, outcome: outcomeOf(checked), log: manifest.log, links, heads } };
}

export type CheckPackageAudit = typeof checkPackageAudit;
