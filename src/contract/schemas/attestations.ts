import { Type } from 'typebox';
import { usualPages } from '../limits.ts';
import {
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  OverrideAttestation,
  PullRequest,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from './attestation-kinds.ts';
import {
  Anything,
  CommitSha,
  Fingerprint,
  FlowName,
  IdPrefix,
  MaybeText,
  MaybeTexts,
  TemplateName,
  Timestamp,
  givenInterfacePage,
  givenPage,
  maybe,
  pageQuery,
} from './fields.ts';
import { statement, type Operations } from './operation.ts';
import { Flag, FreeForm, GivenUserData, SentCommit, SentRepo, SentUrls, Text, Texts, Time, Whole, byName, openWith } from './parts.ts';

/** As they were sent: a record has those of its own kind. */
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

const GivenAttestation = Type.Object({
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
  user_data: GivenUserData,
  overridden_attestation_id: Type.Optional(Text),
  /** Absent where a stored token recorded it. */
  job: Type.Optional(byName(Text)),
  has_audit_package: Flag,
  evidence_archive_fingerprint: Type.Optional(Fingerprint),
  evidence_archive_path: Type.Optional(Text),
  flow_name: Text,
  trail_name: Text,
  schema_version: Whole,
  html_url: Text,
});

/** An earlier request with the same key may have made the record: the log of the organization ends with `head` after it. */
const GivenRecorded = Type.Object({ message: Text, attestation_id: Text, head: Fingerprint });

const GivenAttestations = Type.Array(GivenAttestation);

const GivenByCommit = Type.Object(
  {},
  { additionalProperties: GivenAttestations, propertyNames: { type: 'string', pattern: '^[a-f0-9]{40}$' } },
);

/** Only the fields that a decision reads are required; the others are not checked. */
export const AttestationRecord = Type.Object({
  attestation_id: Type.String(),
  attestation_name: Type.String(),
  attestation_type: MaybeText,
  is_compliant: Type.Union([Type.Boolean(), Type.Null()]),
  created_at: Timestamp,
  trail_name: MaybeText,
  flow_name: MaybeText,
  artifact_fingerprint: MaybeText,
  target_artifacts: MaybeTexts,
  user_data: Type.Optional(Type.Unknown()),
  git_commit_info: Type.Optional(Type.Unknown()),
  /** Counts of a test-results record. Records of other types may hold anything here, so the gate reads it with care. */
  junit_results: Type.Optional(Type.Unknown()),
  /** For test results without a test that ran: the number of the rules that judged them, left out of the first ones. */
  rule: maybe(Type.Integer()),
  html_url: MaybeText,
  annotations: Anything,
  description: Anything,
  external_urls: Anything,
  has_audit_package: Anything,
  origin_url: Anything,
  overridden_attestation_id: Anything,
  repo_info: Anything,
  reported_by: Anything,
  schema_version: Anything,
});
export type AttestationRecord = Type.Static<typeof AttestationRecord>;

/** By SHA; each list is read record by record, so that a bad neighbour is not in the way. */
export const AttestationsByCommit = Type.Record(Type.String({ pattern: '^[a-f0-9]{40}$' }), Type.Array(Type.Unknown()));
export type AttestationsByCommit = Type.Static<typeof AttestationsByCommit>;

/** The vendor's service says `"OK"`; ours adds the record's id, so any JSON is in the contract. */
export const AttestationCreated = Type.Object({
  message: Type.Optional(Type.String()),
  attestation_id: Type.String(),
  /** The organization's log ended with it after this record: noted elsewhere, it is a witness for everything before. */
  head: maybe(Fingerprint),
});
export type AttestationCreated = Type.Static<typeof AttestationCreated>;

const search = {
  method: 'GET',
  reach: { query: 'flow_name' },
  query: Type.Object({
    commit_list: Type.Optional(Type.Array(CommitSha)),
    flow_name: Type.Optional(FlowName),
    attestation_name: Type.Optional(TemplateName),
    attestation_id: Type.Optional(Type.String({ minLength: 1 })),
    attestation_type: Type.Optional(Type.String({ minLength: 1 })),
    prefix: Type.Optional(IdPrefix),
    ...pageQuery(),
  }),
  checks: { AttestationsByCommit, AttestationRecord },
} as const;

const attested = {
  method: 'POST',
  need: 'evidence',
  file: 'attachment_file',
  reply: GivenRecorded,
  success: [201],
  keyed: true,
} as const;

export const attestationOperations = {
  /** Interface, operation 2: by commit. */
  findAttestations: {
    ...search,
    path: '/attestations/:org',
    reply: Type.Union([GivenByCommit, givenInterfacePage(GivenAttestation)]),
  },
  /** The path of some services for the by-commit search of operation 2. */
  findAttestationsForCriteria: { ...search, path: '/attestations/:org/list_attestations_for_criteria', reply: GivenByCommit },
  /** Interface, operation 6. */
  attestJunit: {
    ...attested,
    path: '/attestations/:org/:flow_name/trail/:trail_name/junit',
    data: JunitAttestation,
    checks: { AttestationCreated },
  },
  /** Not in the interface, as all that follow. */
  attestGeneric: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/generic', data: GenericAttestation },
  attestCustom: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/custom', data: CustomAttestation },
  attestPullRequest: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/pull_request', data: PullRequestAttestation },
  attestSnyk: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/snyk', data: SnykAttestation },
  attestSonar: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/sonar', data: SonarAttestation },
  attestJira: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/jira', data: JiraAttestation },
  attestDecision: { ...attested, path: '/attestations/:org/:flow_name/trail/:trail_name/system', data: DecisionAttestation },
  /** Sets the answer of a row of the trail for a name, until the next record of that name. */
  overrideAttestation: {
    method: 'POST',
    path: '/attestations/:org/:flow_name/trail/:trail_name/override',
    need: 'override',
    data: OverrideAttestation,
    reply: GivenRecorded,
    keyed: true,
  },
  downloadEvidence: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/trail/:trail_name/attestation/:attestation_id/evidence',
    isFile: true,
  },
  getAttestationStatement: {
    ...statement,
    path: '/attestations/:org/:flow_name/trail/:trail_name/attestation/:attestation_id/statement',
  },
  /** The beginning of the artifact's fingerprint may name it. */
  attestationsOfArtifact: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/artifact/:fingerprint/:attestation_name',
    params: { fingerprint: Type.String({ pattern: '^[a-f0-9]{5,64}$' }) },
    reply: GivenAttestations,
  },
  /** Newest first; between two moments in Unix seconds, both included. */
  attestationsOfFlow: {
    method: 'GET',
    path: '/attestations/:org/:flow_name',
    query: Type.Object({
      from_timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
      to_timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
      ...pageQuery(usualPages.attestations),
    }),
    reply: givenPage(GivenAttestation),
  },
  attestationsOfName: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name',
    reply: GivenAttestations,
    checks: { AttestationRecord },
  },
} as const satisfies Operations;
