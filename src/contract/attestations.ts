import { Type } from 'typebox';
import { Items, Page, PageQuery } from './answers.ts';
import { GitCommitInfo } from './git-commit-info.ts';
import { limits } from './limits.ts';
import type { Operation } from './operation.ts';
import { RepoInfo } from './repo-info.ts';
import {
  Annotations,
  CommitSha,
  ExternalUrls,
  Fingerprint,
  FlowName,
  InOrganization,
  InTrail,
  TemplateName,
  Timestamp,
} from './scalars.ts';

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

const Count = Type.Integer({ minimum: 0 });

/** One outermost test suite: counts of test cases, `duration` in seconds, `timestamp` in Unix seconds UTC. */
export const JunitResult = Type.Object(
  {
    name: Type.String(),
    failures: Count,
    errors: Count,
    skipped: Count,
    total: Count,
    duration: Type.Number({ minimum: 0 }),
    timestamp: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  },
  { additionalProperties: false },
);

/** The same as we send it: a time that is not known is left out. */
export interface JunitResult {
  readonly name: string;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly total: number;
  readonly duration: number;
  readonly timestamp?: number;
}

/** The form field `data_json` of a test-results attestation. Closed at the top: our service answers an unknown key with 400. */
export const JunitAttestation = Type.Object(
  {
    attestation_name: TemplateName,
    junit_results: Type.Array(JunitResult, { maxItems: limits.junitRows }),
    origin_url: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    artifact_fingerprint: Type.Optional(Type.Union([Fingerprint, Type.Null()])),
    target_artifacts: Type.Optional(Type.Union([Type.Array(TemplateName, { maxItems: limits.targetArtifacts }), Type.Null()])),
    git_commit_info: Type.Optional(Type.Union([GitCommitInfo, Type.Null()])),
    repo_info: Type.Optional(Type.Union([RepoInfo, Type.Null()])),
    external_urls: Type.Optional(Type.Union([ExternalUrls, Type.Null()])),
    annotations: Type.Optional(Type.Union([Annotations, Type.Null()])),
    user_data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()), Type.Null()])),
  },
  { additionalProperties: false },
);

/** The same as we send it. */
export interface JunitAttestation {
  readonly attestation_name: string;
  readonly junit_results: readonly JunitResult[];
  readonly origin_url?: string;
  readonly description?: string;
  readonly artifact_fingerprint?: string;
  readonly target_artifacts?: readonly string[];
  readonly git_commit_info?: GitCommitInfo;
  readonly repo_info?: RepoInfo;
  readonly external_urls?: ExternalUrls;
  readonly annotations?: Annotations;
  readonly user_data?: Readonly<Record<string, unknown>>;
}

/** What a creation answers. The vendor's service says `"OK"`; ours adds the record's id, so any JSON is in the contract. */
export const AttestationCreated = Type.Object({
  message: Type.Optional(Type.String()),
  attestation_id: Type.String(),
  /** The hash that the organization's log ended with after this record: noted elsewhere, it witnesses all that came before. */
  head: Type.Optional(Type.Union([Fingerprint, Type.Null()])),
});
export type AttestationCreated = Type.Static<typeof AttestationCreated>;

const search = {
  params: InOrganization,
  query: Type.Object({
    commit_list: Type.Optional(Type.Array(CommitSha)),
    flow_name: Type.Optional(FlowName),
    attestation_name: Type.Optional(TemplateName),
    attestation_id: Type.Optional(Type.String()),
    attestation_type: Type.Optional(Type.String()),
    ...PageQuery,
  }),
  reply: Type.Union([AttestationsByCommit, Page]),
  checks: { AttestationsByCommit, AttestationRecord, Page, Items },
} as const;

export const attestationOperations = {
  /** Interface, operation 2: by commit. */
  findAttestations: { method: 'GET', path: '/attestations/:org', ...search },
  /** Where some services answer the by-commit search of operation 2. */
  findAttestationsForCriteria: { method: 'GET', path: '/attestations/:org/list_attestations_for_criteria', ...search },
  /** Interface, operation 6. */
  attestJunit: {
    method: 'POST',
    path: '/attestations/:org/:flow_name/trail/:trail_name/junit',
    params: InTrail,
    data: JunitAttestation,
    body: 'multipart',
    file: 'attachment_file',
    reply: AttestationCreated,
    success: [201],
    keyed: true,
    checks: { AttestationCreated },
  },
  /** Not in the interface: all records of one name on a trail. */
  attestationsOfName: {
    method: 'GET',
    path: '/attestations/:org/:flow_name/trail/:trail_name/:attestation_name',
    params: Type.Object({ ...InTrail.properties, attestation_name: TemplateName }),
    reply: Type.Array(Type.Unknown()),
  },
} as const satisfies Record<string, Operation>;
