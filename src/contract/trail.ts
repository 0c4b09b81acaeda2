import { Type } from 'typebox';
import { Timestamp } from './scalars.ts';

// Every key, line breaks included: TypeBox writes `.*`, which would leave a key with a line break unchecked.
const anyKey = '^[\\s\\S]*$';
const MaybeString = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const MaybeBoolean = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const MaybeTimestamp = Type.Optional(Type.Union([Timestamp, Type.Null()]));

/** States that we know. A state that is not here passes through the contract and is never a pass at the gate. */
export const complianceStates = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'] as const;
export type ComplianceState = (typeof complianceStates)[number];

/** One attestation name on a trail or artifact. `unexpected`: the template does not name it. */
export const AttestationStatus = Type.Object({
  attestation_name: Type.String(),
  attestation_type: MaybeString,
  attestation_id: MaybeString,
  overridden_attestation_id: MaybeString,
  status: MaybeString,
  is_compliant: MaybeBoolean,
  unexpected: MaybeBoolean,
});
export type AttestationStatus = Type.Static<typeof AttestationStatus>;

/** One artifact of the trail, under its template name. */
export const ArtifactStatus = Type.Object({
  artifact_fingerprint: MaybeString,
  artifact_id: MaybeString,
  status: Type.String(),
  is_compliant: MaybeBoolean,
  attestations_statuses: Type.Array(AttestationStatus),
  unexpected: MaybeBoolean,
  evaluated_at: MaybeTimestamp,
  flow_template_id: MaybeString,
});
export type ArtifactStatus = Type.Static<typeof ArtifactStatus>;

export const ComplianceStatus = Type.Object({
  status: Type.String(),
  is_compliant: MaybeBoolean,
  attestations_statuses: Type.Array(AttestationStatus),
  artifacts_statuses: Type.Optional(Type.Union([Type.Record(Type.String({ pattern: anyKey }), ArtifactStatus), Type.Null()])),
  evaluated_at: MaybeTimestamp,
  flow_template_id: MaybeString,
});
export type ComplianceStatus = Type.Static<typeof ComplianceStatus>;

/** A trail as a reply: required is only what a decision reads; the rest passes through unread. */
export const Trail = Type.Object({
  name: Type.String(),
  compliance_status: ComplianceStatus,
  compliance_state: MaybeString,
  is_compliant: MaybeBoolean,
  html_url: MaybeString,
  created_at: MaybeTimestamp,
  last_modified_at: MaybeTimestamp,
});
export type Trail = Type.Static<typeof Trail>;

/** The least that tells one item of a listing from another. */
export const Named = Type.Object({ name: Type.String() });
export type Named = Type.Static<typeof Named>;
