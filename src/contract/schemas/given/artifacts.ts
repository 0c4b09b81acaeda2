import { Type } from 'typebox';
import { patterns } from '../../patterns.ts';
import { Fingerprint, TrailName } from '../scalars.ts';
import {
  byName,
  CommitOrNone,
  Flag,
  orNull,
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
  GateSays,
} from './parts.ts';

/** The names that an override decides. */
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

/** An artifact in a list. */
export const GivenArtifact = Type.Object({
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
  earlier_trees: Type.Optional(Texts),
  deployments: Wholes,
  releases: Wholes,
  approvals: Wholes,
  running: Residences,
  exited: Residences,
  history: GivenHistory,
});

/** An artifact alone: on a trail it has its state by the templates of now, too. */
export const GivenWholeArtifact = Type.Object({
  ...GivenArtifact.properties,
  current: Type.Optional(Type.Object({ status: State, template_version: Whole })),
  template_version: Type.Optional(orNull(Whole)),
  own_template: Type.Optional(Flag),
});
