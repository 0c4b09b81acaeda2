import { Type } from 'typebox';
import { Fingerprint } from '../scalars.ts';
import { oneOf } from '../fields.ts';
import {
  byName,
  Flag,
  FreeForm,
  openWith,
  orNull,
  SentCommit,
  SentUrls,
  State,
  states,
  Text,
  Texts,
  Time,
  UserData,
  Whole,
  GateSays,
} from './parts.ts';

const AttestationStatus = Type.Object({
  attestation_name: Text,
  /** For a missing one: the type that the template asks for. */
  attestation_type: Text,
  /** Absent while it is missing. */
  attestation_id: Type.Optional(Text),
  /** The record that an override stands for. */
  overridden_attestation_id: Type.Optional(Text),
  status: oneOf('COMPLETE', 'MISSING'),
  is_compliant: Flag,
  /** The template does not name it. */
  unexpected: Type.Boolean({ default: false }),
  /** Its newest records, one of each run, say yes and hold no test that ran. */
  no_test_ran: Type.Optional(Type.Literal(true)),
  /** The template says that no test of it need run. */
  min_tests: Type.Optional(Type.Literal(0)),
});

export const GivenArtifactStatus = Type.Object({
  artifact_fingerprint: Type.Optional(Fingerprint),
  artifact_id: Type.Optional(Text),
  /** `MISSING`: the template asks for it, and it was not reported. */
  status: oneOf(...states, 'MISSING'),
  is_compliant: Flag,
  attestations_statuses: Type.Array(AttestationStatus),
  unexpected: Type.Boolean({ default: false }),
  evaluated_at: Time,
  flow_template_id: Text,
});

const ComplianceStatus = {
  status: State,
  is_compliant: Flag,
  attestations_statuses: Type.Array(AttestationStatus),
  artifacts_statuses: byName(GivenArtifactStatus),
  evaluated_at: Time,
  flow_template_id: Text,
};

const Entries = Type.Array(Type.Object({ name: Text, type: Text, min_tests: Type.Optional(Type.Literal(0)) }));

const Template = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  trail: Type.Object({ attestations: Entries, artifacts: Type.Array(Type.Object({ name: Text, attestations: Entries })) }),
  /** Its YAML. */
  content: Text,
});

/** A trail in a list. */
export const GivenTrail = Type.Object({
  name: Text,
  description: Type.Optional(Text),
  git_commit_info: Type.Optional(SentCommit),
  origin_url: Type.Optional(Text),
  user_data: UserData,
  repo_ids: Texts,
  created_at: Time,
  last_modified_at: Time,
  created_by: Text,
  compliance_status: Type.Object(ComplianceStatus),
  compliance_state: State,
  gate: GateSays,
  is_compliant: Flag,
  template: Template,
  flow: Type.Object({ name: Text, tags: byName(Text) }),
  external_urls: Type.Optional(SentUrls),
  html_url: Text,
  /** Events, the oldest first; each type has fields of its own. */
  events: Type.Array(openWith({ type: Text, timestamp: Time, flow_id: Text, trail_id: Text, git_commit_info: orNull(FreeForm) })),
});

/** A trail alone: next to its decision it has its state by the templates of now. */
export const GivenWholeTrail = Type.Object({
  ...GivenTrail.properties,
  current: Type.Object({ ...ComplianceStatus, template_version: Whole }),
  template_version: orNull(Whole),
  own_template: Flag,
  flow_template: Template,
});
