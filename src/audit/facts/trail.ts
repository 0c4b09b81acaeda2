import type { Template } from '../../contract/index.ts';
import { flag, ifThere, listOf, moment, orNull, shape, text, thing, whole, type Value } from './check.ts';

export const template = thing<Template>();

/** A record on a trail, as its service tells it. Moments are ISO 8601 in UTC, by the service's clock. */
export const record = shape({
  id: text,
  /** Name of the attestation. */
  name: text,
  /** `junit`, `generic`, …, `custom:<name>`; `override`. */
  type: text,
  /** Null where the service does not say. */
  compliant: orNull(flag),
  at: moment,
  /** The commit that it is about; null where it names none. */
  commit: orNull(text),
  /** The artifact's 64 hexadecimal digits. */
  fingerprint: orNull(text),
  /** The artifact of the template that it is for, where that was not reported yet. */
  target: orNull(text),
  /** The user of the token that recorded it; null where the service does not say. */
  by: orNull(text),
  /** The verdict that somebody set in place of a record. */
  override: orNull(shape({ id: text, type: text, reason: orNull(text) })),
  /** The counts of its tests, where they were read. */
  tests: orNull(shape({ total: whole, skipped: whole, failed: whole })),
  /** Its results could not be used when they were recorded: the counts are of the causes, and not of tests. Left out: they could. */
  unusable: ifThere(flag),
  /** Its first failed tests with their messages; left out where the record does not say. */
  failures: ifThere(listOf(shape({ name: text, message: text, place: orNull(text) }))),
  /** A run without secrets claimed it, and another run recorded it. */
  byForkClaim: flag,
  /** Page of the run that made it. */
  run: orNull(text),
  /** For test results without a test that ran: the number of the rules that judged them; left out where it does not say, as of the first ones. */
  rule: ifThere(whole),
  /** Which kind of run made it, as the gate tells the legs of a matrix apart; left out where the record does not say. */
  group: ifThere(text),
  /** The run that made it, by its numbers, and what is the same each time that it was sent; left out where it does not say. */
  attempt: ifThere(shape({ run: text, attempt: text, nonce: ifThere(text) })),
  /** Whether its body was read, or the trail's events alone told of it: then tests, override and run are not known. */
  read: flag,
});
export type EvidenceRecord = Value<typeof record>;

/** An artifact as it was reported on a trail. */
export const reportedArtifact = shape({
  id: text,
  fingerprint: text,
  /** Its name in the template. */
  name: text,
  commit: orNull(text),
  at: moment,
});
export type ReportedArtifact = Value<typeof reportedArtifact>;

/** A trail, with all that was recorded on it. */
export const trail = shape({
  flow: text,
  name: text,
  url: orNull(text),
  at: moment,
  /** Its state of now in the service: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`, or a state that we do not know. */
  state: text,
  /** The template that decided it; null where it is not known. */
  template: orNull(template),
  templateVersion: orNull(whole),
  /** Null where the service does not say; false where its template decided others too. */
  ownTemplate: orNull(flag),
  /** The commits that it is about: its own, and those of its records. */
  commits: listOf(text),
  /** The oldest first. */
  records: listOf(record),
  artifacts: listOf(reportedArtifact),
  /** Not all of its events could be read: no state of an earlier moment can be told. */
  cut: flag,
});
export type TrailFact = Value<typeof trail>;
