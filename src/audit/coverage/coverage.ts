/** How a trail came to be the one that covers a change, the strongest first. */
export const matches = ['sha', 'group', 'tree', 'head', 'none'] as const;
export type Match = (typeof matches)[number];

/** How a change stood at a moment. `none`: there was no trail. `unknown`: nobody can tell. `not-known`: the moment itself is not known. */
export type CoverState = 'compliant' | 'non-compliant' | 'incomplete' | 'none' | 'unknown' | 'not-known';

/** Whether one flow covers a change: by its strongest match, which no weaker one outvotes. */
export interface Coverage {
  readonly flow: string;
  readonly match: Match;
  /** Name of the trail; null where there is none. */
  readonly trail: string | null;
  readonly url: string | null;
  /** By the template in force at landing. */
  readonly atMerge: CoverState;
  /** At the first deployment to production; null: it was not deployed. */
  readonly atDeployment: CoverState | null;
  readonly now: CoverState;
  /** By the template that the flow has now. */
  readonly nowByTodaysTemplate: CoverState;
  /** Names of what is missing or says no, in words. */
  readonly lacks: readonly string[];
  /** Why nobody can tell whether there was evidence of the head that was merged; left out where that is known. */
  readonly untold?: string;
}
