import type { AuditFile, Exclusion } from './audit-file.ts';
import { matchesPath } from './globs.ts';

interface Excludable {
  readonly shas: readonly string[];
  readonly pull: number | null;
  readonly paths: readonly string[] | null;
}

/** The exclusion that leaves a change out. */
export function exclusionOf(file: AuditFile | null, { paths, pull, shas }: Excludable): Exclusion | undefined {
  return file?.exclusions.find(
    (exclusion) =>
      (pull !== null && exclusion.pullRequests.includes(pull)) ||
      shas.every((sha) => exclusion.commits.includes(sha)) ||
      (paths !== null && paths.length > 0 && paths.every((path) => matchesPath(exclusion.paths, path))),
  );
}
