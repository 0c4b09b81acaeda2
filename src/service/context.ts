import type { Signer } from '../signing/index.ts';
import type { JobDoor } from './auth/oidc/exchange.ts';
import type { People } from './auth/people/person.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Links } from './evidence/links.ts';
import type { Org } from './log/chain.ts';
import type { Means } from './notify/hosts.ts';
import type { ArtifactRow } from './resources/artifacts/tables.ts';
import type { GateAnswer } from './resources/gate/tables.ts';
import type { TrailRow } from './resources/trails/tables.ts';
import type { Caller } from './roles.ts';
import type { TypeRules } from './rules/rules.ts';
import type { Store } from './store/store.ts';

/** The answers of a gate without demands of its own: kept answers where they are of now, and others worked out. */
export interface GateAnswers {
  /** The answers for one request, which has a bounded time to work some out. */
  readonly forRequest: (org: Asking) => AnswersForRequest;
  readonly flush: () => Promise<void>;
}

/** Who asks, and the flows that they reach if these are not all. */
export type Asking = Org & Pick<Caller, 'flows'>;

export interface AnswersForRequest {
  readonly onTrail: (trail: TrailRow) => Promise<GateAnswer>;
  readonly onArtifact: (row: ArtifactRow) => Promise<GateAnswer>;
}

export interface Evidence extends Means {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly links: Links;
  /** Statements are made with whole addresses, also where a page asks, and with a key where there is one. */
  readonly stating?: { readonly links: Links; readonly signer?: Signer };
  readonly typeRules: TypeRules;
  /** Absent where only tokens give access. */
  readonly jobDoor?: JobDoor;
  /** Absent where people sign in with tokens alone. */
  readonly people?: People;
  /** Absent where the answers of gates are not asked for. */
  readonly gateAnswers?: GateAnswers;
  /** Whether evidence creates its flow if there is none of that name. */
  readonly beginsFlows: boolean;
}
