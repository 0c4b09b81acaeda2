import { Type } from 'typebox';
import { pageQuery } from './answers.ts';
import {
  CustomAttestation,
  DecisionAttestation,
  GenericAttestation,
  JiraAttestation,
  JunitAttestation,
  OverrideAttestation,
  PullRequestAttestation,
  SnykAttestation,
  SonarAttestation,
} from './attestation-kinds.ts';
import { usualPages } from '../limits.ts';
import type { Operation } from './operation.ts';
import { patterns } from '../patterns.ts';
import { Anything, maybe, MaybeText, MaybeTexts } from './fields.ts';
import { CommitSha, Fingerprint, FlowName, IdPrefix, InFlow, InOrganization, InTrail, TemplateName, Timestamp } from './scalars.ts';
import { GivenAttestation, GivenAttestations, GivenByCommit, givenInterfacePage, givenPage, GivenRecorded } from './given/attestations.ts';

/** An attestation record as a reply: only the fields that a decision reads are required; the others are not checked. */
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

/** Records by the SHA of their commit; each list is read record by record, so that a bad neighbour is not in the way. */
export const AttestationsByCommit = Type.Record(Type.String({ pattern: '^[a-f0-9]{40}$' }), Type.Array(Type.Unknown()));
export type AttestationsByCommit = Type.Static<typeof AttestationsByCommit>;

/** The answer to a creation. The vendor's service says `"OK"`; ours adds the record's id, so any JSON is in the contract. */
export const AttestationCreated = Type.Object({
  message: Type.Optional(Type.String()),
  attestation_id: Type.String(),
  /**
   * The hash that the organization's log ended with after this record: noted elsewhere, it is a witness for everything before.
   */
  head: maybe(Fingerprint),
});
export type AttestationCreated = Type.Static<typeof AttestationCreated>;

const search = {
  params: InOrganization,
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

/** The common parts of all forms that record an attestation. */
const attested = {
  method: 'POST',
  params: InTrail,
  body: 'multipart',
  file: 'attachment_file',
  reply: GivenRecorded,
  success: [201],
  keyed: true,
} as const;

export const attestationOperations = {
  /** Interface, operation 2: by commit. */
  findAttestations: {
    method: 'GET',
    path: '/attestations/:org',
    ...search,
    reply: Type.Union([GivenByCommit, givenInterfacePage(GivenAttestation)]),
  },
  /** The path of some services for the by-commit search of operation 2. */
  findAttestationsForCriteria: {
    method: 'GET',
    path: '/attestations/:org/list_attestations_for_criteria',
    ...search,
    reply: GivenByCommit,
  },
  /** Interface, operation 6. */
  attestJunit: {
    ...attested,
    path: '/attestations/:org/:flow_name/trail/:trail_name/junit',
    data: JunitAttestation,
    checks: { AttestationCreated },
  },
  /** Not in the interface, as all that follow: the other kinds of evidence. */
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
    params: InTrail,
    data: OverrideAttestation,
    body: 'json',
    reply: GivenRecorded,
    keyed: true,
  },
  /** The file that is attached to a record, as it was sent. */
  downloadEvidence: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/trail/:trail_name/attestation/:attestation_id/evidence',
    isFile: true,
    params: Type.Object({ ...InTrail.properties, attestation_id: Type.String({ pattern: patterns.recordId }) }),
  },
  /** All records of one name about an artifact, which the beginning of its fingerprint may name. */
  attestationsOfArtifact: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/artifact/:fingerprint/:attestation_name',
    params: Type.Object({
      ...InFlow.properties,
      fingerprint: Type.String({ pattern: '^[a-f0-9]{5,64}$' }),
      attestation_name: TemplateName,
    }),
    reply: GivenAttestations,
  },
  /** The records of a flow, newest first; between two moments in Unix seconds, both included. */
  attestationsOfFlow: {
    method: 'GET',
    path: '/attestations/:org/:flow_name',
    params: InFlow,
    query: Type.Object({
      from_timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
      to_timestamp: Type.Optional(Type.Integer({ minimum: 0 })),
      ...pageQuery(usualPages.attestations),
    }),
    reply: givenPage(GivenAttestation),
  },
  /** All records of one name on a trail. */
  attestationsOfName: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name',
    params: Type.Object({ ...InTrail.properties, attestation_name: TemplateName }),
    reply: GivenAttestations,
  },
} as const satisfies Record<string, Operation>;
