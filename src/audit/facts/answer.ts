import { aDigest, aFlag, aMoment, aText, aWhole, ifThere, mapOf, oneOf, shape, type Checked } from '../../text/check.ts';

/** An answer of GitHub as it was read, where a package was asked for. These lines come last: no rule reads them. */
export const answer = shape({
  kind: oneOf('answer'),
  /** When it was read, by the clock of the machine that collected. */
  at: aMoment,
  /** Without token and headers. `query` is that of the address; `graphql` the text of a question. */
  request: shape({ method: aText, path: aText, query: ifThere(aText), graphql: ifThere(aText) }),
  status: aWhole,
  /** Those that say when GitHub answered, where the next page is, and how GitHub finds the request again. */
  headers: mapOf(aText, aText),
  /** `json`: the body is canonical JSON. `text`: it was no JSON, and is as it came. */
  form: oneOf('json', 'text'),
  /** Secrets in it were hidden, before it was hashed. */
  masked: aFlag,
  /** The hash of the body, in UTF-8. */
  sha256: aDigest,
  /** Left out where it is too long to be kept. */
  body: ifThere(aText),
});
export type AnswerFact = Checked<typeof answer>;
