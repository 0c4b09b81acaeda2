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

const range = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Characters that take up no room or turn the direction of writing, written down by hand from Unicode 16: C0, DEL, C1,
 * soft hyphen, joiners, fillers, marks of direction, separators of lines, variants, tags.
 */
export const unseen: readonly { readonly code: number; readonly name: string }[] = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x0301,
  0x034f,
  0x061c,
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  ...range(0x180b, 0x180f),
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  0x20dd,
  0x3164,
  ...range(0xfe00, 0xfe0f),
  0xfeff,
  0xffa0,
  0xfff9,
  0xfffa,
  0xfffb,
  0x1bca0,
  0x1d173,
  0xe0001,
  0xe0020,
  0xe0061,
  0xe007f,
  0xe0100,
  0xe01ef,
].map((code) => ({ code, name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` }));
