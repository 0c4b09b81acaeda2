import { expect, test } from 'vitest';
import { sniffEncoding } from '../../src/xml/characters.ts';

const declaring = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a/>`;

test.each([
  ['a byte order mark of UTF-8', [0xef, 0xbb, 0xbf, 0x3c], 'utf-8'],
  ['half of one', [0xef, 0xbb, 0x3c, 0x3c], 'utf-8'],
  ['the beginning of one', [0xef, 0x41, 0xbf, 0x3c], 'utf-8'],
  ['a byte order mark of UTF-16LE', [0xff, 0xfe, 0x3c, 0x00], 'utf-16le'],
  ['one alone', [0xff, 0xfe], 'utf-16le'],
  ['one before a NUL', [0xff, 0xfe, 0x00, 0x3c], 'utf-16le'],
  ['a byte order mark of UTF-16BE', [0xfe, 0xff, 0x00, 0x3c], 'utf-16be'],
  ['UTF-16LE without a mark', [0x3c, 0x00, 0x61, 0x00], 'utf-16le'],
  ['UTF-16LE that begins with a character past Latin-1', [0x3c, 0x00, 0x00, 0x61], 'utf-16le'],
  ['UTF-16BE without a mark', [0x00, 0x3c, 0x00, 0x61], 'utf-16be'],
  ['white space in UTF-16LE', [0x0a, 0x00, 0x3c, 0x00], 'utf-16le'],
  ['white space in UTF-16BE', [0x00, 0x20, 0x00, 0x3c], 'utf-16be'],
  ['a tab in UTF-16BE', [0x00, 0x09, 0x00, 0x3c], 'utf-16be'],
  ['a carriage return in UTF-16LE', [0x0d, 0x00, 0x3c, 0x00], 'utf-16le'],
  ['a NUL behind a letter', [0x61, 0x00, 0x3c, 0x00], 'utf-8'],
  ['a NUL before a letter', [0x00, 0x61, 0x00, 0x3c], 'utf-8'],
  ['bytes that begin like a mark', [0xff, 0x3c, 0xfe, 0xff], 'utf-8'],
  ['bytes that begin like the other mark', [0xfe, 0x3c, 0xff, 0xfe], 'utf-8'],
  ['no mark of UTF-16LE', [0x3c, 0xfe, 0x3c, 0x3c], 'utf-8'],
  ['no mark of UTF-16BE', [0x3c, 0xff, 0x3c, 0x3c], 'utf-8'],
  ['no mark of UTF-32, by its first byte', [0x41, 0x00, 0xfe, 0xff], 'utf-8'],
  ['no mark of UTF-32, by its second byte', [0x00, 0x41, 0xfe, 0xff], 'utf-8'],
  ['no mark of UTF-32, by its third byte', [0x00, 0x00, 0x41, 0xff], 'utf-8'],
  ['no mark of UTF-32, by its fourth byte', [0x00, 0x00, 0xfe, 0x41], 'utf-8'],
  ['nothing', [], 'utf-8'],
  ['NULs', [0, 0, 0, 0], 'utf-8'],
] as const)('%s', (_what, head, label) => {
  expect(sniffEncoding(Buffer.from(head))).toEqual({ label });
});

test.each([
  ['little end first, with a mark', [0xff, 0xfe, 0, 0]],
  ['big end first, with a mark', [0, 0, 0xfe, 0xff]],
  ['little end first', [0x3c, 0, 0, 0]],
])('UTF-32 is known as such, %s', (_what, head) => {
  expect(sniffEncoding(Buffer.from(head))).toBeUndefined();
});

test.each([
  [declaring('UTF-8'), 'utf-8'],
  [declaring('ISO-8859-15'), 'iso-8859-15'],
  [declaring('latin1'), 'windows-1252'],
  [declaring(' windows-1252 '), 'windows-1252'],
  [declaring('US-ASCII'), 'utf-8'],
  [`\n  <?xml version='1.0' encoding = 'Shift_JIS' ?><a/>`, 'shift_jis'],
  ['<?xml encoding="ISO-8859-15" version="1.0"?><a/>', 'iso-8859-15'],
  // A byte order mark comes before it.
  [`\uFEFF${declaring('ISO-8859-15')}`, 'utf-8'],
  // It declares nothing elsewhere.
  ['<a encoding="ISO-8859-15"/>', 'utf-8'],
  ['<a/><?xml version="1.0" encoding="ISO-8859-15"?>', 'utf-8'],
  ['<?xml version="1.0"?><a encoding="ISO-8859-15"/>', 'utf-8'],
  ['<?xmlish encoding="ISO-8859-15"?><a/>', 'utf-8'],
  ['<?xml version="1.0" myencoding="ISO-8859-15"?><a/>', 'utf-8'],
  [`<?xml version="1.0"${' '.repeat(1024)}encoding="ISO-8859-15"?><a/>`, 'utf-8'],
])('the declaration decides where the bytes do not: %j', (text, label) => {
  expect(sniffEncoding(Buffer.from(text))).toEqual({ label });
});

test('a declaration that cannot be true, or that nobody knows, is told and read as UTF-8', () => {
  const utf16 = sniffEncoding(Buffer.from(declaring('utf-16')));
  expect(utf16).toMatchObject({ label: 'utf-8', oddity: expect.stringContaining('UTF-16LE but its characters are one byte long') });
  const unknown = sniffEncoding(Buffer.from(declaring(`x-${'y'.repeat(100)}`)));
  expect(unknown).toMatchObject({ label: 'utf-8', oddity: expect.stringContaining(`"x-${'y'.repeat(58)}", which is not known`) });
});
