import { Type, type TProperties, type TSchema } from 'typebox';
import { limits } from '../limits.ts';
import {
  Anything,
  CommitSha,
  Fingerprint,
  MaybeFlag,
  MaybeMoment,
  MaybeNumbers,
  MaybeText,
  MaybeTexts,
  MaybeTime,
  literals,
  maybe,
  oneOf,
  type AsSent,
} from './fields.ts';

/** `author` is `Name <mail>`; `timestamp` is the author's time in Unix seconds. */
export const GitCommitInfo = Type.Object({
  sha1: CommitSha,
  message: MaybeText,
  author: MaybeText,
  author_username: MaybeText,
  branch: MaybeText,
  url: MaybeText,
  timestamp: MaybeTime,
  parents: maybe(Type.Array(CommitSha, { maxItems: limits.parents })),
});

export type GitCommitInfo = AsSent<Type.Static<typeof GitCommitInfo>>;

/** Code hosts that the interface's best-known implementation names; ours sends `github`. */
const repoProviders = [
  'github',
  'gitlab',
  'bitbucket',
  'azure-devops',
  'circleci',
  'bitbucket_cloud',
  'bitbucket_dc',
  'azure_devops_services',
  'azure_devops_server',
  'git',
  'subversion',
] as const;

/** `name` is `owner/name`, `id` the host's own number. */
export const RepoInfo = Type.Object({
  id: MaybeText,
  name: Type.String(),
  url: Type.String(),
  provider: maybe(...literals(...repoProviders)),
  description: MaybeText,
});

export type RepoInfo = AsSent<Type.Static<typeof RepoInfo>>;

// Parts of what our service gives, for the interface's description. Each field that is always there is required.

/** The form in which a client reads a field: without its pattern, and what stands in an object is not looked at. */
type HeardField<Field extends TSchema, Value = Exclude<Type.Static<Field>, null>> = [Value] extends [string]
  ? typeof MaybeText
  : [Value] extends [boolean]
    ? typeof MaybeFlag
    : [Value] extends [number]
      ? typeof MaybeMoment
      : [Value] extends [readonly string[]]
        ? typeof MaybeTexts
        : [Value] extends [readonly number[]]
          ? typeof MaybeNumbers
          : typeof Anything;

/**
 * An answer as a client reads it, by the form that ours gives. Other services say less: a field may be absent or null, but for those of
 * `own`, which have the form there. Those of `unread` are not looked at.
 */
export function heard<Given extends TProperties, Own extends TProperties, Unread extends keyof Given = never>(
  given: Given,
  own: Own,
  unread?: readonly Unread[],
): Type.TObject<Own & { [Name in Exclude<keyof Given, keyof Own | Unread>]: HeardField<Given[Name]> }>;
export function heard(given: TProperties, own: TProperties, unread: readonly string[] = []): Type.TObject {
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(own, name) && !unread.includes(name));
  return Type.Object({ ...own, ...Object.fromEntries(others.map(([name, field]) => [name, heardField(field)])) });
}

function heardField(field: TSchema): TSchema {
  if (Type.IsUnion(field)) {
    const [value, other] = field.anyOf.filter((one) => !Type.IsNull(one));
    return value === undefined || other !== undefined ? Anything : heardField(value);
  }
  if (Type.IsLiteral(field)) throw new TypeError('A field that has one value is read in a form of its own');
  if (isText(field)) return MaybeText;
  if (Type.IsBoolean(field)) return MaybeFlag;
  if (isNumber(field)) return MaybeMoment;
  if (!Type.IsArray(field)) return Anything;
  return isText(field.items) ? MaybeTexts : isNumber(field.items) ? MaybeNumbers : Anything;
}

function isText(field: TSchema): boolean {
  return Type.IsString(field) || Type.IsEnum(field) || Type.IsNull(field);
}

function isNumber(field: TSchema): boolean {
  return Type.IsNumber(field) || Type.IsInteger(field);
}

export function orNull<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

export function byName(value: TSchema) {
  return Type.Object({}, { additionalProperties: value });
}

/** Other fields are as a client sent them. */
export function openWith<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: true });
}

export const Text = Type.String();
export const Flag = Type.Boolean();
export const Whole = Type.Integer();
/** Unix seconds, possibly with a fraction. */
export const Time = Type.Number();
/** As a decimal text. */
export const TimeText = Type.String({ pattern: '^\\d+(\\.\\d+)?$' });
export const Texts = Type.Array(Text);
export const Wholes = Type.Array(Whole);
export const FreeForm = openWith({});
/** No additions are the empty object. */
export const GivenUserData = Type.Union([FreeForm, Type.Array(Type.Unknown())]);

export const states = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'] as const;
export const State = oneOf(...states);
/** A commit, or the empty text: the best-known client cuts it without a check. */
export const CommitOrNone = Type.String({ pattern: '^([a-f0-9]{40})?$' });

export const SentCommit = openWith(GitCommitInfo.properties);
export const SentRepo = openWith(RepoInfo.properties);
export const SentUrls = byName(Type.Object({ href: Text, fingerprint: Type.Optional(Fingerprint) }));

/** Decided by a gate without demands of its own. */
export const GateSays = Type.Object({
  verdict: oneOf('compliant', 'non-compliant', 'incomplete', 'unknown'),
  reason: Type.Optional(Type.Object({ code: Text, message: Text, fix: Text })),
  note: Type.Optional(Text),
});
