import { isMerged } from '../facts/landing.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { World } from '../judge/world.ts';

/** Said of a change that has no pull request that anybody told of. */
export const pullUntold = 'nobody tells with which pull request it landed';

/** Why not all pull requests are here; undefined where they are. */
export function whyPullsUntold({ holes, untold }: Pick<World, 'holes' | 'untold'>): string | undefined {
  const missing = untold.find(({ source }) => source === 'pull-requests') ?? holes.find(({ what }) => what.startsWith('pull request'));
  return missing?.why;
}

/**
 * Why nobody can tell which head was merged: GitHub tells of a merge, and not of its pull request. Undefined where that is known,
 * and of a push, which has none.
 */
export function whyHeadUntold({ landing, pull }: Pick<AuditedChange, 'landing' | 'pull'>, world: World): string | undefined {
  const why = pull === undefined && isMerged(landing) ? whyPullsUntold(world) : undefined;
  return why === undefined ? undefined : `${pullUntold}, so that the head that was tested is not known: ${why}`;
}
