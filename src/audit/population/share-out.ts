import type { PlannedLanding } from '../collect/planned.ts';
import type { Commit } from '../facts/commit.ts';

/** A landing as far as it must follow another one. */
type Planned = Pick<PlannedLanding, 'branch' | 'kind' | 'before' | 'after' | 'without'>;

type Node = Pick<Commit, 'sha' | 'parents'>;

/** Landings, the newest first, in runs of which each begins where the older one ended, so that one list of commits does for all. */
export function runsOf<Landing extends Planned>(landings: readonly Landing[]): readonly (readonly Landing[])[] {
  const runs: Landing[][] = [];
  const open = new Map<string, Landing[]>();
  for (const landing of landings) {
    const run = open.get(landing.branch);
    if (run !== undefined && follows(run.at(-1), landing)) run.push(landing);
    else {
      const begun = [landing];
      runs.push(begun);
      open.set(landing.branch, begun);
    }
  }
  return runs;
}

function follows(newer: Planned | undefined, older: Planned): boolean {
  if (newer === undefined || !isForward(newer) || !isForward(older)) return false;
  const [before, ...rest] = newer.without;
  return before === newer.before && before === older.after && rest.join() === older.without.slice(1).join();
}

/** Nothing was taken away: what the branch had is in what it has then. */
function isForward({ after, before, kind }: Planned): boolean {
  return before !== null && after !== null && kind !== 'force-push';
}

/**
 * Shares the commits of a run out to its landings: each has what it holds and no older one does. Undefined where a landing does
 * not come after the one before it, though it should.
 *
 * @param run the newest first
 * @param commits of the whole run, each after its parents
 */
export function shareOut<Listed extends Node>(
  run: readonly Planned[],
  commits: readonly Listed[],
): readonly (readonly Listed[])[] | undefined {
  const places = new Map(commits.map(({ sha }, index) => [sha, index]));
  const taken = new Set<number>();
  const shares: (readonly Listed[])[] = [];
  for (const { after, before } of run.toReversed()) {
    const own: number[] = [];
    const waiting = [after ?? ''];
    let joins = after === before;
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      joins ||= sha === before;
      const place = places.get(sha);
      if (place === undefined || taken.has(place)) continue;
      taken.add(place);
      own.push(place);
      waiting.push(...(commits[place]?.parents ?? []));
    }
    if (!joins) return undefined;
    shares.unshift(own.toSorted((one, other) => one - other).flatMap((place) => commits[place] ?? []));
  }
  return shares;
}

/** Whether commits, each after its parents, are one line that begins at `before`: then there are as many as it is long, and no more. */
export function isLine(commits: readonly Node[], before: string | null): boolean {
  return commits.every(({ parents }, index) => parents.length === 1 && parents[0] === (index === 0 ? before : commits[index - 1]?.sha));
}
