import type { Landing } from './audited.ts';
import type { Newcomer } from './newcomer.ts';
import type { Sent, Shop } from './shop.ts';

/** One run of a workflow of the documentation, and the result that it must have. */
export interface Step {
  /** Name of the example. */
  readonly workflow: string;
  /** Texts that the workflow has in place of those on the page. */
  readonly instead?: Readonly<Record<string, string>>;
  /** The event of this step. It is that of the step before when left out. */
  readonly event?: (shop: Shop, before: Sent | undefined) => Sent;
  /** Projects whose tests fail; `crash` writes no file at all. */
  readonly red?: string;
  readonly attempt?: number;
  /** The way in which the commit of the event landed before the step, in a case that is audited. */
  readonly lands?: Landing;
  /** The repository of the organization whose job is killed when it clones that. */
  readonly killed?: string;
  /** A part of another plan lies among the artifacts of the run. */
  readonly foreign?: true;
  /** GitHub is at its rate limit. */
  readonly limited?: true;
  /** Number of the run, if it differs from that of the step before. */
  readonly run?: string;
  /** How the issues stand after the step. */
  readonly issues?: readonly ('open' | 'closed')[];
  readonly token?: 'good' | 'wrong' | 'empty';
  readonly service?: 'up' | 'down';
  /** GitHub gives the job ID tokens, with the id of this repository: that of the shop, for which there are rules, or another. */
  readonly idTokens?: 'shop' | 'other';
  /** Legs that run, as act takes them: `shard:1`. All when left out. */
  readonly legs?: string;
  readonly exitCode: 0 | 1;
  /**
   * Each job that ran: its end, the verdict, and the codes of the reasons. A `|` separates alternatives, and a `…` follows a code
   * that comes twice or more often.
   */
  readonly jobs: Readonly<Record<string, string>>;
  /** States of the commit status that were set, in order. None when left out. */
  readonly statuses?: readonly string[];
  /** Must stand, and must not stand, in the log; `COMMIT` is the commit of the event. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
}

export interface Case {
  readonly name: string;
  /** The owner of the repository: the shop, or somebody who read the README alone. */
  readonly of?: 'shop' | Newcomer;
  /** GitHub knows the changes that landed, and the artifacts of earlier runs. */
  readonly audited?: true;
  /** GitHub has an organization, whose repositories can be listed and cloned. */
  readonly organization?: true;
  /** The recipes whose flow files are applied before: `<!-- flow: name -->` stands in front of them. */
  readonly applies?: readonly string[];
  /** The names that the template demands of the trail. */
  readonly demands?: readonly string[];
  readonly steps: readonly [Step, ...Step[]];
  /** The records that the service holds of the commit in the end, sorted. */
  readonly records: readonly string[];
}

export const push = (shop: Shop): Sent => shop.push();
