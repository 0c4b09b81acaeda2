import type { Template } from '../../contract/index.ts';

/** A record on a trail, as its service tells it. Moments are ISO 8601 in UTC, by the service's clock. */
export interface EvidenceRecord {
  readonly id: string;
  /** Name of the attestation. */
  readonly name: string;
  /** `junit`, `generic`, …, `custom:<name>`; `override`. */
  readonly type: string;
  /** Null where the service does not say. */
  readonly compliant: boolean | null;
  readonly at: string;
  /** The commit that it is about; null where it names none. */
  readonly commit: string | null;
  /** The artifact's 64 hexadecimal digits. */
  readonly fingerprint: string | null;
  /** The artifact of the template that it is for, where that was not reported yet. */
  readonly target: string | null;
  /** The user of the token that recorded it; null where the service does not say. */
  readonly by: string | null;
  /** The verdict that somebody set in place of a record. */
  readonly override: { readonly id: string; readonly type: string; readonly reason: string | null } | null;
  /** The counts of its tests, where they were read. */
  readonly tests: { readonly total: number; readonly skipped: number; readonly failed: number } | null;
  /** A run without secrets claimed it, and another run recorded it. */
  readonly byForkClaim: boolean;
  /** Page of the run that made it. */
  readonly run: string | null;
  /** Which kind of run made it, as the gate tells the legs of a matrix apart; left out where the record does not say. */
  readonly group?: string;
  /** Whether its body was read, or the trail's events alone told of it: then tests, override and run are not known. */
  readonly read: boolean;
}

/** An artifact as it was reported on a trail. */
export interface ReportedArtifact {
  readonly id: string;
  readonly fingerprint: string;
  /** Its name in the template. */
  readonly name: string;
  readonly commit: string | null;
  readonly at: string;
}

/** A trail, with all that was recorded on it. */
export interface TrailFact {
  readonly flow: string;
  readonly name: string;
  readonly url: string | null;
  readonly at: string;
  /** Its state of now in the service: `COMPLIANT`, `NON-COMPLIANT`, `INCOMPLETE`, or a state that we do not know. */
  readonly state: string;
  /** The template that decided it; null where it is not known. */
  readonly template: Template | null;
  readonly templateVersion: number | null;
  /** Null where the service does not say; false where its template decided others too. */
  readonly ownTemplate: boolean | null;
  /** The commits that it is about: its own, and those of its records. */
  readonly commits: readonly string[];
  /** The oldest first. */
  readonly records: readonly EvidenceRecord[];
  readonly artifacts: readonly ReportedArtifact[];
  /** Not all of its events could be read: no state of an earlier moment can be told. */
  readonly cut: boolean;
}
