import { Type } from 'typebox';
import { limits } from './limits.ts';
import { Annotations, ExternalUrls, Fingerprint, TemplateName, Timestamp } from './scalars.ts';
import { GitCommitInfo } from './git-commit-info.ts';
import { RepoInfo } from './repo-info.ts';

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
