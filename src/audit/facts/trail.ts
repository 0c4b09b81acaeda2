import type { Template } from '../../contract/index.ts';
import { aFlag, aMoment, aText, aWhole, ifThere, listOf, orNull, shape, unchecked, type Checked } from '../../text/check.ts';

export const template = unchecked<Template>();

/** A record on a trail, as its service tells it. Moments are ISO 8601 in UTC, by the service's clock. */
const record = shape({
  id: aText,
  name: aText,
  /** `junit`, `generic`, …, `custom:<name>`; `override`. */
  type: aText,
  /** Null where the service does not say. */
  compliant: orNull(aFlag),
  at: aMoment,
  /** The commit that it is about; null where it names none. */
  commit: orNull(aText),
  /** The artifact's 64 hexadecimal digits. */
  fingerprint: orNull(aText),
  /** The artifact of the template that it is for, where that was not reported yet. */
  target: orNull(aText),
  /** The user of the token that recorded it; null where the service does not say. */
  by: orNull(aText),
  /** The verdict that somebody set in place of a record. */
  override: orNull(shape({ id: aText, type: aText, reason: orNull(aText) })),
  tests: orNull(shape({ total: aWhole, skipped: aWhole, failed: aWhole })),
  /** Its results could not be used when they were recorded: the counts are of the causes, and not of tests. Left out: they could. */
  unusable: ifThere(aFlag),
  /** Its first failed tests with their messages; left out where the record does not say. */
  failures: ifThere(listOf(shape({ name: aText, message: aText, place: orNull(aText) }))),
  /** A run without secrets claimed it, and another run recorded it. */
  byForkClaim: aFlag,
  run: orNull(aText),
  /**
   * For test results without a test that ran: the number of the rules that judged them; left out where the record does not
   * say, as under the first rules.
   */
  rule: ifThere(aWhole),
  /** The kind of run, by which the gate tells the legs of a matrix apart; left out where the record does not say. */
  group: ifThere(aText),
  /** The run by its numbers, and a nonce that is the same each time the record was sent; left out where it does not say. */
  attempt: ifThere(shape({ run: aText, attempt: aText, nonce: ifThere(aText) })),
  /** False: only the trail's events tell of it, and tests, override and run are not known. */
  read: aFlag,
});
export type EvidenceRecord = Checked<typeof record>;

const reportedArtifact = shape({
  id: aText,
  fingerprint: aText,
  /** Its name in the template. */
  name: aText,
  commit: orNull(aText),
  at: aMoment,
});
export type ReportedArtifact = Checked<typeof reportedArtifact>;

export const trail = shape({
  flow: aText,
  name: aText,
  url: orNull(aText),
  at: aMoment,
  /** Its state now: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`, or a state that we do not know. */
  state: aText,
  /** The template that decided it; null where it is not known. */
  template: orNull(template),
  templateVersion: orNull(aWhole),
  /** Null where the service does not say; false where its template decided others too. */
  ownTemplate: orNull(aFlag),
  commits: listOf(aText),
  /** The oldest first. */
  records: listOf(record),
  artifacts: listOf(reportedArtifact),
  /** Not all of its events could be read: its earlier states are unknown. */
  cut: aFlag,
});
export type TrailFact = Checked<typeof trail>;
