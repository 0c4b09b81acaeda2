import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import type { LandingFact } from '../facts/line.ts';
import type { Deployment } from '../facts/shipped.ts';
import type { TrailFact } from '../facts/trail.ts';
import type { AuditFile } from '../file/audit-file.ts';

/** The match between a trail and the change that it covers, the strongest first. */
export const matches = ['sha', 'group', 'tree', 'head', 'none'] as const;
export type Match = (typeof matches)[number];

/** `none`: there was no trail. `unknown`: the state is. `not-known`: the moment itself is. */
export type CoverState = 'compliant' | 'non-compliant' | 'incomplete' | 'none' | 'unknown' | 'not-known';

/** By the strongest match, which no weaker one outvotes. */
export interface Coverage {
  readonly flow: string;
  readonly match: Match;
  readonly trail: string | null;
  readonly url: string | null;
  /** By the template in force at landing. */
  readonly atMerge: CoverState;
  /** At the first deployment to production; null: it was not deployed. */
  readonly atDeployment: CoverState | null;
  readonly now: CoverState;
  /** By the template that the flow has now. */
  readonly nowByTodaysTemplate: CoverState;
  readonly lacks: readonly string[];
  /** The evidence is a check of GitHub, by the name of which `flow` is, and `trail` the commit; left out: records of a service. */
  readonly of?: 'check';
  /** Why the evidence of the merged head is unknown; left out where it is known. */
  readonly untold?: string;
}

export interface AuditedChange {
  readonly fact: LandingFact;
  readonly landing: Landing;
  readonly pull: PullRequest | undefined;
  /** Its commits, the oldest first. */
  readonly commits: readonly Commit[];
  /** The commit that it left on the branch: its last one. */
  readonly tip: Commit;
  /** Paths that it touched; null where git cannot tell. */
  readonly paths: readonly string[] | null;
  /** In force at the parent of its landing; null: there was none. */
  readonly file: AuditFile | null;
  /** Flows that it owes by that file; null: no mapping, and one trail in any flow is enough. */
  readonly owes: readonly string[] | null;
  readonly owesByTip: readonly string[] | null;
  /** Those of GitHub among what it owes that any app may tell; empty where a service was asked. */
  readonly unbound: readonly string[];
  /** No file named a check that it owes when it landed, and one names some now. */
  readonly byToday: boolean;
  /** One entry for each flow that it owes; without a mapping one for each flow with a trail, or a single one without a match. */
  readonly coverage: readonly Coverage[];
  /** The trail behind a coverage, by `flow/name`. */
  readonly trails: ReadonlyMap<string, TrailFact>;
  /** Those that brought it, the earliest first. */
  readonly deployments: readonly Deployment[];
  readonly excluded: { readonly reason: string; readonly owner: string } | undefined;
  /** The worst of its coverage, or that no flow is touched. */
  readonly state: ChangeState;
}

export type ChangeState =
  | 'covered'
  /** Its evidence says yes now, and the time of landing is unknown. */
  | 'covered-now'
  | 'tested-on-head-only'
  | 'covered-later'
  | 'non-compliant'
  | 'incomplete'
  | 'uncovered'
  | 'unknown'
  | 'outside-every-flow'
  | 'excluded';
