import { isWithin } from '../../text/index.ts';
import { commitOfTag, present, reachable, type ObjectStore } from '../../git/index.ts';
import type { Deployment, Release, Tag } from '../facts/shipped.ts';
import { tipAt } from '../population/chain.ts';
import { itemsOf, untold, type Gaps } from './gaps.ts';
import type { GitHubPort, RefUpdate, TagUpdates } from './port.ts';
import type { Plan, PlannedLanding } from './settings.ts';

interface Shipped {
  readonly sha: string | null;
  readonly at: string;
}

/** A thing with the audited branch that holds its commit, and what it brought since the one before it. */
type Placed<Thing extends Shipped> = Thing & { readonly branch: string | null; readonly brought: readonly string[] | null };

export async function placeDeployments(
  store: ObjectStore,
  plan: Plan,
  given: readonly Omit<Deployment, 'branch' | 'brought'>[],
  since: string,
): Promise<readonly Deployment[]> {
  const lanes = Map.groupBy(given, ({ environment, source }) => `${source} ${environment}`);
  const placed: Deployment[] = [];
  for (const lane of lanes.values()) placed.push(...(await place(store, plan, lane)));
  return placed.filter(({ at }) => isWithin(at, { since, until: plan.until })).toSorted(newestFirst);
}

export async function* shippedOnGitHub(
  store: ObjectStore,
  port: GitHubPort | null,
  plan: Plan,
  since: string,
  gaps: Gaps,
): AsyncGenerator<Deployment | Release | Tag> {
  if (port === null) {
    const fix = 'Give a token with deployments: read and contents: read';
    for (const source of ['deployments', 'releases', 'tags'] as const)
      gaps.untold.push(untold(source, 'GitHub was not asked: there is no token', fix));
    return;
  }
  const deployments = await itemsOf(gaps, 'deployments', 'deployments', () => port.deployments(since, plan.until));
  yield* await placeDeployments(store, plan, deployments ?? [], since);
  const releases = (await itemsOf(gaps, 'releases', 'releases', () => port.releases(since, plan.until))) ?? [];
  const known = await Promise.all(
    releases.map(async (release) => ({ ...release, sha: release.sha ?? (await commitOfTag(store, release.tag)) ?? null })),
  );
  for (const release of (await place(store, plan, known)).toSorted(newestFirst)) {
    if (isWithin(release.at, { since, until: plan.until })) yield release;
  }
  const tags = await itemsOf(gaps, 'tags', 'tags', () => port.tags());
  if (tags === undefined || tags.length === 0) return;
  const { told, updates } = await updatesOfTags(port, since, gaps);
  const byName = Map.groupBy(
    updates.filter(({ at }) => isWithin(at, { since, until: plan.until })),
    ({ name }) => name,
  );
  for (const tag of tags) yield { kind: 'tag', ...tag, moved: movesOf(byName.get(tag.name) ?? []), told };
}

/** Without GitHub's updates the audit before may know them: without either, the rule is not tested. */
async function updatesOfTags(port: GitHubPort, since: string, { holes }: Gaps): Promise<TagUpdates> {
  const gaps: Gaps = { holes, untold: [] };
  const [found] = (await itemsOf(gaps, 'tags', 'updates of tags', () => port.tagUpdates(since))) ?? [];
  return found ?? { updates: [], told: false };
}

/** Where a tag changed from one commit to another, the oldest first; also by deletion and a new tag. */
function movesOf(updates: readonly RefUpdate[]): Tag['moved'] {
  const moved: Tag['moved'][number][] = [];
  let last: string | null = null;
  for (const { actor, after, at, before } of updates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const from: string | null = before ?? last;
    if (from !== null && after !== null && from !== after) moved.push({ from, to: after, at, by: actor });
    last = after ?? from;
  }
  return moved;
}

async function place<Thing extends Shipped>(store: ObjectStore, plan: Plan, things: readonly Thing[]): Promise<readonly Placed<Thing>[]> {
  const here = await present(
    store,
    things.flatMap(({ sha }) => sha ?? []),
  );
  const branches = await branchesOf(store, plan, [...here]);
  const placed: Placed<Thing>[] = [];
  let before: string | undefined;
  for (const thing of things.toSorted((one, other) => -newestFirst(one, other))) {
    const { sha } = thing;
    const brought = sha === null || !here.has(sha) ? null : await broughtSince(store, plan, sha, before, here);
    const branch = sha === null ? undefined : branches.get(sha);
    const wasThere = sha !== null && branch !== undefined && (await wasOnBranch(store, plan, sha, thing.at));
    placed.push({ ...thing, branch: wasThere ? branch : null, brought });
    before = sha ?? before;
  }
  return placed;
}

/** Without one before it, all that landed within the period; null where the commit before is gone. */
async function broughtSince(
  store: ObjectStore,
  { branches, landings }: Plan,
  sha: string,
  before: string | undefined,
  here: ReadonlySet<string>,
): Promise<readonly string[] | null> {
  if (before !== undefined) return here.has(before) ? reachable(store, [sha], [before]) : null;
  const starts = branches.flatMap(({ name, tip }) => landings.findLast(({ branch }) => branch === name)?.without ?? [tip]);
  return reachable(store, [sha], [...(await present(store, starts))]);
}

async function branchesOf(store: ObjectStore, { branches }: Plan, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { name, tip } of branches) {
    const lacks = new Set(await reachable(store, shas, [tip]));
    for (const sha of shas) if (!lacks.has(sha) && !found.has(sha)) found.set(sha, name);
  }
  return found;
}

/** How far the clocks of a service and of GitHub may differ, in milliseconds. */
const tolerance = 60_000;

/**
 * Whether an audited branch had a commit when it was shipped. One that landed later was shipped without all that is asked
 * of landings. Where landing times are unknown, now stands for then.
 */
async function wasOnBranch(store: ObjectStore, { branches, landings }: Plan, sha: string, at: string): Promise<boolean> {
  if (!landings.every(isTimed)) return true;
  const moment = new Date(Date.parse(at) + tolerance).toISOString();
  if (landings.some((landing) => landing.after === sha && Date.parse(landing.at) <= Date.parse(moment))) return true;
  for (const { name, tip } of branches) {
    const updates = landings.filter(({ branch }) => branch === name);
    const then = tipAt(updates, tip, moment, true);
    if (then === null || !(await present(store, [then])).has(then)) continue;
    if (!(await reachable(store, [sha], [then])).includes(sha)) return true;
  }
  return false;
}

function isTimed(landing: PlannedLanding): landing is PlannedLanding & { readonly at: string } {
  return landing.at !== null;
}

const newestFirst = (one: Shipped, other: Shipped): number => Date.parse(other.at) - Date.parse(one.at);
