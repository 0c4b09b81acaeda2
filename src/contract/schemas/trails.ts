import { Type } from 'typebox';
import { usualPages } from '../limits.ts';
import {
  Anything,
  ExternalUrls,
  Fingerprint,
  MaybeFlag,
  MaybeText,
  MaybeTime,
  NamePrefix,
  TrailName,
  UserData,
  closed,
  givenInterfacePage,
  givenPage,
  maybe,
  oneOf,
  pageQuery,
} from './fields.ts';
import { statement, type Operations } from './operation.ts';
import {
  Flag,
  FreeForm,
  GateSays,
  GitCommitInfo,
  GivenUserData,
  RepoInfo,
  SentCommit,
  SentUrls,
  State,
  Text,
  Texts,
  Time,
  Whole,
  byName,
  heard,
  openWith,
  orNull,
  states,
} from './parts.ts';

const GivenAttestationStatus = Type.Object({
  attestation_name: Text,
  /** For a missing one: the type that the template asks for. */
  attestation_type: Text,
  /** Absent while it is missing. */
  attestation_id: Type.Optional(Text),
  /** The record that an override stands for. */
  overridden_attestation_id: Type.Optional(Text),
  status: oneOf('COMPLETE', 'MISSING'),
  is_compliant: Flag,
  /** The template does not name it. */
  unexpected: Type.Boolean({ default: false }),
  /** Its newest records, one of each run, say yes and hold no test that ran. */
  no_test_ran: Type.Optional(Type.Literal(true)),
  /** The template says that no test of it need run. */
  min_tests: Type.Optional(Type.Literal(0)),
});

export const GivenArtifactStatus = Type.Object({
  artifact_fingerprint: Type.Optional(Fingerprint),
  artifact_id: Type.Optional(Text),
  /** `MISSING`: the template asks for it, and it was not reported. */
  status: oneOf(...states, 'MISSING'),
  is_compliant: Flag,
  attestations_statuses: Type.Array(GivenAttestationStatus),
  unexpected: Type.Boolean({ default: false }),
  evaluated_at: Time,
  flow_template_id: Text,
});

const givenComplianceStatus = {
  status: State,
  is_compliant: Flag,
  attestations_statuses: Type.Array(GivenAttestationStatus),
  artifacts_statuses: byName(GivenArtifactStatus),
  evaluated_at: Time,
  flow_template_id: Text,
};

const Entries = Type.Array(Type.Object({ name: Text, type: Text, min_tests: Type.Optional(Type.Literal(0)) }));

const Template = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  trail: Type.Object({ attestations: Entries, artifacts: Type.Array(Type.Object({ name: Text, attestations: Entries })) }),
  content: Text,
});

const GivenTrail = Type.Object({
  name: Text,
  description: Type.Optional(Text),
  git_commit_info: Type.Optional(SentCommit),
  origin_url: Type.Optional(Text),
  user_data: GivenUserData,
  repo_ids: Texts,
  created_at: Time,
  last_modified_at: Time,
  created_by: Text,
  compliance_status: Type.Object(givenComplianceStatus),
  compliance_state: State,
  gate: GateSays,
  is_compliant: Flag,
  template: Template,
  flow: Type.Object({ name: Text, tags: byName(Text) }),
  external_urls: Type.Optional(SentUrls),
  html_url: Text,
  /** The oldest first; each type has fields of its own. */
  events: Type.Array(openWith({ type: Text, timestamp: Time, flow_id: Text, trail_id: Text, git_commit_info: orNull(FreeForm) })),
});

/** Next to its decision it has its state by the templates of now. */
const GivenWholeTrail = Type.Object({
  ...GivenTrail.properties,
  current: Type.Object({ ...givenComplianceStatus, template_version: Whole }),
  template_version: orNull(Whole),
  own_template: Flag,
  flow_template: Template,
});

// Matches every key, line breaks included: TypeBox writes `.*`, which would leave a key with a line break unchecked.
const anyKey = '^[\\s\\S]*$';

/** A state that is not here passes through the contract and is never a pass at the gate. */
export type ComplianceState = 'COMPLIANT' | 'NON-COMPLIANT' | 'INCOMPLETE';

/**
 * One attestation name on a trail or artifact. `unexpected`: the template does not name it; `no_test_ran`: its newest records say
 * yes and hold no test that ran; `min_tests`: 0 where the template says that this may be.
 */
export const AttestationStatus = heard(GivenAttestationStatus.properties, {
  attestation_name: Text,
  no_test_ran: MaybeFlag,
  min_tests: maybe(Whole),
});
export type AttestationStatus = Type.Static<typeof AttestationStatus>;

export const ArtifactStatus = heard(GivenArtifactStatus.properties, {
  status: Text,
  attestations_statuses: Type.Array(AttestationStatus),
  evaluated_at: MaybeTime,
});
export type ArtifactStatus = Type.Static<typeof ArtifactStatus>;

export const ComplianceStatus = heard(givenComplianceStatus, {
  status: Text,
  attestations_statuses: Type.Array(AttestationStatus),
  artifacts_statuses: maybe(Type.Record(Type.String({ pattern: anyKey }), ArtifactStatus)),
  evaluated_at: MaybeTime,
});
export type ComplianceStatus = Type.Static<typeof ComplianceStatus>;

/** Its number or its name, as the service gives it. */
const TemplateVersion = maybe(Type.Integer(), Type.String());

/** By the current template of the flow, with the trail's own if there is one. A field that is left out is as it was decided. */
const CurrentStatus = Type.Object({
  ...ComplianceStatus.properties,
  attestations_statuses: Type.Optional(Type.Array(AttestationStatus)),
  template_version: TemplateVersion,
});

export const CurrentState = Type.Object({ status: Type.String(), template_version: TemplateVersion });

/** Only a single trail or artifact has them, and lists do not. */
export const Templates = {
  /** The template of its flow that decided it; null if its own did. */
  template_version: TemplateVersion,
  /** It decides in place of the flow's. */
  own_template: MaybeFlag,
};

/** Only the fields that a decision reads are required; the others are named, and pass through unread. */
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

/** An absent field leaves the stored value. */
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

/** The state as decided; `since` and `until` as a day in UTC or Unix seconds; `text` is a part of the name, or of the commit's message. */
export const TrailFilter = {
  state: Type.Optional(Type.String({ maxLength: 20 })),
  branch: Type.Optional(Type.String({ maxLength: 1000 })),
  author: Type.Optional(Type.String({ maxLength: 1000 })),
  pull_request: Type.Optional(Type.String({ maxLength: 20 })),
  since: Type.Optional(Type.String({ maxLength: 20 })),
  until: Type.Optional(Type.String({ maxLength: 20 })),
  text: Type.Optional(Type.String({ maxLength: 200 })),
};
export type TrailFilter = Partial<Readonly<Record<keyof typeof TrailFilter, string>>>;
export const trailFilters = [
  'state',
  'branch',
  'author',
  'pull_request',
  'since',
  'until',
  'text',
] as const satisfies readonly (keyof typeof TrailFilter)[];
/** The place of a trail in a filtered list, as an answer gave it. */
export const TrailPlace = Type.Optional(Type.String({ pattern: '^[0-9]{1,12}(?:\\.[0-9]{1,6})?$' }));

/** `total` of filtered trails is at most 1,001, and null where it is not known; `next` is the `before` of the next page. */
const GivenFiltered = Type.Object({ data: Type.Array(GivenTrail), total: orNull(Whole), next: orNull(Text) });

export const trailOperations = {
  /** Interface, operation 1. */
  listTrails: {
    method: 'GET',
    path: '/trails/:org/:flow_name',
    query: Type.Object({ prefix: Type.Optional(NamePrefix), ...pageQuery() }),
    reply: Type.Union([givenInterfacePage(GivenTrail), Type.Array(GivenTrail)]),
    checks: { Named, Trail },
  },
  /** Not in the interface, as all that follow. */
  getTrail: { method: 'GET', path: '/trails/:org/:flow_name/:trail_name', reply: GivenWholeTrail, checks: { Trail } },
  getTrailStatement: { ...statement, path: '/trails/:org/:flow_name/:trail_name/statement' },
  listOrgTrails: {
    method: 'GET',
    path: '/trails/:org',
    reach: { query: 'flow' },
    query: Type.Object({
      flow: Type.Optional(Type.String()),
      flow_tag: Type.Optional(Type.String()),
      fingerprint: Type.Optional(Type.String()),
      ...TrailFilter,
      before: TrailPlace,
      ...pageQuery(usualPages.trails),
    }),
    reply: Type.Union([givenPage(GivenTrail), GivenFiltered]),
    checks: { Trail },
  },
  putTrail: {
    method: 'PUT',
    path: '/trails/:org/:flow_name',
    need: 'evidence',
    data: TrailInput,
    file: 'template_file',
    success: [200, 201],
  },
} as const satisfies Operations;
