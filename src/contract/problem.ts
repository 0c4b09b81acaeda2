import { Type } from 'typebox';

/** The body of every error answer: a sentence, and for invalid fields a sentence each. */
export const Problem = Type.Object({
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type Problem = Type.Static<typeof Problem>;
