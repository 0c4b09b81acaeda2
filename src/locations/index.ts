export { type FailureText, lineFinder, type SourceLine, type SourceTree } from './source-line.ts';
