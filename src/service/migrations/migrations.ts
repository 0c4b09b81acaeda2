import type { Steps } from '../sql/sql.ts';
import { grants, oidc, oneFormOfOidc, tokenLimits } from './access.ts';
import { environments, leases, notifications, policies, queues, signing, tellWhenRaised } from './environments.ts';
import {
  approvals,
  controls,
  evidence,
  flowOrigins,
  flowsAndTags,
  gateAnswers,
  kinds,
  templateVersions,
  testsOfRuns,
  types,
} from './evidence.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
  /** The part that reads what it changes. */
  readonly after?: () => Steps<void>;
}

/** In order. One that landed is never changed, because it made data that exists: a test holds each by its hash. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'evidence', statements: evidence },
  { version: 2, name: 'types', statements: types },
  { version: 3, name: 'approvals', statements: approvals },
  { version: 4, name: 'environments', statements: environments },
  { version: 5, name: 'flows and tags', statements: flowsAndTags },
  { version: 6, name: 'policies', statements: policies },
  { version: 7, name: 'notifications', statements: notifications },
  { version: 8, name: 'grants', statements: grants },
  { version: 9, name: 'template versions', statements: templateVersions },
  { version: 10, name: 'kinds', statements: kinds },
  { version: 11, name: 'leases', statements: leases },
  { version: 12, name: 'token limits', statements: tokenLimits },
  { version: 13, name: 'rules for jobs', statements: oidc },
  { version: 14, name: 'signing', statements: signing },
  { version: 15, name: 'one form of rules for jobs', statements: oneFormOfOidc },
  { version: 16, name: 'queues', statements: queues, after: tellWhenRaised },
  { version: 17, name: 'origins of flows', statements: flowOrigins },
  { version: 18, name: 'controls', statements: controls },
  { version: 19, name: 'tests that ran', statements: testsOfRuns },
  { version: 20, name: 'gate answers', statements: gateAnswers },
];

/** The digests of what they make together, as each engine describes it: a test works them out again. */
export const newForms = { sqlite: 'd80f90d7209a4462', postgres: '004195ca7fb7effe' } as const;
