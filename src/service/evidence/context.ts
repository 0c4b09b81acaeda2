import { evaluate, evaluateReplaced, evaluateArtifact, together } from '../../compliance/index.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Rules } from '../store/model/rules.ts';
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
export const complianceRules: Rules = { combine: together, evaluate, evaluateReplaced, evaluateArtifact };
