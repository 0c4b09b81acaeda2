export { cut, inShell, isBlank, isLoopback, markdown, markdownLink, neutralize, oneLine, percent, plainUrl } from './neutralize.ts';
export { revealed, unprintable, webAddress, withoutAddresses } from './neutralize.ts';
export { canonical } from './canonical-json.ts';
export { contextSize, longestKey, seeThrough, unwrapped, type Span } from './find-secrets.ts';
export { formsOf, hideSecrets, hideWebhooks, redact, withoutWebhooks, type Hidden } from './hide-secrets.ts';
export {
  countAt,
  given,
  isObject,
  listAt,
  listsBy,
  orNothing,
  parseJson,
  pick,
  recordOf,
  stringAt,
  valueAt,
  withoutNulls,
} from './values.ts';
export { endOfString, isExactNumber, jsonProblem, mayBeRounded, parseExact, parseNumbers, pointerParts } from './json-text.ts';
export { pointerPath, sortedJson } from './json-text.ts';
export type { JsonBounds, JsonProblem } from './json-text.ts';
export { aroundDot, decodeText, didYouMean, encodedIn, nearest, readPatternLine, type AroundDot } from './written-names.ts';
export { docsPage, fromFolder, fromOrigin, packageUri, userAgent, version, type Origin } from './origin.ts';
export { isTimeZone, isWithin, localMinute, mondayOf, startOfDay, startOfMonth } from './time-zone.ts';
export { bytes, capital, count, grouped, list, otherwise, seconds } from './words.ts';
export { terminalCode, terminalPrefix } from './terminal.ts';
