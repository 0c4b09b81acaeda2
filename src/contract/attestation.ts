import { Type } from 'typebox';
import { Timestamp } from './scalars.ts';

/** An attestation record as a reply: required is only what a decision reads. */
export const AttestationRecord = Type.Object({
  attestation_id: Type.String(),
  attestation_name: Type.String(),
  attestation_type: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  is_compliant: Type.Union([Type.Boolean(), Type.Null()]),
  created_at: Timestamp,
  trail_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  flow_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  artifact_fingerprint: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  target_artifacts: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  user_data: Type.Optional(Type.Unknown()),
  git_commit_info: Type.Optional(Type.Unknown()),
  /** Counts of a test-results record. Of other types it may hold anything, so the gate reads it with care. */
  junit_results: Type.Optional(Type.Unknown()),
  html_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type AttestationRecord = Type.Static<typeof AttestationRecord>;

/** Records by the SHA of their commit; each list is read record by record, so that a bad neighbour is not in the way. */
export const AttestationsByCommit = Type.Record(Type.String({ pattern: '^[a-f0-9]{40}$' }), Type.Array(Type.Unknown()));
export type AttestationsByCommit = Type.Static<typeof AttestationsByCommit>;
