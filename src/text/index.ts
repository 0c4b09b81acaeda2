export { cut, neutralize, oneLine } from './neutralize.ts';
export { unprintable } from './invisible.ts';
export { plainUrl, redact } from './redact.ts';
export { markdown, markdownLink } from './markdown.ts';
export { webAddress } from './web-address.ts';
export { bytes, count, grouped, list, seconds } from './words.ts';
