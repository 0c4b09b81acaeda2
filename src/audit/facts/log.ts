import { digest, ifThere, oneOf, orNull, shape, text, whole, type Value } from './check.ts';

/** The log of the service, where a package was asked for: its end when it was read; `chain` is null where the service has no log. */
export const log = shape({
  kind: oneOf('log'),
  chain: orNull(shape({ org: text, orgId: text, sequence: whole, link: digest })),
});
export type LogFact = Value<typeof log>;

/** A record of the log as it was hashed; of one that is not about the audited changes only the hash of its body. */
export const loggedRecord = shape({ kind: oneOf('record'), sequence: whole, body: ifThere(text), bodySha256: ifThere(digest) });
export type LoggedRecord = Value<typeof loggedRecord>;

/** A file that a record has attached, in base64, once for all records that have the same. */
export const attachedFile = shape({ kind: oneOf('attached'), sha256: digest, content: text });
export type AttachedFile = Value<typeof attachedFile>;

/** The numbers of lines by kind, without those of the log: no report is about them, and in a package they are members of their own. */
export function countsWithoutLog({ attached: _attached, log: _log, record: _record, ...counts }: Readonly<Record<string, number>>) {
  return counts;
}
