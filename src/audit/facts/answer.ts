import { digest, flag, ifThere, mapOf, moment, oneOf, shape, text, whole, type Value } from './check.ts';

/** An answer of GitHub as it was read, where a package was asked for. These lines come last: no rule reads them. */
export const answer = shape({
  kind: oneOf('answer'),
  /** When it was read, by the clock of the machine that collected. */
  at: moment,
  /** Without token and headers. `query` is that of the address; `graphql` the text of a question. */
  request: shape({ method: text, path: text, query: ifThere(text), graphql: ifThere(text) }),
  status: whole,
  /** Those that say when GitHub answered, where the next page is, and how GitHub finds the request again. */
  headers: mapOf(text, text),
  /** `json`: the body is canonical JSON. `text`: it was no JSON, and is as it came. */
  form: oneOf('json', 'text'),
  /** Secrets in it were hidden, before it was hashed. */
  masked: flag,
  /** The hash of the body, in UTF-8. */
  sha256: digest,
  /** Left out where it is too long to be kept. */
  body: ifThere(text),
});
export type AnswerFact = Value<typeof answer>;
