import { aDigest, aMoment, aText, aWhole, ifThere, like, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';

export const keepingPlaces = ['job-log', 'artifact', 'report', 'mail', 'repository', 'transparency-log', 'time-stamp'] as const;
export type KeepingPlace = (typeof keepingPlaces)[number];

/** How a head is kept. Both are left out where it is not known; `until` is the last day, `2027-02-21`. */
const keeping = { keptIn: ifThere(oneOf(...keepingPlaces)), until: ifThere(like(/^\d{4}-\d\d-\d\d$/, ' is no day like 2026-11-02')) };

/** The worth of a log, worked out from its records. */
const workedOut = shape({
  /** How many records the chain could be worked out from. */
  records: aWhole,
  problems: listOf(aText),
  /**
   * Each kept head, with the record that it is the link of, and when that was made; null: it is nowhere in the log. The head
   * of an empty log has the sequence 0, and proves nothing.
   */
  witnesses: listOf(shape({ link: aDigest, keeper: orNull(aText), ...keeping, sequence: orNull(aWhole), at: orNull(aMoment) })),
});
export type WorkedOut = Checked<typeof workedOut>;

/** Somebody who made a credential of a machine or of jobs, by the first record that says so. */
const holder = shape({ user: aText, by: aText, at: aMoment });
export type Holder = Checked<typeof holder>;

/** The log of the service, where a package was asked for: its end when it was read; `chain` is null where the service has no log. */
export const log = shape({
  kind: oneOf('log'),
  chain: orNull(shape({ org: aText, orgId: aText, sequence: aWhole, link: aDigest })),
  /** Left out: nobody made one, or an earlier program read the log. */
  holders: ifThere(listOf(holder)),
  /** Only among the facts of a package, where the records are a member of their own. */
  workedOut: ifThere(workedOut),
});
export type LogFact = Checked<typeof log>;

const kept = { link: aDigest, keeper: orNull(aText), ...keeping };
export const keptHead = shape(kept);

/** The same among the facts of an audit. These lines come before the records. */
export const witness = shape({ kind: oneOf('witness'), ...kept });
export type WitnessFact = Checked<typeof witness>;

/**
 * A record of the log as it was hashed; of one that is not about the audited changes only the hash of its body, and when it was
 * made. `link` is the one that the service says it has.
 */
export const loggedRecord = shape({
  kind: oneOf('record'),
  sequence: aWhole,
  link: ifThere(aDigest),
  body: ifThere(aText),
  bodySha256: ifThere(aDigest),
  at: ifThere(aMoment),
});
export type LoggedRecord = Checked<typeof loggedRecord>;

/** A file that a record has attached, in base64, once for all records that have the same. */
export const attachedFile = shape({ kind: oneOf('attached'), sha256: aDigest, content: aText });
export type AttachedFile = Checked<typeof attachedFile>;

/** From Unix seconds to ISO 8601 in UTC; undefined where they are not a moment. */
export function madeAt(seconds: number): string | undefined {
  const made = new Date(seconds * 1000);
  return Number.isNaN(made.getTime()) ? undefined : made.toISOString();
}
