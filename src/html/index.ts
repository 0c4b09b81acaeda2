export { colours } from './colours.ts';
export { Html, html, type Child } from './html.ts';
export { webLink } from './web-link.ts';
