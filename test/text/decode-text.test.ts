import { expect, it } from 'vitest';
import { decodeText } from '../../src/text/index.ts';

const text = '{"größe": "🙂"}\r\n';
const swapped = Buffer.from(text, 'utf16le').swap16();

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
  ['UTF-16 as Windows writes it', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ['UTF-16 with the bytes the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
])('reads %s, without its mark', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

it('shows what is none of these', () => {
  expect(decodeText(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb');
  expect(decodeText(Buffer.alloc(0))).toBe('');
});
