import { oneOf, orNull, shape, text, whole, type Value } from './check.ts';

/** An account of GitHub. Its login may change hands; its number does not. */
export const account = shape({
  id: whole,
  login: text,
  /** A bot is an App, or an account of a machine that GitHub knows as one. */
  kind: oneOf('person', 'bot'),
});
export type Account = Value<typeof account>;

/** The author that a commit names. Name and address are a claim of the person who committed. */
export const signature = shape({
  name: text,
  email: text,
  /** The account that GitHub found for the address; null where there is none. */
  account: orNull(account),
});
export type Signature = Value<typeof signature>;
