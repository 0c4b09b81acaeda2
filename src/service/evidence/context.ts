import { evaluate, evaluateReplaced, judgeArtifact, together } from '../../compliance/index.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Judges } from '../store/model/judges.ts';
import type { Store } from '../store/store.ts';
import type { WebhookHosts } from '../notify/webhook/address.ts';
import type { Links } from './links.ts';
import type { TypeRules } from '../rules/rules.ts';

/** The things that every use case works with. */
export interface Evidence {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly links: Links;
  readonly webhookHosts: WebhookHosts;
  readonly typeRules: TypeRules;
  /** Whether evidence creates its flow if there is none of that name. */
  readonly beginsFlows: boolean;
}

/** The rules that the store decides by. */
export const complianceRules: Judges = { together, evaluate, evaluateReplaced, judge: judgeArtifact };
