import * as fc from 'fast-check';

/** Names that the runner has registered (actions/runner, ActionCommandManager), and those that a hostile text would try. */
export const registered: ReadonlySet<string> = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

/** Pieces out of which commands, escape sequences and line breaks are made, so that generated text comes close to them. */
const pieces = [
  '::',
  ':',
  '##[',
  '##',
  '#',
  '[',
  ']',
  'set-output name=verdict',
  'error',
  'stop-commands',
  'x',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\v',
  '\f',
  '\u0000',
  '\u0085',
  '\u00A0',
  '\u2028',
  '\u2029',
  '\u3000',
  '\u200B',
  '\u202E',
  '\u2066',
  '\uFEFF',
  '\uE000',
  '\uE001',
  '\uE002',
  '\u001B',
  '\u001B[31m',
  '\u001B]8;;',
  '\u0007',
  '\u009B',
  '%0A',
  '😀',
  '\uD83D',
] as const;

/** Any text, and much of it nearly a command. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Lines as .NET's reader splits a stream: at CR, LF and both together. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}
