export { colours, Html, html, webLink, type Child } from './html.ts';
