import type { AuditFile, Exclusion } from './audit-file.ts';
import { isControlPath } from './control-paths.ts';
import { matchesPath } from './globs.ts';

/** The parts of a change that an exclusion may name. */
export interface Excludable {
  /** All of its commits. */
  readonly shas: readonly string[];
  /** The number of its pull request; null where it has none. */
  readonly pull: number | null;
  /** Null where git cannot tell them. */
  readonly paths: readonly string[] | null;
}

/**
 * The exclusion that leaves a change out: by its pull request, by its commits if it names each of them, or by its paths if it
 * touches no other. No paths leave out a change to what decides what is checked: somebody must name that one.
 */
export function exclusionOf(file: AuditFile | null, { paths, pull, shas }: Excludable): Exclusion | undefined {
  const isControl = paths === null || paths.some((path) => isControlPath(path, file?.controls));
  return file?.exclusions.find(
    (exclusion) =>
      (pull !== null && exclusion.pullRequests.includes(pull)) ||
      (shas.length > 0 && shas.every((sha) => exclusion.commits.includes(sha))) ||
      (!isControl && paths.length > 0 && paths.every((path) => matchesPath(exclusion.paths, path))),
  );
}
