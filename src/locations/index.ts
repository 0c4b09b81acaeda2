export { type Checkout, type FailureText, lineFinder, type SourceLine } from './source-line.ts';
