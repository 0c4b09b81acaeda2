import type { ObjectStore } from '../../git/index.ts';
import { given } from '../../text/index.ts';
import { brokenChain, brokenHole, inOrder, tipAt } from '../population/chain.ts';
import { aroundCreations, creationOf, unjoined, type AroundCreations, type BranchUpdate, type KnownBranch } from './creations.ts';
import { hole, itemsOf, type Gaps } from './gaps.ts';
import type { AuditedBranch, Plan, PlannedLanding } from './planned.ts';
import type { GitHubPort } from './port.ts';

export interface Asked {
  readonly since: string;
  readonly until: string;
  /** The end was not named: it is now, and moves back to the moment that the clone is of. */
  readonly open: boolean;
  readonly now: string;
}

/** How long before now the clone may have been made, in milliseconds. */
const freshClone = 3_600_000;

/**
 * The updates of the audited branches within the period, as GitHub tells them; undefined where it does not. They must join one
 * another, the state before, and the tip that the clone has. Updates after the clone was made are left for the next audit: the
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
    const ordered = inOrder(
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
  const within = known.map((branch) => ({ branch, updates: branch.updates.filter(({ at }) => isWithin(at, since, end)) }));
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

/** Half open. */
export function isWithin(at: string, since: string, until: string): boolean {
  return Date.parse(at) >= Date.parse(since) && Date.parse(at) < Date.parse(until);
}

function plannedOf(update: BranchUpdate, branch: KnownBranch, known: readonly KnownBranch[], around: AroundCreations): PlannedLanding {
  const { actor, after, at, before, branch: name, id, kind } = update;
  const planned = { id, branch: name, kind, at, actor, before, after };
  return before === null ? { ...planned, ...creationOf(update, branch, known, around) } : { ...planned, without: [before] };
}

const earlier = (one: string, other: string): string => (Date.parse(one) <= Date.parse(other) ? one : other);
