import { Type } from 'typebox';
import { Items, Page, PageQuery } from './answers.ts';
import { GitCommitInfo } from './git-commit-info.ts';
import type { Operation } from './operation.ts';
import { RepoInfo } from './repo-info.ts';
import { Anything, ExternalUrls, InFlow, InOrganization, InTrail, NamePrefix, Timestamp, TrailName } from './scalars.ts';

// Matches every key, line breaks included: TypeBox writes `.*`, which would leave a key with a line break unchecked.
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

/** The number or the name of a template in its flow, as the service gives it. */
const TemplateVersion = Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()]));

/**
 * The state of a trail by the current template of its flow, together with the trail's own if it has one. A field that is left out
 * is as it was decided.
 */
const CurrentStatus = Type.Object({
  ...ComplianceStatus.properties,
  attestations_statuses: Type.Optional(Type.Array(AttestationStatus)),
  template_version: TemplateVersion,
});

/** The same for one artifact. */
export const CurrentState = Type.Object({ status: Type.String(), template_version: TemplateVersion });

/** The fields that identify the templates behind a decision. Only a single trail or artifact has them, and lists do not. */
export const Templates = {
  /** The template of its flow that decided it; null if its own did. */
  template_version: TemplateVersion,
  /** Whether it has a template of its own, which decides it instead of the flow's. */
  own_template: MaybeBoolean,
};

/** A trail as a reply: only the fields that a decision reads are required; the others are named, and pass through unread. */
export const Trail = Type.Object({
  name: Type.String(),
  compliance_status: ComplianceStatus,
  current: Type.Optional(Type.Union([CurrentStatus, Type.Null()])),
  ...Templates,
  flow_template: Anything,
  compliance_state: MaybeString,
  is_compliant: MaybeBoolean,
  html_url: MaybeString,
  created_at: MaybeTimestamp,
  last_modified_at: MaybeTimestamp,
  created_by: Anything,
  description: Anything,
  events: Anything,
  external_urls: Anything,
  flow: Anything,
  git_commit_info: Anything,
  origin_url: Anything,
  repo_ids: Anything,
  template: Anything,
  user_data: Anything,
});
export type Trail = Type.Static<typeof Trail>;

/** The least that distinguishes one item of a listing from another. */
export const Named = Type.Object({ name: Type.String() });
export type Named = Type.Static<typeof Named>;

/** `data_json` of beginning or updating a trail; an absent field leaves the stored value. */
export const TrailInput = Type.Object(
  {
    name: TrailName,
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    user_data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()), Type.Null()])),
    git_commit_info: Type.Optional(Type.Union([GitCommitInfo, Type.Null()])),
    repo_info: Type.Optional(Type.Union([RepoInfo, Type.Null()])),
    external_urls: Type.Optional(Type.Union([ExternalUrls, Type.Null()])),
    origin_url: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type TrailInput = Type.Static<typeof TrailInput>;

export const trailOperations = {
  /** Interface, operation 1. */
  listTrails: {
    method: 'GET',
    path: '/trails/:org/:flow_name',
    params: InFlow,
    query: Type.Object({ prefix: Type.Optional(NamePrefix), ...PageQuery }),
    reply: Type.Union([Page, Type.Array(Trail)]),
    checks: { Page, Items, Named, Trail },
  },
  /** Not in the interface: one trail. */
  getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name', params: InTrail, reply: Trail, checks: { Trail } },
  /** Not in the interface: the trails of all flows, or of one. */
  listOrgTrails: {
    method: 'GET',
    path: '/trails/:org',
    params: InOrganization,
    query: Type.Object({
      flow: Type.Optional(Type.String()),
      flow_tag: Type.Optional(Type.String()),
      fingerprint: Type.Optional(Type.String()),
      ...PageQuery,
    }),
    reply: Page,
  },
  /** Not in the interface: begin or update a trail. */
  putTrail: {
    method: 'PUT',
    path: '/trails/:org/:flow_name',
    params: InFlow,
    data: TrailInput,
    body: 'multipart',
    file: 'template_file',
    success: [200, 201],
  },
} as const satisfies Record<string, Operation>;
