import { Type, type TSchema } from 'typebox';
import { Pagination } from '../answers.ts';
import { JiraAttestation, JunitAttestation, PullRequest, PullRequestAttestation } from '../attestation-kinds.ts';
import { byName, Flag, FreeForm, openWith, SentCommit, SentRepo, SentUrls, Text, Texts, Time, UserData, Whole } from './parts.ts';
import { Fingerprint } from '../scalars.ts';

/** The fields of the kinds of evidence as they were sent: a record has those of its own kind. */
const ofKinds = {
  junit_results: Type.Optional(JunitAttestation.properties.junit_results),
  type_name: Type.Optional(Text),
  attestation_data: Type.Optional(Type.Unknown()),
  control: Type.Optional(Text),
  git_provider: Type.Optional(PullRequestAttestation.properties.git_provider),
  pull_requests: Type.Optional(Type.Array(openWith(PullRequest.properties))),
  snyk_results: Type.Optional(FreeForm),
  sonar_results: Type.Optional(FreeForm),
  jira_results: Type.Optional(JiraAttestation.properties.jira_results),
  reason: Type.Optional(Text),
  new_compliance_status: Type.Optional(Flag),
  original_attestation_type: Type.Optional(Text),
};

export const GivenAttestation = Type.Object({
  ...ofKinds,
  origin_url: Type.Optional(Text),
  description: Type.Optional(Text),
  artifact_fingerprint: Type.Optional(Fingerprint),
  target_artifacts: Type.Optional(Texts),
  annotations: Type.Optional(byName(Text)),
  git_commit_info: Type.Optional(SentCommit),
  repo_info: Type.Optional(SentRepo),
  external_urls: Type.Optional(SentUrls),
  attestation_id: Text,
  attestation_name: Text,
  /** `junit`, `generic`, …, `custom:<type_name>`, `override`. */
  attestation_type: Text,
  /** The version of a custom type that evaluated it. */
  type_version: Type.Optional(Whole),
  /** For test results without a test that ran: the number of the rules that judged them, left out of the first ones. */
  rule: Type.Optional(Whole),
  created_at: Time,
  reported_by: Text,
  is_compliant: Flag,
  user_data: UserData,
  overridden_attestation_id: Type.Optional(Text),
  /** The job that recorded it without a stored token. */
  job: Type.Optional(byName(Text)),
  has_audit_package: Flag,
  evidence_archive_fingerprint: Type.Optional(Fingerprint),
  evidence_archive_path: Type.Optional(Text),
  flow_name: Text,
  trail_name: Text,
  schema_version: Whole,
  html_url: Text,
});

/** A record was made, or an earlier request with the same key made it: the log of the organization ends with `head` after it. */
export const GivenRecorded = Type.Object({ message: Text, attestation_id: Text, head: Fingerprint });

export const GivenAttestations = Type.Array(GivenAttestation);

/** The records of each commit. */
export const GivenByCommit = Type.Object(
  {},
  { additionalProperties: GivenAttestations, propertyNames: { type: 'string', pattern: '^[a-f0-9]{40}$' } },
);

/** A page of a listing. */
export function givenPage<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), pagination: Pagination });
}

/** The same on the interface's own two paths: `pagination` is present only when there are multiple pages. */
export function givenInterfacePage<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), pagination: Type.Optional(Pagination) });
}
