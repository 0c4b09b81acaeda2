import { Type, type TProperties, type TSchema } from 'typebox';
import { limits, patterns } from '../limits.ts';

/** In an answer and in a body, null says the same. */
export function maybe<Types extends TSchema[]>(...types: [...Types]) {
  return Type.Optional(Type.Union([...types, Type.Null()]));
}

/** Our service answers an unknown field with 400. */
export function closed<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false });
}

/** Its type is given, too: some who read the description look for it. */
export function oneOf<Word extends string>(...words: readonly Word[]) {
  return Type.Enum([...words], { type: 'string' });
}

/** One of them, each a schema of its own: spread into `maybe` or a union. */
export function literals<Word extends string>(first: Word, ...others: readonly Word[]): [Type.TLiteral<Word>, ...Type.TLiteral<Word>[]] {
  return [Type.Literal(first), ...others.map((word) => Type.Literal(word))];
}

export const MaybeText = maybe(Type.String());
export const MaybeFlag = maybe(Type.Boolean());
/** Unix seconds, possibly with a fraction. */
export const MaybeTime = maybe(Type.Number());
export const MaybeTexts = maybe(Type.Array(Type.String()));
export const MaybeNumbers = maybe(Type.Array(Type.Number()));
/** A moment in an answer: a number, or a decimal string. */
export const MaybeMoment = maybe(Type.Number(), Type.String());
export const UserData = maybe(Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()));
/** Free form: `user_data`, and objects with content that is not promised. */
export const Anything = Type.Optional(Type.Unknown());

/** SHA-256 of an artifact: 64 lower-case hexadecimal digits. */
export const Fingerprint = Type.String({ pattern: patterns.fingerprint });
/** A full git commit SHA: 40 lower-case hexadecimal digits. */
export const CommitSha = Type.String({ pattern: patterns.commitSha });
export const OrgName = Type.String({ pattern: patterns.orgName, maxLength: 255 });
export const FlowName = Type.String({ pattern: patterns.flowName, maxLength: 255 });
export const TrailName = Type.String({ pattern: patterns.trailName, maxLength: 255 });
export const EnvironmentName = Type.String({ pattern: patterns.environmentName, maxLength: 255 });
export const PolicyName = Type.String({ pattern: patterns.policyName, maxLength: 255 });
/** A list then holds only names with this beginning. Fewer characters would match too many. */
export const NamePrefix = Type.String({ pattern: patterns.trailName, minLength: limits.shortestPrefix, maxLength: 255 });
export const IdPrefix = Type.String({ pattern: patterns.idPrefix, maxLength: 36 });
/** The evidence is of the type `custom:<name>`. */
export const TypeName = Type.String({ pattern: patterns.typeName, maxLength: 255 });
export const RecordId = Type.String({ pattern: patterns.recordId });
export const TemplateName = Type.String({ pattern: patterns.templateName, maxLength: 255 });
/** Unix seconds, possibly with a fraction. */
export const Timestamp = Type.Number();

/** A label and its address; `fingerprint` is the SHA-256 of the content there. */
export const ExternalUrls = Type.Record(
  Type.String({ pattern: patterns.externalUrlLabel }),
  closed({ href: Type.String({ maxLength: 8192 }), fingerprint: Type.Optional(Fingerprint) }),
  { maxProperties: limits.externalUrls, additionalProperties: false },
);
export type ExternalUrls = Type.Static<typeof ExternalUrls>;

export const Annotations = Type.Record(Type.String({ pattern: patterns.annotationKey }), Type.String(), { additionalProperties: false });
export type Annotations = Type.Static<typeof Annotations>;

/** `usual` is its size where none is asked for. */
export function pageQuery(usual?: number) {
  return {
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 0, ...(usual === undefined ? {} : { default: usual }) })),
  };
}

export const Pagination = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  page_count: Type.Integer(),
});
export type Pagination = Type.Static<typeof Pagination>;

export function givenPage<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), pagination: Pagination });
}

/** On the interface's own two paths `pagination` is present only when there are multiple pages. */
export function givenInterfacePage<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), pagination: Type.Optional(Pagination) });
}

/** The number of items is read only if it is given. */
const Pages = Type.Object({ page_count: Type.Integer(), total: Type.Optional(Type.Unknown()) });

/** The other shape is the plain array. `pagination` may be absent on a single page. */
export const Page = Type.Object({ data: Type.Array(Type.Unknown()), pagination: Type.Optional(Pages) });
export type Page = Type.Static<typeof Page>;

export const Items = Type.Array(Type.Unknown());
export type Items = readonly unknown[];

export const Done = Type.Object({ message: Type.String() });

/** A sentence, and for invalid fields a sentence each. */
export const Problem = Type.Object({
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type Problem = Type.Static<typeof Problem>;

/** A body as a client sends it: what is not known is left out, and nothing in it changes any more. */
export type AsSent<Body> = Body extends readonly (infer Item)[]
  ? readonly AsSent<Item>[]
  : Body extends object
    ? { readonly [Key in keyof Body]: AsSent<Exclude<Body[Key], null>> }
    : Body;
