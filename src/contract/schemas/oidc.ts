import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { closed } from './fields.ts';
import type { Operation } from './operation.ts';
import { InOrganization, Timestamp } from './scalars.ts';

/** The ID token of a job, as its issuer gave it. */
export const IdToken = closed({ token: Type.String({ minLength: 1, maxLength: limits.idTokenBytes }) });
export type IdToken = Type.Static<typeof IdToken>;

/** Access that a job was given for its ID token. */
export const JobAccess = Type.Object({
  /** To be sent as a bearer token. */
  access_token: Type.String({ pattern: '^[!-~]+$' }),
  /** When it ends, by the clock of the service. */
  expires_at: Timestamp,
  /** The seconds until then: for callers whose clock is another. */
  expires_in: Type.Number({ minimum: 0 }),
  role: Type.String(),
  /** The rule that let the job in. */
  rule_id: Type.String(),
});
export type JobAccess = Type.Static<typeof JobAccess>;

export const oidcOperations = {
  /** Not in the interface: access for a job of GitHub Actions, for its ID token. Each ID token is taken once. */
  exchangeIdToken: {
    method: 'POST',
    path: '/oidc/token/:org',
    params: InOrganization,
    data: IdToken,
    body: 'json',
    success: [201],
    reply: JobAccess,
    checks: { JobAccess },
  },
} as const satisfies Record<string, Operation>;
