import type { Commit } from '../facts/commit.ts';
import type { Landing } from '../facts/landing.ts';

/** The commits of a landing by their SHAs. */
export function bySha({ commits }: Pick<Landing, 'commits'>): ReadonlyMap<string, Commit> {
  return new Map(commits.map((commit) => [commit.sha, commit]));
}

/** The landing's own line: from what landed along first parents, as far as the landing goes, the newest first. */
export function lineOf(landing: Pick<Landing, 'after' | 'commits'>): readonly Commit[] {
  const commits = bySha(landing);
  const line: Commit[] = [];
  let at = landing.after === null ? undefined : commits.get(landing.after);
  while (at !== undefined) {
    line.push(at);
    const [first] = at.parents;
    at = first === undefined ? undefined : commits.get(first);
  }
  return line;
}

/** Which commits of a landing a commit of it holds, itself included. */
export function heldBy(commits: ReadonlyMap<string, Commit>, tip: string): ReadonlySet<string> {
  const held = new Set<string>();
  const waiting = [tip];
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    const commit = held.has(sha) ? undefined : commits.get(sha);
    if (commit === undefined) continue;
    held.add(sha);
    waiting.push(...commit.parents);
  }
  return held;
}
