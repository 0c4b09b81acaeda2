import { countCommits, fetchMissing, reachable, type FetchFrom, type ObjectStore } from '../../git/index.ts';
import type { Landing } from '../facts/landing.ts';
import { holeOf, itemsOf, type Gaps } from './gaps.ts';
import type { Plan, PlannedCreation } from './planned.ts';
import type { CollectSources } from './settings.ts';

/** A branch or a tag by its full name, and its commit. */
interface Ref {
  readonly ref: string;
  readonly sha: string;
}

/** Adds what git tells of the creation of a branch. */
export type AddCreation = (landing: Landing, creation: PlannedCreation | undefined) => Promise<Landing>;

/** The tags are asked for once, and only where a branch was there before it was created. */
export function openCreations(
  { fetchFrom, github }: Pick<CollectSources, 'fetchFrom' | 'github'>,
  { gaps, plan, store }: { readonly gaps: Gaps; readonly plan: Plan; readonly store: ObjectStore },
): AddCreation {
  let tags: Promise<readonly Ref[]> | undefined;
  const tagsOf = async (): Promise<readonly Ref[]> => {
    const items = github === null ? undefined : await itemsOf(gaps, 'tags', 'tags', () => github.tags());
    return (items ?? []).map(({ name, sha }) => ({ ref: `refs/tags/${name}`, sha }));
  };
  const refsBut = async (own: string): Promise<readonly Ref[]> => {
    tags ??= tagsOf();
    const branches = plan.branches.filter(({ name }) => name !== own).map(({ name, tip }) => ({ ref: `refs/heads/${name}`, sha: tip }));
    const refs = [...branches, ...(await tags)];
    const missing = await fetchMissing(
      store,
      refs.map(({ sha }) => sha),
      fetchFrom,
    );
    return refs.filter(({ sha }) => !missing.has(sha));
  };
  return async (landing, creation) => {
    if (creation === undefined || landing.after === null) return landing;
    try {
      const beginning = await isBeginning(store, landing.after, creation, fetchFrom);
      const lost = await lostBy(store, landing.after, creation, fetchFrom, () => refsBut(landing.branch));
      return { ...landing, beginning, ...lost };
    } catch (error) {
      gaps.holes.push(holeOf(`creation ${landing.id} of ${landing.branch}`, error));
      return landing;
    }
  };
}

/** Whether no branch had any of its commits before. One whose commits are gone may have had them. */
async function isBeginning(store: ObjectStore, after: string, { earlier }: PlannedCreation, from: FetchFrom | null): Promise<boolean> {
  if (earlier === undefined || (await fetchMissing(store, [after, ...earlier], from)).size > 0) return false;
  return (await countCommits(store, earlier, after)) === (await countCommits(store, [], after));
}

/** The commits that a branch held before it was deleted and does not hold since, and which of them others hold now. */
async function lostBy(
  store: ObjectStore,
  after: string,
  { deleted }: PlannedCreation,
  from: FetchFrom | null,
  others: () => Promise<readonly Ref[]>,
): Promise<Partial<Pick<Landing, 'deleted' | 'elsewhere' | 'removed'>>> {
  if (deleted === undefined) return {};
  if ((await fetchMissing(store, [after, deleted.from], from)).size > 0) return { deleted };
  const removed = await reachable(store, [deleted.from], [after]);
  const elsewhere = removed.length === 0 ? [] : await holdersOf(store, deleted.from, removed, [after], await others());
  return { deleted, removed, elsewhere };
}

/**
 * The refs that hold some of the commits, each commit with the first ref that does. Half of the refs are asked at once, because there
 * may be thousands of tags.
 *
 * @param commits all that `tip` holds and none of `without` does
 */
async function holdersOf(
  store: ObjectStore,
  tip: string,
  commits: readonly string[],
  without: readonly string[],
  refs: readonly Ref[],
): Promise<NonNullable<Landing['elsewhere']>> {
  const [first] = refs;
  if (first === undefined || commits.length === 0) return [];
  const shas = refs.map(({ sha }) => sha);
  const left = new Set(await reachable(store, [tip], [...without, ...shas]));
  if (left.size === commits.length) return [];
  if (refs.length === 1) return [{ ref: first.ref, commits: commits.filter((sha) => !left.has(sha)) }];
  const half = refs.length >> 1;
  const found = await holdersOf(store, tip, commits, without, refs.slice(0, half));
  const held = new Set(found.flatMap((one) => one.commits));
  const others = commits.filter((sha) => !held.has(sha));
  return [...found, ...(await holdersOf(store, tip, others, [...without, ...shas.slice(0, half)], refs.slice(half)))];
}
