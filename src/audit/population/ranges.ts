import type { Commit } from '../facts/commit.ts';
import type { Landing } from '../facts/landing.ts';
import { bySha, lineOf } from './line.ts';

/** From one commit to another; `from` null: from nothing. */
export interface Range {
  readonly from: string | null;
  readonly to: string;
}

interface Part {
  readonly commits: readonly string[];
  readonly pull: { readonly mergeCommit: string | null } | undefined;
}

/**
 * The paths that a change touched on the branch that it landed on: from the first parent of its first commit there to its last.
 * Commits with other changes between them make several such ranges. A change without a commit on the branch's own line, because
 * another branch that had it was merged, is its change to that other branch.
 */
export function rangesOf(part: Part, landing: Pick<Landing, 'after' | 'commits'>): readonly Range[] {
  const own = new Set(part.commits);
  const onLine = rangesAlong(lineOf(landing).map((commit) => (own.has(commit.sha) ? commit : undefined)));
  if (onLine.length > 0) return onLine;
  const commits = bySha(landing);
  const merged = part.pull?.mergeCommit ?? null;
  if (merged !== null && own.has(merged)) {
    return rangesAlong(lineOf({ after: merged, commits: landing.commits.filter(({ sha }) => own.has(sha)) }));
  }
  return part.commits.map((sha) => ({ from: commits.get(sha)?.parents[0] ?? null, to: sha }));
}

/** The ranges of a line, the newest first; undefined is what belongs to others. */
function rangesAlong(line: readonly (Commit | undefined)[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const [index, commit] of line.entries()) {
    if (commit === undefined) continue;
    const from = commit.parents[0] ?? null;
    const newer = line[index - 1];
    const open = newer === undefined ? undefined : ranges.pop();
    ranges.push({ from, to: open?.to ?? commit.sha });
  }
  return ranges;
}
