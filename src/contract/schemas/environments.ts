import { Type } from 'typebox';
import { environmentTypes, usualPages } from '../limits.ts';
import { EnvironmentName, Fingerprint, MaybeFlag, closed, maybe, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Time, Whole, byName, heard, orNull } from './parts.ts';

const GivenEnvironment = Type.Object({
  id: Text,
  name: Text,
  org: Text,
  type: oneOf(...environmentTypes),
  description: Text,
  archived: Flag,
  /** Null while it is not known. It is about everything that runs in it. */
  state: orNull(Flag),
  created_at: Time,
  created_by: Text,
  last_modified_at: Time,
  last_changed_at: orNull(Time),
  last_reported_at: orNull(Time),
  include_scaling: Flag,
  policies: Texts,
  tags: byName(Text),
  /** Null unless it is a logical one. */
  included_environments: orNull(Texts),
});

/** The plain list, or where a page is asked for, that page. */
const GivenEnvironments = Type.Union([
  Type.Array(GivenEnvironment),
  Type.Object({
    environments: Type.Array(GivenEnvironment),
    page: Whole,
    per_page: Whole,
    total_pages: Whole,
    total_count: Whole,
  }),
]);

const GivenEvent = Type.Object({
  type: Text,
  environment_name: Text,
  /** 0 before the first snapshot. */
  snapshot_index: Whole,
  artifact_name: Text,
  /** An artifact's fingerprint; empty where the event is about the environment. */
  sha256: Text,
  description: Text,
  reported_at: Time,
  pipeline: Text,
  flows: Type.Array(Type.Object({ flow_name: Text, deployments: Type.Array(Whole) })),
  deployments: Type.Array(Whole),
  artifact_compliance: orNull(Flag),
  snapshot_compliance: orNull(Flag),
  _links: Type.Object({ snapshot: Type.Optional(Type.Object({ href: Text })) }),
});

/** Compliant whatever is known about it. */
export const AllowedArtifact = Type.Object({
  fingerprint: Fingerprint,
  artifact_name: Text,
  environment_name: Text,
  timestamp: Time,
  user_name: Text,
  description: Text,
});
export type AllowedArtifact = Type.Static<typeof AllowedArtifact>;

export const AllowanceInput = closed({
  artifact_fingerprint: Fingerprint,
  artifact_name: Type.String({ minLength: 1, maxLength: 1024 }),
  description: Type.String({ maxLength: 8192 }),
});
export type AllowanceInput = Type.Static<typeof AllowanceInput>;

export const allowlistOperations = {
  /** No operation of this file is in the interface. */
  allowArtifact: { method: 'PUT', path: '/allowlists/:org/:env_name', need: 'override', data: AllowanceInput, success: [201] },
  listAllowedArtifacts: { method: 'GET', path: '/allowlists/:org', reply: Type.Array(AllowedArtifact) },
} as const satisfies Operations;

/** Only the fields that identify it are required. */
export const Environment = heard(GivenEnvironment.properties, { name: Text }, [
  'id',
  'archived',
  'created_at',
  'created_by',
  'last_changed_at',
]);
export type Environment = Type.Static<typeof Environment>;

const Names = Type.Array(EnvironmentName, { maxItems: 100 });
const PolicyNames = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 });

/** An absent field leaves the stored value. */
export const EnvironmentInput = closed({
  name: EnvironmentName,
  type: oneOf(...environmentTypes),
  description: maybe(Type.String({ maxLength: 8192 })),
  /** Accepted but not used: a changed number of instances makes no snapshot. */
  include_scaling: MaybeFlag,
  require_provenance: MaybeFlag,
  included_environments: maybe(Names),
  /** In place of the policies that are attached. */
  policies: maybe(PolicyNames),
});
export type EnvironmentInput = Type.Static<typeof EnvironmentInput>;

const PoliciesInput = closed({ policy_names: PolicyNames });

const Page = Type.Integer({ minimum: 1, default: 1 });
const PerPage = Type.Integer({ minimum: 1 });
const texts = Type.Array(Type.String());

export type LoggedEvent = Type.Static<typeof GivenEvent>;

export const environmentOperations = {
  putEnvironment: { method: 'PUT', path: '/environments/:org', need: 'define', data: EnvironmentInput, success: [200, 201], refers: true },
  /** By name; the plain list unless a page is asked for. */
  listEnvironments: {
    method: 'GET',
    path: '/environments/:org',
    query: Type.Object({
      page: Type.Optional(Page),
      per_page: Type.Optional(PerPage),
      /** A part of the name. */
      name: Type.Optional(Type.String()),
      type: Type.Optional(Type.Array(oneOf(...environmentTypes))),
      /** A key, or `key:value`. */
      tag: Type.Optional(texts),
      sort: Type.Optional(oneOf('name', 'last_modified_at', 'last_changed_at')),
      sort_direction: Type.Optional(oneOf('asc', 'desc')),
    }),
    reply: GivenEnvironments,
    checks: { Environment },
  },
  getEnvironment: { method: 'GET', path: '/environments/:org/:env_name', reply: GivenEnvironment, checks: { Environment } },
  /** Its snapshots stay. */
  renameEnvironment: {
    method: 'PUT',
    path: '/environments/:org/:env_name/rename',
    need: 'define',
    data: closed({ new_name: EnvironmentName }),
  },
  /** It takes no more reports, and its records stay. */
  archiveEnvironment: { method: 'PUT', path: '/environments/:org/:env_name/archive', need: 'define' },
  joinEnvironment: {
    method: 'PUT',
    path: '/environments/:org/:env_name/join',
    need: 'define',
    data: closed({ physical_env_name: EnvironmentName }),
  },
  /** The latest first. */
  listEnvironmentEvents: {
    method: 'GET',
    path: '/environments/:org/:env_name/events',
    query: Type.Object({
      page: Type.Optional(Page),
      per_page: Type.Optional(Type.Integer({ minimum: 1, default: usualPages.events })),
      /** Two expressions with `..` between them. */
      interval: Type.Optional(Type.String({ maxLength: 255 })),
      /** The oldest first. */
      reverse: Type.Optional(Type.Boolean()),
      repo_name: Type.Optional(texts),
      start: Type.Optional(Type.String({ maxLength: 127 })),
      end: Type.Optional(Type.String({ maxLength: 127 })),
      /** Unix seconds. */
      start_ts: Type.Optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,9})?$' })),
      end_ts: Type.Optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,9})?$' })),
    }),
    reply: Type.Array(GivenEvent),
  },
  attachPolicies: { method: 'POST', path: '/environments/:org/:env_name/policies', need: 'define', data: PoliciesInput },
  detachPolicies: { method: 'DELETE', path: '/environments/:org/:env_name/policies', need: 'define', data: PoliciesInput },
} as const satisfies Operations;
