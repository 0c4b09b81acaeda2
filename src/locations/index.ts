export { lineLinks, shownCommit } from './line-links.ts';
export { type FailureText, lineFinder, namesPlace, type SourceLine, type SourceTree } from './source-line.ts';
