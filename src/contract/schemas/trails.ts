import { Type } from 'typebox';
import { pageQuery } from './answers.ts';
import { GitCommitInfo } from './git-commit-info.ts';
import { usualPages } from '../limits.ts';
import type { Operation } from './operation.ts';
import { RepoInfo } from './repo-info.ts';
import { Anything, closed, maybe, MaybeFlag, MaybeText, MaybeTime, UserData } from './fields.ts';
import { ExternalUrls, InFlow, InOrganization, InTrail, NamePrefix, TrailName } from './scalars.ts';
import { givenInterfacePage, givenPage } from './given/attestations.ts';
import { GivenTrail, GivenWholeTrail } from './given/trails.ts';

// Matches every key, line breaks included: TypeBox writes `.*`, which would leave a key with a line break unchecked.
const anyKey = '^[\\s\\S]*$';

/** States that we know. A state that is not here passes through the contract and is never a pass at the gate. */
export type ComplianceState = 'COMPLIANT' | 'NON-COMPLIANT' | 'INCOMPLETE';

/**
 * One attestation name on a trail or artifact. `unexpected`: the template does not name it; `no_test_ran`: its newest records say
 * yes and hold no test that ran; `min_tests`: 0 where the template says that this may be.
 */
export const AttestationStatus = Type.Object({
  attestation_name: Type.String(),
  attestation_type: MaybeText,
  attestation_id: MaybeText,
  overridden_attestation_id: MaybeText,
  status: MaybeText,
  is_compliant: MaybeFlag,
  unexpected: MaybeFlag,
  no_test_ran: MaybeFlag,
  min_tests: maybe(Type.Integer()),
});
export type AttestationStatus = Type.Static<typeof AttestationStatus>;

/** One artifact of the trail, under its template name. */
export const ArtifactStatus = Type.Object({
  artifact_fingerprint: MaybeText,
  artifact_id: MaybeText,
  status: Type.String(),
  is_compliant: MaybeFlag,
  attestations_statuses: Type.Array(AttestationStatus),
  unexpected: MaybeFlag,
  evaluated_at: MaybeTime,
  flow_template_id: MaybeText,
});
export type ArtifactStatus = Type.Static<typeof ArtifactStatus>;

export const ComplianceStatus = Type.Object({
  status: Type.String(),
  is_compliant: MaybeFlag,
  attestations_statuses: Type.Array(AttestationStatus),
  artifacts_statuses: maybe(Type.Record(Type.String({ pattern: anyKey }), ArtifactStatus)),
  evaluated_at: MaybeTime,
  flow_template_id: MaybeText,
});
export type ComplianceStatus = Type.Static<typeof ComplianceStatus>;

/** The number or the name of a template in its flow, as the service gives it. */
const TemplateVersion = maybe(Type.Integer(), Type.String());

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
  own_template: MaybeFlag,
};

/** A trail as a reply: only the fields that a decision reads are required; the others are named, and pass through unread. */
export const Trail = Type.Object({
  name: Type.String(),
  compliance_status: ComplianceStatus,
  current: maybe(CurrentStatus),
  gate: Anything,
  ...Templates,
  flow_template: Anything,
  compliance_state: MaybeText,
  is_compliant: MaybeFlag,
  html_url: MaybeText,
  created_at: MaybeTime,
  last_modified_at: MaybeTime,
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
export const TrailInput = closed({
  name: TrailName,
  description: MaybeText,
  user_data: UserData,
  git_commit_info: maybe(GitCommitInfo),
  repo_info: maybe(RepoInfo),
  external_urls: maybe(ExternalUrls),
  origin_url: maybe(Type.String({ maxLength: 8192 })),
});
export type TrailInput = Type.Static<typeof TrailInput>;

export const trailOperations = {
  /** Interface, operation 1. */
  listTrails: {
    method: 'GET',
    path: '/trails/:org/:flow_name',
    params: InFlow,
    query: Type.Object({ prefix: Type.Optional(NamePrefix), ...pageQuery() }),
    reply: Type.Union([givenInterfacePage(GivenTrail), Type.Array(GivenTrail)]),
    checks: { Named, Trail },
  },
  /** Not in the interface: one trail. */
  getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name', params: InTrail, reply: GivenWholeTrail, checks: { Trail } },
  /** Not in the interface: the trails of all flows, or of one. */
  listOrgTrails: {
    method: 'GET',
    path: '/trails/:org',
    params: InOrganization,
    query: Type.Object({
      flow: Type.Optional(Type.String()),
      flow_tag: Type.Optional(Type.String()),
      fingerprint: Type.Optional(Type.String()),
      ...pageQuery(usualPages.trails),
    }),
    reply: givenPage(GivenTrail),
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
