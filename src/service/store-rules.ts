import type { ArtifactEvaluation, ArtifactFact, ArtifactFacts, AttestationFact, Policy, TrailFacts as Facts } from '../compliance/index.ts';
import type { AttestationStatus, ComplianceStatus, Template } from '../contract/index.ts';
import type { RecordedAttestation } from './resources/attestations/record.ts';
import { column, flag, nullable, number, reader, text } from './sql/row.ts';

/** A record among those of its name on a trail: what tells which of them count, and what these say. */
export const namedRecord = reader({
  trailId: text,
  id: text,
  name: text,
  type: text,
  compliant: column('is_compliant', flag),
  commit: column('commit_sha', nullable(text)),
  createdAt: number,
  /** Tests that were not skipped; of another type, or where its rows do not say, none is told. */
  testsRan: nullable(number),
  /** The run that made it and the subjects that it is about, as the rules wrote them; of a record of the first rules they are not told. */
  run: nullable(text),
});
export type NamedRecord = ReturnType<typeof namedRecord>;

export interface ToldRun {
  readonly testsRan: number | null;
  readonly run: string | null;
}

export interface TrailFacts extends Facts {
  readonly attestations: readonly LatestRecord[];
  readonly artifacts: readonly ArtifactOnTrail[];
}

/** An artifact on a trail: records name it by either. */
export type NamedArtifact = Pick<ArtifactOnTrail, 'fingerprint' | 'name'>;

/** A sentence that says why a green row is none, by all records of its name on the trail; `undefined` where they prove no such thing. */
export type FindHidden = (
  row: AttestationStatus,
  records: readonly NamedRecord[],
  artifacts: readonly NamedArtifact[],
) => string | undefined;

/** The rules that the store decides by: pure functions, so that they can run inside the transaction of the write. */
export interface Rules {
  readonly evaluate: (facts: TrailFacts) => ComplianceStatus & { readonly is_compliant: boolean };
  /** Decides the artifacts whose name another one took on the trail: their states by their ids. */
  readonly evaluateReplaced: (facts: TrailFacts) => ReadonlyMap<string, string>;
  readonly evaluateArtifact: (policies: readonly Policy[], artifact: ArtifactFacts) => ArtifactEvaluation;
  /** The columns of a record that speak of its tests and its run. */
  readonly runOf: (record: RecordedAttestation) => ToldRun;
  /** Whether a name holds no test that ran, by the id of its latest record, all its records on the trail, and the artifacts there. */
  readonly isEmpty: (latest: string, records: readonly NamedRecord[], artifacts: readonly NamedArtifact[]) => boolean;
  /** The finder of the no that a green row hides, by the number of the rules that decide; `undefined` where those look for none. */
  readonly hiddenBy: (rule: number) => FindHidden | undefined;
  /** Whether an artifact is allowed in an environment for a reason, by the number of the rules that decide. */
  readonly isReason: (description: string, rule: number) => boolean;
  readonly combine: (one: Template, other: Template) => Template;
}

/** The latest record of a name on a subject, as a decision reads it. */
export interface LatestRecord extends AttestationFact {
  /** How many of its tests ran; absent where it does not say, or says no more than the first rules read of it. */
  readonly testsRan?: number;
}

/** The record that an override overrides, and its type. If there was none, `id` is that of the override itself. */
export type Overridden = NonNullable<RecordedAttestation['overridden']>;

/** A reported artifact, as a decision reads it. */
export interface ArtifactOnTrail extends ArtifactFact {
  /** The last decision about it; '' before the first. */
  readonly state: string;
}
