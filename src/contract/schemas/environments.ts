import { Type } from 'typebox';
import { usualPages } from '../limits.ts';
import type { Operation } from './operation.ts';
import { environmentTypes } from '../patterns.ts';
import { Anything, closed, maybe, MaybeFlag, MaybeMoment, MaybeText, MaybeTexts, oneOf } from './fields.ts';
import { EnvironmentName, InEnvironment, InOrganization } from './scalars.ts';
import { GivenEnvironment, GivenEnvironments, GivenEvent } from './given/environments.ts';

/** Where artifacts run, as a reply: only the fields that identify it are required. */
export const Environment = Type.Object({
  name: Type.String(),
  org: MaybeText,
  type: MaybeText,
  description: MaybeText,
  last_modified_at: MaybeMoment,
  last_reported_at: MaybeMoment,
  /** Whether everything that runs in it is compliant; null while that is unknown. */
  state: MaybeFlag,
  include_scaling: MaybeFlag,
  tags: Anything,
  policies: MaybeTexts,
  included_environments: MaybeTexts,
});
export type Environment = Type.Static<typeof Environment>;

const Names = Type.Array(EnvironmentName, { maxItems: 100 });
const PolicyNames = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 });

/** The body of creating or changing an environment; an absent field leaves the stored value. */
export const EnvironmentInput = closed({
  name: EnvironmentName,
  type: oneOf(...environmentTypes),
  description: maybe(Type.String({ maxLength: 8192 })),
  /** Accepted but not used: a changed number of instances makes no snapshot. */
  include_scaling: MaybeFlag,
  require_provenance: MaybeFlag,
  /** The names of the parts of a logical environment. */
  included_environments: maybe(Names),
  /** They replace the policies that are attached. */
  policies: maybe(PolicyNames),
});
export type EnvironmentInput = Type.Static<typeof EnvironmentInput>;

const PoliciesInput = closed({ policy_names: PolicyNames });

const Page = Type.Integer({ minimum: 1, default: 1 });
const PerPage = Type.Integer({ minimum: 1 });
const texts = Type.Array(Type.String());

export type LoggedEvent = Type.Static<typeof GivenEvent>;

export const environmentOperations = {
  /** Not in the interface: create or change an environment. */
  putEnvironment: {
    method: 'PUT',
    path: '/environments/:org',
    params: InOrganization,
    data: EnvironmentInput,
    body: 'json',
    success: [200, 201],
    refers: true,
  },
  /** Not in the interface: the environments of an organization, by name; the plain list unless a page is asked for. */
  listEnvironments: {
    method: 'GET',
    path: '/environments/:org',
    params: InOrganization,
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
  /** Not in the interface: one environment. */
  getEnvironment: {
    method: 'GET',
    path: '/environments/:org/:env_name',
    params: InEnvironment,
    reply: GivenEnvironment,
    checks: { Environment },
  },
  /** Not in the interface: gives it another name from now on; its snapshots stay. */
  renameEnvironment: {
    method: 'PUT',
    path: '/environments/:org/:env_name/rename',
    params: InEnvironment,
    data: closed({ new_name: EnvironmentName }),
    body: 'json',
  },
  /** Not in the interface: takes it out of all lists. It takes no more reports, and its records stay. */
  archiveEnvironment: { method: 'PUT', path: '/environments/:org/:env_name/archive', params: InEnvironment },
  /** Not in the interface: adds an environment to a logical one. */
  joinEnvironment: {
    method: 'PUT',
    path: '/environments/:org/:env_name/join',
    params: InEnvironment,
    data: closed({ physical_env_name: EnvironmentName }),
    body: 'json',
  },
  /** Not in the interface: what happened in an environment, the latest first. */
  listEnvironmentEvents: {
    method: 'GET',
    path: '/environments/:org/:env_name/events',
    params: InEnvironment,
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
  /** Not in the interface: from now on these policies also decide about the artifacts that run there. */
  attachPolicies: {
    method: 'POST',
    path: '/environments/:org/:env_name/policies',
    params: InEnvironment,
    data: PoliciesInput,
    body: 'json',
  },
  /** Not in the interface: from now on these policies do not decide any more. */
  detachPolicies: {
    method: 'DELETE',
    path: '/environments/:org/:env_name/policies',
    params: InEnvironment,
    data: PoliciesInput,
    body: 'json',
  },
} as const satisfies Record<string, Operation>;
