import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { byName, Flag, orNull, Text, Texts, Time, Whole } from './parts.ts';

export const GivenFlow = Type.Object({
  name: Text,
  description: Text,
  visibility: oneOf('public', 'private'),
  org: Text,
  /** YAML. */
  template: Text,
  repo_url: Type.Null(),
  tags: byName(Text),
  created_at: Time,
  created_by: Text,
  last_modified_at: Time,
  begun_by: oneOf('request', 'evidence'),
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

/** Fields of a custom attestation type; its newest version comes first. */
const ofType = {
  name: Text,
  description: Type.Optional(orNull(Text)),
  archived: Flag,
  org: Text,
  versions: Type.Array(
    Type.Object({
      version: Whole,
      timestamp: Time,
      created_by: Text,
      /** A JSON Schema. */
      type_schema: Type.Unknown(),
      evaluator: Type.Object({ content_type: oneOf('jq', 'default'), rules: Type.Optional(Texts) }),
      summary: orNull(Type.Array(Type.Object({ name: Text, expression: Text }))),
    }),
  ),
};

/** A type with all of its versions. */
export const GivenType = Type.Object({ ...ofType, created_by: Text, created_at: Time, last_modified_at: Time });

/** A type with all of its versions, or with the one that is asked for: that comes without what is about all. */
export const GivenTypeOrVersion = Type.Union([GivenType, Type.Object(ofType)]);

/** The type is kept; `version` is its newest one. */
export const GivenKeptType = Type.Object({ message: Text, version: Whole });
