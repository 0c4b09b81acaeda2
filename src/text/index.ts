export { cut, neutralize, oneLine } from './neutralize.ts';
export { unprintable } from './invisible.ts';
export { plainUrl, redact } from './redact.ts';
export { contextSize, longestKey, type SecretPlace } from './find-secrets.ts';
export { seeThrough } from './see-through.ts';
export { formsOf, hideSecrets, type Hidden } from './hide-secrets.ts';
export { markdown, markdownLink } from './markdown.ts';
export { webAddress } from './web-address.ts';
export { bytes, count, grouped, list, seconds } from './words.ts';
