import { Type, type TProperties } from 'typebox';
import { gitProviders, limits, patterns } from '../limits.ts';
import {
  Annotations,
  ExternalUrls,
  Fingerprint,
  MaybeText,
  MaybeTime,
  TemplateName,
  TypeName,
  UserData,
  closed,
  literals,
  maybe,
  type AsSent,
} from './fields.ts';
import { GitCommitInfo, RepoInfo } from './parts.ts';

/** Every kind of evidence may have these next to its own. */
const aboutAttestation = {
  attestation_name: TemplateName,
  origin_url: maybe(Type.String({ maxLength: 8192 })),
  description: MaybeText,
  artifact_fingerprint: maybe(Fingerprint),
  target_artifacts: maybe(Type.Array(TemplateName, { maxItems: limits.targetArtifacts })),
  git_commit_info: maybe(GitCommitInfo),
  repo_info: maybe(RepoInfo),
  external_urls: maybe(ExternalUrls),
  annotations: maybe(Annotations),
  user_data: UserData,
};

export const AttestationInput = Type.Object(aboutAttestation);
export type AttestationInput = Type.Static<typeof AttestationInput>;

export type AboutAttestation = AsSent<Omit<AttestationInput, 'user_data'>> & { readonly user_data?: Readonly<Record<string, unknown>> };

type SentAs<Body> = AboutAttestation & AsSent<Omit<Body, keyof AttestationInput>>;

function kind<Fields extends TProperties>(fields: Fields) {
  return closed({ ...aboutAttestation, ...fields });
}

const Count = Type.Integer({ minimum: 0 });
const Rows = { maxItems: limits.junitRows };

/** One outermost test suite: counts of test cases, `duration` in seconds, `timestamp` in Unix seconds UTC. */
export const JunitResult = closed({
  name: Type.String(),
  failures: Count,
  errors: Count,
  skipped: Count,
  total: Count,
  duration: Type.Number({ minimum: 0 }),
  timestamp: MaybeTime,
});

export type JunitResult = AsSent<Type.Static<typeof JunitResult>>;

export const JunitAttestation = kind({ junit_results: Type.Array(JunitResult, Rows) });
export type JunitAttestation = SentAs<Type.Static<typeof JunitAttestation>>;

/** Evidence whose verdict is the caller's own. */
export const GenericAttestation = kind({ is_compliant: Type.Boolean() });
export type GenericAttestation = SentAs<Type.Static<typeof GenericAttestation>>;

/** Evidence that the rules of a custom type evaluate: any JSON but `null`. */
export const CustomAttestation = kind({
  type_name: TypeName,
  attestation_data: Type.Union([
    Type.Record(Type.String(), Type.Unknown()),
    Type.Array(Type.Unknown()),
    Type.String(),
    Type.Number(),
    Type.Boolean(),
  ]),
});
export type CustomAttestation = SentAs<Type.Static<typeof CustomAttestation>>;

/** One pull request with any other fields: code hosts describe theirs differently. */
export const PullRequest = Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }), state: Type.String() });
export type PullRequest = AsSent<Type.Static<typeof PullRequest>> & { readonly [more: string]: unknown };

export const PullRequestAttestation = kind({
  git_provider: Type.Union(literals(...gitProviders)),
  pull_requests: Type.Array(PullRequest, Rows),
});
export type PullRequestAttestation = SentAs<Type.Static<typeof PullRequestAttestation>>;

const Findings = maybe(Type.Array(Type.Unknown(), Rows));

/** The findings of a scan in one project; closed, so that an unknown severity is never skipped. */
const SnykResult = closed({
  low_count: Count,
  medium_count: Count,
  high_count: Count,
  low: Findings,
  medium: Findings,
  high: Findings,
});

/** A scan without a single result says nothing, and is refused. */
export const SnykAttestation = kind({
  snyk_results: Type.Object({
    schema_version: Type.Optional(Type.Integer()),
    tool: Type.Object({ name: Type.String(), version: Type.String() }),
    results: Type.Array(SnykResult, { minItems: 1, ...Rows }),
  }),
});
export type SnykAttestation = AboutAttestation & Pick<Type.Static<typeof SnykAttestation>, 'snyk_results'>;

/** Its quality gate says whether it passed: without one there is no verdict, and it is refused. */
export const SonarAttestation = kind({
  sonar_results: Type.Object({
    analysedAt: Type.String(),
    revision: Type.String(),
    /** How the analysis itself ended, if that is known. */
    status: MaybeText,
    project: Type.Object({ key: Type.String(), url: Type.String() }),
    qualityGate: Type.Object({ status: Type.String() }),
  }),
});
export type SonarAttestation = AboutAttestation & Pick<Type.Static<typeof SonarAttestation>, 'sonar_results'>;

/** Named by a commit or a branch; `issue_exists` says whether the tracker has it. */
const JiraIssue = Type.Object({ issue_id: Type.String(), issue_url: Type.String(), issue_exists: Type.Boolean() });

export const JiraAttestation = kind({ jira_results: Type.Array(JiraIssue, Rows) });
export type JiraAttestation = SentAs<Type.Static<typeof JiraAttestation>>;

export const DecisionAttestation = kind({
  type_name: Type.Literal('decision'),
  control: Type.String({ minLength: 1, maxLength: 255 }),
  attestation_data: closed({ is_compliant: Type.Boolean() }),
});
export type DecisionAttestation = SentAs<Type.Static<typeof DecisionAttestation>>;

/** Replaces the answer of the record from now on. `original_attestation_type` is the type of that record. */
export const OverrideAttestation = kind({
  reason: Type.String({ minLength: 1, maxLength: 8192 }),
  new_compliance_status: Type.Boolean(),
  original_attestation_type: Type.Union([
    ...literals('generic', 'junit', 'snyk', 'pull_request', 'jira', 'sonar', 'system:decision'),
    Type.String({ pattern: `^custom:${patterns.typeName.slice(1)}`, maxLength: 300 }),
  ]),
  target_artifacts: maybe(Type.Array(aboutAttestation.attestation_name, { maxItems: 1 })),
});
export type OverrideAttestation = SentAs<Type.Static<typeof OverrideAttestation>>;
