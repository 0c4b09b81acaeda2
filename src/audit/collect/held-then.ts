import { present, reachable, type ObjectStore } from '../../git/index.ts';
import { tipAt } from '../population/tip-at.ts';
import type { Plan, PlannedLanding } from './planned.ts';

/** A commit that was shipped, and when. */
interface Moment {
  readonly sha: string;
  readonly at: string;
}

type Timed = PlannedLanding & { readonly at: string };

/** Clocks of a service and of GitHub may differ by so many milliseconds. */
const tolerance = 60_000;

/**
 * Whether an audited branch held a commit when it was shipped. One that landed later was shipped without all that is asked of
 * what lands. Where nobody knows when anything landed, now stands for then.
 */
export async function wasHeld(store: ObjectStore, { branches, landings }: Plan, { at, sha }: Moment): Promise<boolean> {
  if (!landings.every(isTimed)) return true;
  const moment = new Date(Date.parse(at) + tolerance).toISOString();
  if (landings.some((landing) => landing.after === sha && Date.parse(landing.at) <= Date.parse(moment))) return true;
  for (const { name, tip } of branches) {
    const own = landings.filter(({ branch }) => branch === name);
    const then = tipAt(own, tip, moment, true);
    if (then === null || !(await present(store, [then])).has(then)) continue;
    if (!(await reachable(store, [sha], [then])).includes(sha)) return true;
  }
  return false;
}

function isTimed(landing: PlannedLanding): landing is Timed {
  return landing.at !== null;
}
