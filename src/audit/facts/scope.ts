import { digest, oneOf, shape, text, type Check, type Value } from './check.ts';

const trail = shape({ kind: oneOf('trail'), flow: text, trail: text });
const artifact = shape({ kind: oneOf('artifact'), fingerprint: digest });

/** The one thing that an audit is about, where it is not about all that landed within a time. */
export type AuditScope = Value<typeof trail> | Value<typeof artifact>;

export const scope: Check<AuditScope> = (value) => (trail(value) === undefined ? undefined : artifact(value));
