import type { JobDoor } from '../auth/oidc/exchange.ts';
import type { Means } from '../notify/means.ts';
import type { TypeRules } from '../rules/rules.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Store } from '../store/store.ts';
import type { GateAnswers } from './gate/gate-answers.ts';
import type { Links } from './links.ts';

/** The things that every use case works with. */
export interface Evidence extends Means {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly links: Links;
  readonly typeRules: TypeRules;
  /** Absent where nobody is let in but by tokens. */
  readonly jobDoor?: JobDoor;
  /** Absent where nobody asks what a gate says. */
  readonly gateAnswers?: GateAnswers;
  /** Whether evidence creates its flow if there is none of that name. */
  readonly beginsFlows: boolean;
}
