import type { Template } from '../contract/index.ts';

/** The facts of an attestation record that a decision reads. */
export interface AttestationFact {
  readonly id: string;
  readonly name: string;
  /** `junit`, `generic`, …, `custom:<name>`; `override`. */
  readonly type: string;
  readonly compliant: boolean;
  /** The artifact it is about; `undefined` for a record of the trail or of an artifact not yet reported. */
  readonly fingerprint?: string;
  /** The template artifact it was reported for before that artifact itself was. */
  readonly target?: string;
  readonly commit?: string;
  /** Its newest records, one of each run, are test results that hold no test that ran. */
  readonly noTestRan?: boolean;
  /** The record that an override is about: its type and its id. */
  readonly overridden?: { readonly type: string; readonly id: string };
  /** Its number among the records of the organization: the higher is the later. */
  readonly sequence: number;
}

/** The facts of a reported artifact that a decision reads. */
export interface ArtifactFact {
  readonly id: string;
  readonly fingerprint: string;
  /** Its name in the template. */
  readonly name: string;
  readonly commit?: string;
}

/** Everything that decides a trail: the latest record of each name and subject, in order of first report. */
export interface TrailFacts {
  readonly template: Template;
  readonly templateId: string;
  readonly attestations: readonly AttestationFact[];
  readonly artifacts: readonly ArtifactFact[];
  /** Unix seconds of the event that asks. */
  readonly now: number;
}
