import { aText, aWhole, oneOf, orNull, shape, type Checked } from '../../text/check.ts';

/** An account of GitHub. Its login may change hands; its number does not. */
export const account = shape({
  id: aWhole,
  login: aText,
  /** A bot is an App, or an account of a machine that GitHub knows as one. */
  kind: oneOf('person', 'bot'),
});
export type Account = Checked<typeof account>;

/** The author that a commit names. Name and address are a claim of the person who committed. */
export const signature = shape({
  name: aText,
  email: aText,
  /** The account that GitHub found for the address; null where there is none. */
  account: orNull(account),
});
export type Signature = Checked<typeof signature>;
