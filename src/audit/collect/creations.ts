import { firstParentLine, tipOf, type ObjectStore } from '../../git/index.ts';
import { brokenChain, brokenHole, brokenTip, inOrder, tipAt } from '../population/chain.ts';
import type { Hole } from '../facts/line.ts';
import { holeOf, itemsOf, type Gaps } from './gaps.ts';
import type { AuditedBranch, PlannedLanding } from './planned.ts';
import type { GitHubPort, RefUpdate } from './port.ts';

/** An update with the branch that was asked about. */
export type BranchUpdate = RefUpdate & { readonly branch: string };

/** A branch with its updates, the newest first. */
export interface KnownBranch {
  readonly name: string;
  /** Where it is now; null where nobody knows. */
  readonly tip: string | null;
  readonly updates: readonly BranchUpdate[];
}

/** The answers of GitHub about the time when branches were created. */
export interface AroundCreations {
  /** The default branch, audited or not; undefined: GitHub did not tell. */
  readonly base: KnownBranch | undefined;
  /** The oldest updates of all refs, where the default branch was created. */
  readonly first: readonly RefUpdate[];
}

/** Asks GitHub what the creations of branches are judged by; nothing where none was created. */
export async function aroundCreations(
  port: GitHubPort,
  store: ObjectStore,
  created: readonly BranchUpdate[],
  { known, now }: { readonly known: readonly KnownBranch[]; readonly now: string },
  gaps: Gaps,
): Promise<AroundCreations> {
  const [oldest] = created.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (oldest === undefined) return { base: undefined, first: [] };
  const name = await defaultOf(port, gaps);
  const audited = known.find((branch) => branch.name === name);
  const base = audited ?? (name === undefined ? undefined : await branchOf(name, port, store, { since: oldest.at, now }, gaps));
  const begun = audited?.updates.at(-1);
  const isFirst = begun !== undefined && created.includes(begun);
  const first = isFirst ? await itemsOf(gaps, 'landings', 'the first updates of all refs', () => port.firstUpdates()) : [];
  return { base, first: first ?? [] };
}

async function defaultOf(port: GitHubPort, { holes }: Gaps): Promise<string | undefined> {
  try {
    return await port.defaultBranch();
  } catch (error) {
    holes.push(holeOf('name of the default branch', error));
    return undefined;
  }
}

/** A branch that is not audited, from a moment on. */
async function branchOf(
  name: string,
  port: GitHubPort,
  store: ObjectStore,
  { now, since }: { readonly since: string; readonly now: string },
  gaps: Gaps,
): Promise<KnownBranch> {
  const items = (await itemsOf(gaps, 'landings', `updates of ${name}`, () => port.branchUpdates(name, since, now))) ?? [];
  const tip = items[0] === undefined ? ((await tipOf(store, name)) ?? null) : items[0].after;
  const updates = inOrder(
    items.map((update) => ({ ...update, branch: name })),
    tip,
  );
  const broken = brokenChain(updates);
  if (broken !== undefined) gaps.holes.push(brokenHole(name, broken));
  // Else what came to it later would look as if it had been there at that moment.
  if (updates.length === 0 && tip !== null) gaps.holes.push(...(await unjoined(store, { name, tip }, undefined, since)));
  return { name, tip, updates };
}

/** No update led to the tip. That is so too where GitHub keeps none, since nothing landed for long. */
export async function unjoined(
  store: ObjectStore,
  { name, tip }: AuditedBranch,
  newest: BranchUpdate | undefined,
  since: string,
): Promise<readonly Hole[]> {
  if (newest !== undefined) {
    const why = brokenTip(newest, tip);
    return why === undefined ? [] : [brokenHole(name, `${why}: the clone is old, or an update is missing`)];
  }
  const [last] = await firstParentLine(store, [`${tip}^@`], tip);
  if (last === undefined || last.committedAt * 1000 < Date.parse(since)) return [];
  return [brokenHole(name, `GitHub tells no update, and ${tip.slice(0, 12)} at its tip was committed within the period`)];
}

/** A branch begins with what neither the default branch nor another audited one held at that moment. */
export function creationOf(
  update: BranchUpdate,
  branch: KnownBranch,
  known: readonly KnownBranch[],
  { base, first }: AroundCreations,
): Required<Pick<PlannedLanding, 'creation' | 'without'>> {
  const before = branch.updates[branch.updates.indexOf(update) + 1];
  const all = base === undefined || known.includes(base) ? known : [base, ...known];
  const own = all.indexOf(branch);
  const others = all.flatMap((other, place) => {
    if (place === own) return [];
    // Where two branches were created at one moment, the commits that both hold came with the first of them.
    return tipAt(other.updates, other.tip, update.at, place < own) ?? [];
  });
  const deleted = before === undefined || before.before === null ? undefined : { at: before.at, by: before.actor, from: before.before };
  const earlier = branch === base && before === undefined ? earlierThan(update, first) : undefined;
  return { without: [...new Set(others)], creation: { deleted, earlier } };
}

/** Where branches were before an update; undefined where it is not among the first ones, so that more came before it. */
function earlierThan({ at, id }: RefUpdate, first: readonly RefUpdate[]): readonly string[] | undefined {
  if (!first.some((update) => update.id === id)) return undefined;
  const isEarlier = (update: RefUpdate): boolean => update.name.startsWith('refs/heads/') && Date.parse(update.at) < Date.parse(at);
  return [...new Set(first.filter(isEarlier).flatMap(({ after, before }) => [before, after].filter((sha) => sha !== null)))];
}
