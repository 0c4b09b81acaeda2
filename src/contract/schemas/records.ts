import { Type } from 'typebox';
import type { Operations } from './operation.ts';

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
