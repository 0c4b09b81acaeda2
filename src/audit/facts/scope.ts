import { aDigest, aText, oneOf, shape, type Check, type Checked } from '../../text/check.ts';

const trail = shape({ kind: oneOf('trail'), flow: aText, trail: aText });
const artifact = shape({ kind: oneOf('artifact'), fingerprint: aDigest });

/** The one thing that an audit is about, where it is not about all that landed within a time. */
export type AuditScope = Checked<typeof trail> | Checked<typeof artifact>;

export const scope: Check<AuditScope> = (value) => (trail(value) === undefined ? undefined : artifact(value));
