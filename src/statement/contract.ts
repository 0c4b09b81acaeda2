import { aDigest, aMoment, aNumber, anObject, aText, aWhole, closedShape, ifThere, isObject, like, listOf, mapOf } from '../text/check.ts';
import { oneOf, onlyIf, shape, someText, type Check, type Checked } from '../text/check.ts';
import { levels, limits, ownField, statementType, summaryType, testResultType } from './words.ts';

const aUri = like(/^[a-z][a-z\d+.-]{0,30}:\S{1,4000}$/i, ' is no URI');
const aCommit = like(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, ' is not 40 or 64 hexadecimal digits');
const aLongDigest = like(/^[0-9a-f]{128}$/, ' is not 128 hexadecimal digits');

/** A reader takes two maps for equal where any digest is: a map with two could be of two things. */
const oneDigest = onlyIf(
  closedShape({ gitCommit: ifThere(aCommit), sha256: ifThere(aDigest), sha512: ifThere(aLongDigest) }),
  (digest) => Object.keys(digest).length === 1,
  ' is not one digest alone',
);
const digests = mapOf(someText, someText);
const text = ifThere(aText);
const whole = ifThere(aWhole);
const names = ifThere(listOf(aText));
const counts = { failures: whole, warnings: whole, successes: whole };
const lists = { failedTests: names, warnedTests: names, passedTests: names };
const uri = ifThere(aUri);
const descriptor = { name: text, uri, content: text, downloadLocation: text, mediaType: text, annotations: ifThere(anObject) };
const subject = closedShape({ ...descriptor, digest: oneDigest });

const own = shape({
  resourceUri: aUri,
  timeCreated: aMoment,
  durationSeconds: aNumber,
  skipped: aWhole,
  testNames: oneOf('none', 'failed', 'all'),
  /** How many of the names that were asked for are in no list. */
  testNamesOmitted: ifThere(mapOf(oneOf('failed', 'warned', 'passed'), aWhole)),
});
const testResult = onlyIf(
  shape({
    result: oneOf('PASSED', 'WARNED', 'FAILED'),
    configuration: listOf(shape({ ...descriptor, digest: ifThere(digests) })),
    url: uri,
    ...counts,
    ...lists,
    [ownField]: ifThere(own),
  }),
  ({ failedTests = [], failures = 0, result, successes = 1, warnedTests = [], warnings = 0 }) => {
    const [hasFailed, hasWarned] = [failures + failedTests.length > 0, warnings + warnedTests.length > 0];
    return result === 'FAILED' || (!hasFailed && (hasWarned ? result === 'WARNED' : successes > 0));
  },
  '.result contradicts the tests',
);

const summary = onlyIf(
  shape({
    verifier: shape({ id: aUri, version: ifThere(digests) }),
    timeVerified: ifThere(aMoment),
    resourceUri: aUri,
    policy: shape({ uri: aUri, digest: ifThere(digests) }),
    inputAttestations: ifThere(listOf(shape({ uri, digest: digests }))),
    verificationResult: oneOf('PASSED', 'FAILED'),
    verifiedLevels: listOf(someText),
  }),
  ({ verificationResult: result, verifiedLevels: said }) =>
    said.includes(levels.failed) === (result === 'FAILED') && Object.values(levels).filter((word) => said.includes(word)).length < 2,
  '.verifiedLevels contradicts .verificationResult, or itself',
);

export type Subject = Checked<typeof subject>;
export type Predicate =
  | { readonly predicateType: typeof testResultType; readonly predicate: Checked<typeof testResult> }
  | { readonly predicateType: typeof summaryType; readonly predicate: Checked<typeof summary> };
export type Statement = { readonly _type: typeof statementType; readonly subject: readonly Subject[] } & Predicate;

const subjects = listOf(subject);
const outside = closedShape({
  _type: oneOf(statementType),
  subject: (value) =>
    Array.isArray(value) && (value.length === 0 || value.length > limits.subjects)
      ? ` has ${value.length} subjects, and must have 1 to ${limits.subjects}`
      : subjects(value),
  predicateType: oneOf(testResultType, summaryType),
  predicate: anObject,
});

/** Outside of the predicate a name that is not known is refused, as sigstore-go does. */
export const aStatement: Check<Statement> = (value) => {
  const fault = outside(value);
  if (fault !== undefined || !isObject(value)) return fault;
  const inside = (value['predicateType'] === testResultType ? testResult : summary)(value['predicate']);
  return inside === undefined ? undefined : `.predicate${inside}`;
};

/** In capitals or not, as hosts take them, but of ASCII alone: in Unicode the sign of Kelvin has the small letter k. */
export function isSameRepository(...addresses: readonly [string, string]): boolean {
  const [one, other] = addresses.map((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  return one === other;
}

/** By digest alone: a name proves nothing. */
export function isAbout({ subject: all }: Statement, algorithm: keyof Subject['digest'], digest: string): boolean {
  return all.some(({ digest: of }) => of[algorithm] === digest);
}

/**
 * As `git+https://host/owner/name`, by the word of its signer. Who demands a repository must find it here, and no other. The address of a
 * commit that is no page as we know them stands here as it is.
 */
export function repositoriesIn({ subject: all, ...about }: Statement): readonly string[] {
  const own = about.predicateType === summaryType ? about.predicate.resourceUri : about.predicate[ownField]?.resourceUri;
  const pages = all.flatMap(({ digest: { gitCommit }, uri = '' }) => {
    const page = /^(https?:.+?)(?:\/-)?\/commit\/[0-9a-f]{40,64}$/.exec(uri)?.[1];
    return page === undefined ? (gitCommit === undefined || uri === '' ? [] : uri) : `git+${page}`;
  });
  return [...new Set([...(own === undefined ? [] : [own]), ...pages])];
}
