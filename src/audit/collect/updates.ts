import { firstParentLine, tipOf, type ObjectStore } from '../../git/index.ts';
import { given, isWithin } from '../../text/index.ts';
import type { Hole } from '../facts/line.ts';
import { brokenChain, brokenHole, brokenTip, orderUpdates, tipAt } from '../population/chain.ts';
import { hole, holeOf, itemsOf, type Gaps } from './gaps.ts';
import type { GitHubPort, RefUpdate } from './port.ts';
import type { AuditedBranch, Plan, PlannedLanding } from './settings.ts';

type BranchUpdate = RefUpdate & { readonly branch: string };

interface KnownBranch {
  readonly name: string;
  /** Null where it is not known. */
  readonly tip: string | null;
  readonly updates: readonly BranchUpdate[];
}

interface AroundCreations {
  /** The default branch, audited or not; undefined where GitHub did not answer. */
  readonly base: KnownBranch | undefined;
  /** The oldest updates of all refs, where the default branch was created. */
  readonly first: readonly RefUpdate[];
}

/** Asks GitHub for what creations of branches are judged by; nothing where none was created. */
async function aroundCreations(
  port: GitHubPort,
  store: ObjectStore,
  created: readonly BranchUpdate[],
  { known, now }: { readonly known: readonly KnownBranch[]; readonly now: string },
  gaps: Gaps,
): Promise<AroundCreations> {
  const [oldest] = created.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (oldest === undefined) return { base: undefined, first: [] };
  const name = await askDefault(port, gaps);
  const audited = known.find((branch) => branch.name === name);
  const base = audited ?? (name === undefined ? undefined : await branchOf(name, port, store, { since: oldest.at, now }, gaps));
  const begun = audited?.updates.at(-1);
  const isFirst = begun !== undefined && created.includes(begun);
  const first = isFirst ? await itemsOf(gaps, 'landings', 'the first updates of all refs', () => port.firstUpdates()) : [];
  return { base, first: first ?? [] };
}

/** Undefined, and a hole, where GitHub did not answer. */
export async function askDefault(port: Pick<GitHubPort, 'defaultBranch'>, { holes }: Pick<Gaps, 'holes'>): Promise<string | undefined> {
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
  const updates = orderUpdates(
    items.map((update) => ({ ...update, branch: name })),
    tip,
  );
  const broken = brokenChain(updates);
  if (broken !== undefined) gaps.holes.push(brokenHole(name, broken));
  // Else a later arrival would look as if it had been there at that moment.
  if (updates.length === 0 && tip !== null) gaps.holes.push(...(await unjoined(store, { name, tip }, undefined, since)));
  return { name, tip, updates };
}

/** No update led to the tip. That is also so where GitHub keeps none, because nothing landed for long. */
async function unjoined(
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
function creationOf(
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
    // Where two branches were created at one moment, the commits of both came with the first of them.
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

interface Asked {
  readonly since: string;
  readonly until: string;
  /** The end was not named: it is now, and moves back to the moment of the clone. */
  readonly open: boolean;
  readonly now: string;
}

/** How long before now the clone may have been made, in milliseconds. */
const freshClone = 3_600_000;

/**
 * The updates of the audited branches within the period; undefined where GitHub does not give them. They must join one
 * another, the state before, and the tip of the clone. Updates after the clone was made are left for the next audit: the
 * period ends before them.
 */
export async function updatesOf(
  port: GitHubPort,
  store: ObjectStore,
  branches: readonly AuditedBranch[],
  { now, open, since, until }: Asked,
  gaps: Gaps,
): Promise<(Pick<Plan, 'branches' | 'landings'> & { readonly until: string }) | undefined> {
  const known: KnownBranch[] = [];
  let end = until;
  for (const branch of branches) {
    const what = `updates of ${branch.name}`;
    const items = await itemsOf(gaps, 'landings', what, () => port.branchUpdates(branch.name, since, now));
    if (items === undefined) return undefined;
    const ordered = orderUpdates(
      items.map((update): BranchUpdate => ({ ...update, branch: branch.name })),
      branch.tip,
    );
    const at = ordered.findIndex(({ after }) => after === branch.tip);
    const later = ordered.slice(0, Math.max(at, 0)).findLast((update) => Date.parse(update.at) < Date.parse(until));
    if (at < 0) gaps.holes.push(...(await unjoined(store, branch, ordered[0], since)));
    else if (later !== undefined && open && Date.parse(later.at) >= Date.parse(now) - freshClone) end = earlier(end, later.at);
    else if (later !== undefined) {
      const why = `The clone has ${branch.name} at ${branch.tip.slice(0, 12)}, and GitHub tells newer updates, since ${later.at}`;
      gaps.holes.push(hole(what, why, `Bring the clone up to date: git fetch origin`));
    }
    const broken = brokenChain(ordered);
    if (broken !== undefined) gaps.holes.push(brokenHole(branch.name, broken));
    known.push({ ...branch, updates: ordered });
  }
  const within = known.map((branch) => ({ branch, updates: branch.updates.filter(({ at }) => isWithin(at, { since, until: end })) }));
  const created = within.flatMap(({ updates }) => updates.filter(({ before }) => before === null));
  const around = await aroundCreations(port, store, created, { known, now }, gaps);
  const landings = within.flatMap(({ branch, updates }) => updates.map((update) => plannedOf(update, branch, known, around)));
  return {
    branches: branches.map((branch, index) => {
      const at = tipAt(known[index]?.updates ?? [], branch.tip, end, false);
      return { ...branch, ...given({ end: at ?? undefined }) };
    }),
    landings: landings.toSorted((one, other) => Date.parse(other.at ?? '') - Date.parse(one.at ?? '')),
    until: end,
  };
}

function plannedOf(update: BranchUpdate, branch: KnownBranch, known: readonly KnownBranch[], around: AroundCreations): PlannedLanding {
  const { actor, after, at, before, branch: name, id, kind } = update;
  const planned = { id, branch: name, kind, at, actor, before, after };
  return before === null ? { ...planned, ...creationOf(update, branch, known, around) } : { ...planned, without: [before] };
}

const earlier = (one: string, other: string): string => (Date.parse(one) <= Date.parse(other) ? one : other);
