import { emptyTree, treeChanges, treesOf, type ObjectStore } from '../../git/index.ts';
import type { Landing } from '../facts/landing.ts';
import type { LandingFact } from '../facts/line.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { changesOf } from '../population/changes.ts';
import { rangesOf, type Range } from '../population/ranges.ts';
import type { PullsOf } from './attribute.ts';

/** A landing, and who brought it. */
export interface Attributed {
  readonly landing: Landing;
  readonly pulls: readonly PullRequest[];
  readonly pullsOf: PullsOf;
}

/** The paths that each change of each landing touched, by a few calls of git for all; null where an object is missing. */
export async function pathsOf(
  store: ObjectStore,
  attributed: readonly Attributed[],
  audited: (branch: string) => boolean,
): Promise<readonly LandingFact['paths'][]> {
  const changes = attributed.map(({ landing, pulls, pullsOf }) => {
    const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
    const of = (sha: string): readonly PullRequest[] => (pullsOf[sha] ?? []).flatMap((number) => byNumber.get(number) ?? []);
    return changesOf(landing, { of, audited }).map((change) => ({
      name: change.pull === undefined ? '' : String(change.pull.number),
      ranges: rangesOf(change, landing),
    }));
  });
  const ranges = changes.flat().flatMap((change) => change.ranges);
  const trees = await treesOf(
    store,
    ranges.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  );
  const treeOf = (sha: string | null): string => (sha === null ? emptyTree : (trees.get(sha) ?? missing));
  const pairOf = ({ from, to }: Range) => ({ from: treeOf(from), to: treeOf(to) });
  const found = await treeChanges(store, ranges.map(pairOf), 'whole');
  const byRange = new Map(ranges.map((range, index) => [range, found[index] ?? null]));
  return changes.map((those) =>
    Object.fromEntries(
      those.map(({ name, ranges: own }) => {
        const parts = own.map((range) => byRange.get(range) ?? null);
        const known = parts.flatMap((part) => part ?? []).map(({ path }) => path);
        return [name, parts.includes(null) ? null : [...new Set(known)].toSorted()];
      }),
    ),
  );
}

/** No object has it. */
const missing = '0'.repeat(40);
