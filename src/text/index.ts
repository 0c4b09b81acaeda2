export { cut, neutralize, oneLine } from './neutralize.ts';
export { plainUrl, redact } from './redact.ts';
export { markdown, markdownLink } from './markdown.ts';
export { bytes, count, grouped, list, seconds } from './words.ts';
