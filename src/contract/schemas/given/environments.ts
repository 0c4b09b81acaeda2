import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { environmentTypes } from '../../patterns.ts';
import { byName, Flag, orNull, Text, Texts, Time, Whole } from './parts.ts';

export const GivenEnvironment = Type.Object({
  id: Text,
  name: Text,
  org: Text,
  type: oneOf(...environmentTypes),
  description: Text,
  archived: Flag,
  /** Null while it is not known. */
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
export const GivenEnvironments = Type.Union([
  Type.Array(GivenEnvironment),
  Type.Object({
    environments: Type.Array(GivenEnvironment),
    page: Whole,
    per_page: Whole,
    total_pages: Whole,
    total_count: Whole,
  }),
]);

export const GivenEvent = Type.Object({
  type: Text,
  environment_name: Text,
  /** 0 before the first snapshot. */
  snapshot_index: Whole,
  artifact_name: Text,
  /** The fingerprint of the artifact; empty where it is about the environment. */
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
