import { Type } from 'typebox';
import { Fingerprint } from '../scalars.ts';
import { oneOf } from '../fields.ts';
import { GivenPolicyDecisions } from './decisions.ts';
import { environmentTypes } from '../../patterns.ts';
import { CommitOrNone, Flag, orNull, State, Text, Texts, Time, Whole, Wholes } from './parts.ts';

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

export const GivenSnapshot = Type.Object({
  index: Whole,
  is_latest: Flag,
  timestamp: Time,
  next_snapshot_timestamp: orNull(Time),
  type: oneOf(...environmentTypes),
  /** False if it is not known: the counts tell the two apart. */
  compliant: Flag,
  artifact_compliance_count: Type.Object({ true: Count, false: Count, null: Count }),
  html_url: Text,
  artifacts: Type.Array(Artifact),
  applied_policies: Type.Array(Type.Object({ policy_name: Text, policy_version: Whole })),
});

/** A snapshot in a list; `to` is 0 for the latest. */
export const GivenListedSnapshot = Type.Object({ index: Whole, from: Time, to: Time, compliant: Flag, duration: Type.Number() });

const Common = { fingerprint: Fingerprint, name: Text, most_recent_timestamp: Time, flow: Text, commit_url: orNull(Text) };
const Counted = Type.Array(Type.Object({ ...Common, instance_count: Count }));
const Side = Type.Object({ snapshot_id: Text, artifacts: Counted });

/** The differences of two snapshots: the content of each alone, and of both. */
export const GivenDiff = Type.Object({
  snappish1: Side,
  snappish2: Side,
  changed: Type.Object({ artifacts: Type.Array(Type.Object({ ...Common, s1_instance_count: Count, s2_instance_count: Count })) }),
  'not-changed': Type.Object({ artifacts: Counted }),
});

/** The status says whether a report made a snapshot. */
export const GivenReportedSnapshot = Type.Object({ message: Text, snapshot: Whole });
