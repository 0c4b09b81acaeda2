import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { MaybeText, Timestamp, closed } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Time } from './parts.ts';

/** SHA-256 as 64 lower-case hexadecimal digits. */
const Link = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A place in the log: records are numbered from 1. */
const Sequence = Type.Integer({ minimum: 0 });

/** docs/record-format.md */
export const StoredRecord = Type.Object({
  sequence: Sequence,
  link: Link,
  /** The text that is hashed: JSON in canonical form. As text, because a reader must get every byte of it. */
  body: Type.String(),
});
export type StoredRecord = Type.Static<typeof StoredRecord>;

export const Records = Type.Object({
  org: Type.String(),
  org_id: Type.String(),
  /** With no record its sequence is 0 and its link 64 zeros. */
  head: Type.Object({ sequence: Sequence, link: Link }),
  records: Type.Array(StoredRecord),
});
export type Records = Type.Static<typeof Records>;

export const recordOperations = {
  /** Not in the interface. An answer may end early for its size: there are more while its last `sequence` is less than that of `head`. */
  listRecords: {
    method: 'GET',
    path: '/records/:org',
    need: 'log',
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    reply: Records,
    checks: { Records },
  },
} as const satisfies Operations;

export const IdToken = closed({ token: Type.String({ minLength: 1, maxLength: limits.idTokenBytes }) });
export type IdToken = Type.Static<typeof IdToken>;

export const JobAccess = Type.Object({
  access_token: Type.String({ pattern: '^[!-~]+$' }),
  /** When it ends, by the clock of the service. */
  expires_at: Timestamp,
  /** For callers whose clock is another. */
  expires_in: Type.Number({ minimum: 0 }),
  role: Type.String(),
  rule_id: Type.String(),
});
export type JobAccess = Type.Static<typeof JobAccess>;

export const oidcOperations = {
  /** Not in the interface. Each ID token is taken once. */
  exchangeIdToken: {
    method: 'POST',
    path: '/oidc/token/:org',
    need: 'nothing',
    data: IdToken,
    success: [201],
    reply: JobAccess,
    checks: { JobAccess },
  },
} as const satisfies Operations;

/** Empty if none was set. */
export const DefaultOrganization = Type.Object({ default_org_name: MaybeText });
export type DefaultOrganization = Type.Static<typeof DefaultOrganization>;

export const Organization = Type.Object({
  name: Text,
  kind: Text,
  experimental_features_enabled: Flag,
  created_at: Time,
  last_modified_at: Time,
});
export type Organization = Type.Static<typeof Organization>;

export const organizationOperations = {
  /** Not in the interface. */
  getOrganization: { method: 'GET', path: '/organizations/:org', reply: Organization },
  /** Interface, operation 10. */
  setDefaultOrganization: { method: 'PUT', path: '/user/:org', need: 'read', body: 'json' },
  /** Not in the interface. */
  getDefaultOrganization: {
    method: 'GET',
    path: '/user/default-org',
    need: 'token',
    reach: 'shared',
    reply: Type.Object({ default_org_name: Type.String() }),
    checks: { DefaultOrganization },
  },
} as const satisfies Operations;
