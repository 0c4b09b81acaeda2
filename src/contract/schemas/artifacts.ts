import { Type } from 'typebox';
import { limits, patterns, usualPages } from '../limits.ts';
import {
  Annotations,
  CommitSha,
  ExternalUrls,
  Fingerprint,
  FlowName,
  MaybeMoment,
  TrailName,
  UserData,
  closed,
  maybe,
  pageQuery,
} from './fields.ts';
import type { Operations } from './operation.ts';
import {
  CommitOrNone,
  Flag,
  GateSays,
  GitCommitInfo,
  RepoInfo,
  SentCommit,
  SentRepo,
  SentUrls,
  State,
  Text,
  Texts,
  Time,
  TimeText,
  Whole,
  Wholes,
  byName,
  heard,
  orNull,
} from './parts.ts';
import { CurrentState, Templates } from './trails.ts';

export const GivenOverridden = Type.Array(
  Type.Object({
    attestation_name: Text,
    attestation_type: Text,
    attestation_id: Text,
    overridden_attestation_id: Text,
    is_compliant: Flag,
  }),
);

export const GivenHistory = Type.Array(Type.Object({ event: Text, timestamp: Time }));

const Residences = Type.Array(Type.Object({ environment_name: Text, snapshot_index: Whole }));

const GivenArtifact = Type.Object({
  id: Text,
  fingerprint: Fingerprint,
  filename: Text,
  created_at: TimeText,
  last_modified_at: TimeText,
  created_by: Text,
  evidence: byName(
    Type.Object({ attestation_id: Text, evidence_type: Text, is_compliant: Flag, created_at: TimeText, has_audit_package: Flag }),
  ),
  overridden_attestations: Type.Optional(GivenOverridden),
  flow_name: Text,
  trail_name: orNull(TrailName),
  template_reference_name: Type.String({ pattern: patterns.artifactName }),
  git_commit: CommitOrNone,
  git_commit_info: Type.Optional(orNull(SentCommit)),
  repo_info: Type.Optional(orNull(SentRepo)),
  commit_url: Text,
  build_url: Text,
  repo_url: Type.Optional(orNull(Text)),
  description: Type.Optional(orNull(Text)),
  commits_list: Type.Optional(orNull(Type.Array(SentCommit))),
  external_urls: Type.Optional(orNull(SentUrls)),
  annotations: Type.Optional(orNull(byName(Text))),
  user_data: Type.Unknown(),
  html_url: Text,
  api_url: Text,
  /** Null without a trail. */
  state: orNull(State),
  gate: GateSays,
  /** The directory trees that earlier reports named on this trail; `file` if a report was of a single file. */
  earlier_trees: Type.Optional(Texts),
  deployments: Wholes,
  releases: Wholes,
  approvals: Wholes,
  running: Residences,
  exited: Residences,
  history: GivenHistory,
});

/** On a trail it has its state by the templates of now, too. */
const GivenWholeArtifact = Type.Object({
  ...GivenArtifact.properties,
  current: Type.Optional(Type.Object({ status: State, template_version: Whole })),
  template_version: Type.Optional(orNull(Whole)),
  own_template: Type.Optional(Flag),
});

/** Only the fields that identify it are required. */
export const Artifact = heard(
  GivenArtifact.properties,
  { fingerprint: Text, created_at: MaybeMoment, last_modified_at: MaybeMoment, current: maybe(CurrentState), ...Templates },
  ['created_by', 'flow_name', 'description', 'commits_list', 'approvals', 'running', 'exited', 'history'],
);
export type Artifact = Type.Static<typeof Artifact>;

const MaybeLongText = maybe(Type.String({ maxLength: 8192 }));

/** A new report keeps its identity, and the latest one counts. */
export const ArtifactInput = closed({
  fingerprint: Fingerprint,
  filename: Type.String({ maxLength: 1024 }),
  build_url: Type.String({ maxLength: 8192 }),
  commit_url: Type.String({ maxLength: 8192 }),
  repo_url: MaybeLongText,
  git_commit: maybe(CommitSha),
  git_commit_info: maybe(GitCommitInfo),
  repo_info: maybe(RepoInfo),
  /** `artifact` when absent. */
  template_reference_name: maybe(Type.String({ pattern: patterns.artifactName, maxLength: 255 })),
  /** Begun when it does not exist; an artifact without a trail is in no decision. */
  trail_name: maybe(TrailName),
  description: MaybeLongText,
  /** Since the artifact before it, the latest first. */
  commits_list: maybe(Type.Array(GitCommitInfo, { maxItems: limits.commits })),
  external_urls: maybe(ExternalUrls),
  annotations: maybe(Annotations),
  user_data: UserData,
});
export type ArtifactInput = Type.Static<typeof ArtifactInput>;

/** `artifact_id` is the same when it is reported again. */
const ArtifactReported = Type.Object({ message: Type.String(), artifact_id: Type.String() });

export const artifactOperations = {
  /** Interface, operation 3. */
  listArtifacts: {
    method: 'GET',
    path: '/artifacts/:org',
    reach: { query: 'flow_name' },
    query: Type.Object({
      flow_name: Type.Optional(FlowName),
      repo_name: Type.Optional(Type.String()),
      ...pageQuery(usualPages.artifacts),
    }),
    reply: Type.Array(GivenArtifact),
    checks: { Artifact },
  },
  /** Not in the interface, as all that follow. */
  reportArtifact: {
    method: 'POST',
    path: '/artifacts/:org/:flow_name',
    need: 'evidence',
    data: ArtifactInput,
    reply: ArtifactReported,
    success: [201],
  },
  /** The latest report if several trails have it and none is named. */
  getArtifact: {
    method: 'GET',
    path: '/artifacts/:org/:flow_name/fingerprint/:fingerprint',
    query: Type.Object({
      trail: Type.Optional(TrailName),
      attestation_id: Type.Optional(Type.String({ pattern: patterns.recordId })),
    }),
    reply: GivenWholeArtifact,
    checks: { Artifact },
  },
  /** The latest first; at most a hundred. */
  artifactsOfCommit: {
    method: 'GET',
    path: '/artifacts/:org/:flow_name/commit_sha/:commit_sha',
    query: Type.Object({ trail: Type.Optional(TrailName) }),
    reply: Type.Array(GivenArtifact),
  },
  /** The flow's latest artifact counts, without this one; null if there is none. */
  latestCommit: {
    method: 'GET',
    path: '/artifacts/:org/:flow_name/:fingerprint/latest_commit',
    query: Type.Object({ branch: Type.Optional(Type.String()) }),
    reply: Type.Object({ latest_commit: Type.Union([Type.String(), Type.Null()]) }),
  },
} as const satisfies Operations;
