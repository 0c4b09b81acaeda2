/** An account of GitHub. Its login may change hands; its number does not. */
export interface Account {
  readonly id: number;
  readonly login: string;
  /** A bot is an App, or an account of a machine that GitHub knows as one. */
  readonly kind: 'person' | 'bot';
}

/** The author that a commit names. Name and address are a claim of the person who committed. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** The account that GitHub found for the address; null where there is none. */
  readonly account: Account | null;
}
