import { Type, type TProperties, type TSchema } from 'typebox';

/** A field that may be left out. In an answer and in a body, null says the same. */
export function maybe<Types extends TSchema[]>(...types: [...Types]) {
  return Type.Optional(Type.Union([...types, Type.Null()]));
}

/** An object without any other field: our service answers an unknown one with 400. */
export function closed<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false });
}

/** One of these words. Its type is said, too: some who read the description look for it. */
export function oneOf<Word extends string>(...words: readonly Word[]) {
  return Type.Enum([...words], { type: 'string' });
}

export const MaybeText = maybe(Type.String());
export const MaybeFlag = maybe(Type.Boolean());
/** Unix seconds, possibly with a fraction. */
export const MaybeTime = maybe(Type.Number());
export const MaybeTexts = maybe(Type.Array(Type.String()));
export const MaybeNumbers = maybe(Type.Array(Type.Number()));
/** A moment in an answer: a number, or a decimal string. */
export const MaybeMoment = maybe(Type.Number(), Type.String());
/** The additions of the caller to a record. */
export const UserData = maybe(Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()));
/** Free form: `user_data`, and objects whose content nobody promises. */
export const Anything = Type.Optional(Type.Unknown());
