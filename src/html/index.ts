export { colours } from './html.ts';
export { Html, html, type Child } from './html.ts';
export { webLink } from './html.ts';
