import { Type } from 'typebox';
import { byName, Flag, orNull, Text, Texts, Time, Whole } from './parts.ts';

export const GivenFlow = Type.Object({
  name: Text,
  description: Text,
  visibility: Type.Enum(['public', 'private']),
  org: Text,
  /** YAML. */
  template: Text,
  repo_url: Type.Null(),
  tags: byName(Text),
  created_at: Time,
  created_by: Text,
  last_modified_at: Time,
  begun_by: Type.Enum(['request', 'evidence']),
  made_at: orNull(Time),
  begun_after_template: Flag,
});

/** A policy; its oldest version comes first. */
export const GivenPolicy = Type.Object({
  name: Text,
  description: Text,
  archived: Flag,
  created_by: Text,
  created_at: Time,
  last_modified_at: Time,
  consuming_envs: Texts,
  versions: Type.Array(Type.Object({ version: Whole, comment: Text, timestamp: Time, created_by: Text, policy_yaml: Text })),
});

/** A custom attestation type; its newest version comes first. */
export const GivenType = Type.Object({
  name: Text,
  description: Type.Optional(orNull(Text)),
  archived: Flag,
  org: Text,
  /** Absent where one version is asked for. */
  created_by: Type.Optional(Text),
  created_at: Type.Optional(Time),
  last_modified_at: Type.Optional(Time),
  versions: Type.Array(
    Type.Object({
      version: Whole,
      timestamp: Time,
      created_by: Text,
      /** A JSON Schema. */
      type_schema: Type.Unknown(),
      evaluator: Type.Object({ content_type: Type.Enum(['jq', 'default']), rules: Type.Optional(Texts) }),
      summary: orNull(Type.Array(Type.Object({ name: Text, expression: Text }))),
    }),
  ),
});

/** The type is kept; `version` is its newest one. */
export const GivenKeptType = Type.Object({ message: Text, version: Whole });
