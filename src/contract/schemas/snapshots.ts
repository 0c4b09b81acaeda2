import { Type } from 'typebox';
import { environmentTypes, limits, usualPages } from '../limits.ts';
import { GivenPolicyDecisions } from './asserts.ts';
import { Anything, Fingerprint, MaybeMoment, MaybeText, closed, maybe, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { CommitOrNone, Flag, State, Text, Texts, Time, Whole, Wholes, heard, orNull } from './parts.ts';

const Count = Type.Integer({ minimum: 0 });

const Artifact = Type.Object({
  name: Text,
  fingerprint: Fingerprint,
  /** Null while it is not known. */
  compliant: orNull(Flag),
  allowed: Flag,
  /** When each of its instances began. */
  creationTimestamp: Wholes,
  annotation: Type.Object({ type: Text, was: Count, now: Count }),
  flow_name: Text,
  git_commit: CommitOrNone,
  commit_url: Text,
  html_url: orNull(Text),
  flow_html_url: orNull(Text),
  flows: Type.Array(
    Type.Object({
      flow_name: Text,
      trail_name: orNull(Text),
      template_reference_name: Text,
      artifact_id: Text,
      git_commit: CommitOrNone,
      artifact_compliance_in_flow: orNull(State),
      html_url: orNull(Text),
    }),
  ),
  deployments: Wholes,
  pods: Type.Null(),
  policy_decisions: GivenPolicyDecisions,
  reasons_for_incompliance: Texts,
});

const GivenSnapshot = Type.Object({
  index: Whole,
  is_latest: Flag,
  timestamp: Time,
  next_snapshot_timestamp: orNull(Time),
  type: oneOf(...environmentTypes),
  /** False if it is not known: `artifact_compliance_count` tells the two apart. */
  compliant: Flag,
  artifact_compliance_count: Type.Object({ true: Count, false: Count, null: Count }),
  html_url: Text,
  artifacts: Type.Array(Artifact),
  applied_policies: Type.Array(Type.Object({ policy_name: Text, policy_version: Whole })),
});

/** `to` is 0 for the latest; `duration` is in seconds; `state` tells a no from what is not known. */
const GivenListedSnapshot = Type.Object({ index: Whole, from: Time, to: Time, compliant: Flag, state: Text, duration: Type.Number() });

const Common = { fingerprint: Fingerprint, name: Text, most_recent_timestamp: Time, flow: Text, commit_url: orNull(Text) };
const Counted = Type.Array(Type.Object({ ...Common, instance_count: Count }));
const Side = Type.Object({ snapshot_id: Text, artifacts: Counted });

/** `changed` and `not-changed` hold content of both snapshots. */
const GivenDiff = Type.Object({
  snappish1: Side,
  snappish2: Side,
  changed: Type.Object({ artifacts: Type.Array(Type.Object({ ...Common, s1_instance_count: Count, s2_instance_count: Count })) }),
  'not-changed': Type.Object({ artifacts: Counted }),
});

/** The status says whether a report made a snapshot. */
const GivenReportedSnapshot = Type.Object({ message: Text, snapshot: Whole });

/** The same name and fingerprint again is another instance. */
export const SnapshotInput = closed({
  type: Type.Optional(oneOf(...environmentTypes)),
  artifacts: Type.Array(
    closed({
      digests: Type.Record(Type.String({ minLength: 1, maxLength: 1024 }), Fingerprint, { maxProperties: 100 }),
      /** Unix seconds, whole. */
      creationTimestamp: Type.Integer({ minimum: 0, maximum: 253_402_300_799 }),
    }),
    { maxItems: limits.snapshotInstances },
  ),
});
export type SnapshotInput = Type.Static<typeof SnapshotInput>;

/** One that exited since the snapshot before is listed with no instances. */
export const SnapshotArtifact = heard(Artifact.properties, { fingerprint: Text, reasons_for_incompliance: Anything }, [
  'allowed',
  'flow_html_url',
  'deployments',
  'pods',
]);
export type SnapshotArtifact = Type.Static<typeof SnapshotArtifact>;

export const Snapshot = heard(GivenSnapshot.properties, { index: Whole, compliant: Flag, artifacts: Type.Array(SnapshotArtifact) });
export type Snapshot = Type.Static<typeof Snapshot>;

export const ListedSnapshot = heard(GivenListedSnapshot.properties, { index: Whole, compliant: Flag, duration: maybe(Type.Number()) });
export type ListedSnapshot = Type.Static<typeof ListedSnapshot>;

const DiffSide = Type.Object({
  snapshot_id: MaybeText,
  artifacts: Type.Array(
    Type.Object({
      fingerprint: Type.String(),
      name: MaybeText,
      most_recent_timestamp: MaybeMoment,
      flow: MaybeText,
      commit_url: MaybeText,
      instance_count: Anything,
      s1_instance_count: Anything,
      s2_instance_count: Anything,
    }),
  ),
});

export const SnapshotDiff = Type.Object({ snappish1: DiffSide, snappish2: DiffSide, changed: DiffSide, 'not-changed': DiffSide });
export type SnapshotDiff = Type.Static<typeof SnapshotDiff>;

/** The status says whether a report made a snapshot. */
export const ReportedSnapshot = Type.Object({
  snapshot: maybe(Type.Integer()),
});
export type ReportedSnapshot = Type.Static<typeof ReportedSnapshot>;

export const snapshotOperations = {
  /** No operation of this file is in the interface. A report holds everything that runs in an environment now. */
  reportSnapshot: {
    method: 'PUT',
    path: '/environments/:org/:env_name/report/:type',
    need: 'snapshot',
    data: SnapshotInput,
    reply: GivenReportedSnapshot,
    checks: { ReportedSnapshot },
    success: [200, 201],
  },
  /** By its number, its distance from the end, or its time. */
  getSnapshot: { method: 'GET', path: '/snapshots/:org/:env_name/:expression', reply: GivenSnapshot, checks: { Snapshot } },
  /** The latest first. */
  listSnapshots: {
    method: 'GET',
    path: '/snapshots/:org/:env_name',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      per_page: Type.Optional(Type.Integer({ minimum: 1, default: usualPages.snapshots })),
      /** Two expressions with `..` between them. */
      interval: Type.Optional(Type.String({ maxLength: 255 })),
      /** The oldest first. */
      reverse: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Array(GivenListedSnapshot),
    checks: { ListedSnapshot },
  },
  /** Each is `<environment>`, `<environment>#N` or `<environment>~N`. */
  diffSnapshots: {
    method: 'GET',
    path: '/env-diff/:org',
    refers: true,
    query: Type.Object({ snappish1: Type.String({ maxLength: 512 }), snappish2: Type.String({ maxLength: 512 }) }),
    reply: GivenDiff,
    checks: { SnapshotDiff },
  },
} as const satisfies Operations;
