import type { AuditFile, MappedFlow } from './audit-file.ts';
import { isControlPath } from './control-paths.ts';
import { matchesName, matchesPath } from './globs.ts';

/** The facts that decide which flows a change owes. */
export interface Owing {
  /** The branch that it landed on. */
  readonly branch: string;
  /** Null where git cannot tell them. */
  readonly paths: readonly string[] | null;
  /** ISO 8601 in UTC; null where it is not known. */
  readonly landedAt: string | null;
}

/**
 * The flows that a change owes evidence in; null where no flow is mapped, so that one trail in any is enough. A change that
 * nobody can tell the paths of, or that decides what is checked, owes every flow of its branch. One that touches no path at
 * all leaves the tree as it was, and owes none.
 */
export function owedFlows(file: AuditFile | null, change: Owing): readonly string[] | null {
  const { paths } = change;
  if (paths?.length === 0) return [];
  if (file === null || file.flows.length === 0) return null;
  const every = paths === null || paths.some((path) => isControlPath(path, file.controls));
  return file.flows.filter((flow) => isInForce(flow, change) && (every || isTouched(flow, paths))).map(({ name }) => name);
}

/** Whether a flow is asked of that branch at that time. Where the time is not known, it is. */
function isInForce({ branches, from }: MappedFlow, { branch, landedAt }: Owing): boolean {
  if (branches.length > 0 && !matchesName(branches, branch)) return false;
  return from === null || landedAt === null || Date.parse(landedAt) >= Date.parse(from);
}

function isTouched({ paths: globs }: MappedFlow, paths: readonly string[]): boolean {
  return globs.length === 0 || paths.some((path) => matchesPath(globs, path));
}
