export {
  cut,
  inShell,
  isBlank,
  isLoopback,
  markdown,
  markdownLink,
  neutralize,
  oneLine,
  plainUrl,
  unprintable,
  webAddress,
  withoutAddresses,
} from './neutralize.ts';
export { canonical } from './canonical-json.ts';
export { contextSize, longestKey, seeThrough, unwrapped, type Span } from './find-secrets.ts';
export { formsOf, hideSecrets, hideWebhooks, redact, withoutWebhooks, type Hidden } from './hide-secrets.ts';
export { given, withoutNulls } from './given.ts';
export {
  isExactNumber,
  jsonProblem,
  mayBeRounded,
  parseExact,
  parseNumbers,
  pointerParts,
  pointerPath,
  type JsonBounds,
  type JsonProblem,
} from './json-text.ts';
export { aroundDot, decodeText, didYouMean, nearest, readPatternLine, type AroundDot } from './written-names.ts';
export { docsPage, fromFolder, fromOrigin, userAgent, version, type Origin } from './origin.ts';
export { countAt, listAt, parseJson, stringAt, valueAt } from './value-at.ts';
export { isTimeZone, isWithin, localMinute, startOfDay, startOfMonth } from './time-zone.ts';
export { bytes, count, grouped, list, otherwise, seconds } from './words.ts';
