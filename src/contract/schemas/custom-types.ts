import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Anything, MaybeMoment, MaybeText, MaybeTexts, TypeName, closed, maybe, oneOf, type AsSent } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Time, Whole, heard, orNull } from './parts.ts';

/** Its newest version comes first. */
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
      type_schema: Type.Unknown(),
      evaluator: Type.Object({ content_type: oneOf('jq', 'default'), rules: Type.Optional(Texts) }),
      summary: orNull(Type.Array(Type.Object({ name: Text, expression: Text }))),
    }),
  ),
};

const GivenType = Type.Object({ ...ofType, created_by: Text, created_at: Time, last_modified_at: Time });

/** With the one that is asked for, it comes without the fields about all. */
const GivenTypeOrVersion = Type.Union([GivenType, Type.Object(ofType)]);

const GivenKeptType = Type.Object({ message: Text, version: Whole });

/** The rules of a version: `rules` are jq programs, each of which must yield `true`; the content type `default` has none. */
const Evaluator = Type.Object({
  content_type: MaybeText,
  rules: MaybeTexts,
});

/** `expression` is in jq. */
const SummaryLine = Type.Object({ name: Type.String(), expression: Type.String() });

export const TypeVersion = Type.Object({
  version: Type.Integer(),
  timestamp: MaybeMoment,
  created_by: MaybeText,
  type_schema: Anything,
  evaluator: maybe(Evaluator),
  comment: MaybeText,
  summary: maybe(Type.Array(SummaryLine)),
});
export type TypeVersion = Type.Static<typeof TypeVersion>;

export const CustomType = heard(GivenType.properties, { name: Text, versions: maybe(Type.Array(TypeVersion)) });
export type CustomType = Type.Static<typeof CustomType>;

const Program = Type.String({ minLength: 1, maxLength: limits.ruleCharacters });

/** The JSON Schema comes in the file part `type_schema`. */
export const TypeInput = closed({
  name: TypeName,
  description: MaybeText,
  evaluator: maybe(
    closed({
      content_type: Type.Optional(Type.Literal('jq')),
      rules: Type.Array(Program, { maxItems: limits.rules }),
    }),
    closed({ content_type: Type.Literal('default') }),
  ),
  summary: maybe(
    Type.Array(closed({ name: Type.String({ minLength: 1, maxLength: 255 }), expression: Program }), {
      maxItems: limits.rules,
    }),
  ),
});

export type TypeInput = AsSent<Type.Static<typeof TypeInput>>;

export const typeOperations = {
  /** Interface, operation 9. */
  listTypes: {
    method: 'GET',
    path: '/custom-attestation-types/:org',
    reach: 'shared',
    reply: Type.Array(GivenType),
    checks: { CustomType },
  },
  /** Not in the interface, as all that follow. With all of its versions or with one. */
  getType: {
    method: 'GET',
    path: '/custom-attestation-types/:org/:type_name',
    reach: 'shared',
    query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    reply: GivenTypeOrVersion,
    checks: { CustomType },
  },
  /** A new version if something changed. */
  putType: {
    method: 'POST',
    path: '/custom-attestation-types/:org',
    need: 'define',
    data: TypeInput,
    file: 'type_schema',
    success: [201],
    reply: GivenKeptType,
  },
  /** The records that it evaluated stay, and there are no new ones. */
  archiveType: { method: 'PUT', path: '/custom-attestation-types/:org/:type_name/archive', need: 'define' },
} as const satisfies Operations;
