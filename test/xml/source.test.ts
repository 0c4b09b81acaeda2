import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { XmlFault } from '../../src/xml/attributes.ts';
import { Source, readerOf, type Reader } from '../../src/xml/source.ts';
import { workspaceOf } from '../junit/support.ts';
import { readerOfBytes } from './reader.ts';

/** Gives at most `size` bytes at a time. */
function slow(bytes: Uint8Array, size: number): Reader {
  const reader = readerOfBytes(bytes);
  return { size: reader.size, read: (into, at) => reader.read(into.subarray(0, Math.min(into.length, at + size)), at) };
}

/** Reads to the end through a window of `room` bytes, of which the first 3 are kept. */
function readAll(source: Source, room = 100): Buffer {
  const window = Buffer.alloc(3 + room);
  const pieces: Buffer[] = [];
  for (let count = source.fill(window, 3); count > 0; count = source.fill(window, 3)) {
    pieces.push(Buffer.from(window.subarray(3, 3 + count)));
  }
  expect([...window.subarray(0, 3)]).toEqual([0, 0, 0]);
  return Buffer.concat(pieces);
}

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const long = Buffer.from(`<a>${'é€🚀 text '.repeat(6_000)}</a>`);

describe('a source', () => {
  test.each([1, 2, 3, 7, 1023, 1024, 100_000])('gives UTF-8 as it is, with its sum, %i bytes at a time', (size) => {
    for (const bytes of [long, long.subarray(0, 2000), Buffer.from('<a/>'), Buffer.alloc(0)]) {
      const source = new Source(slow(bytes, size));
      expect(readAll(source, 2048).equals(bytes)).toBe(true);
      expect([source.bytes, source.hasInvalidBytes, source.oddity, source.sha256()]).toEqual([bytes.length, false, undefined, sum(bytes)]);
    }
  });

  test.each([
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('decodes %s', (_label, encode) => {
    for (const [text, size] of [
      ['<a>é€🚀</a>', 1],
      ['<a>é€🚀</a>'.repeat(100), 7],
      [long.toString(), 100_000],
    ] as const) {
      const bytes = encode(text);
      const source = new Source(slow(bytes, size));
      expect(readAll(source, 4096).toString()).toBe(text);
      expect([source.bytes, source.hasInvalidBytes, source.sha256()]).toEqual([bytes.length, false, sum(bytes)]);
    }
  });

  test('decodes what the declaration names, through a window that is smaller than a block', () => {
    const bytes = Buffer.from(`<?xml version="1.0" encoding="latin1"?>${'é'.repeat(70_000)}`, 'latin1');
    expect(readAll(new Source(readerOfBytes(bytes)), 999).toString()).toBe(bytes.toString('latin1'));
  });

  test.each([
    ['in the middle', Buffer.from('<a>\xe9</a>', 'latin1')],
    ['at the end', Buffer.concat([Buffer.from('<a/>'), Buffer.from([0xf0, 0x9f])])],
    ['half a character, then another', Buffer.from([0x3c, 0xe2, 0x82, 0x41])],
    ['late', Buffer.concat([long, Buffer.from([0xff])])],
  ])('tells bytes that are no UTF-8: %s', (_where, bytes) => {
    for (const size of [1, 3, 100_000]) {
      const source = new Source(slow(bytes, size));
      expect(readAll(source, 2048).equals(bytes)).toBe(true);
      expect(source.hasInvalidBytes).toBe(true);
    }
  });

  test('tells and replaces what cannot be decoded', () => {
    const source = new Source(readerOfBytes(Buffer.concat([Buffer.from('\uFEFF<a/>', 'utf16le'), Buffer.from([0x00, 0xd8, 0x41])])));
    expect(readAll(source).toString()).toBe('<a/>\uFFFD');
    expect(source.hasInvalidBytes).toBe(true);
  });

  test('tells what is odd about its encoding, also where its first bytes come one by one', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>');
    for (const size of [1, 1000]) {
      const source = new Source(slow(bytes, size));
      expect(source.oddity).toBeUndefined();
      readAll(source);
      expect(source.oddity).toContain('klingon');
    }
  });

  test('refuses UTF-32', () => {
    const source = new Source(readerOfBytes(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])));
    expect(source.isUndecodable).toBe(false);
    expect(() => source.fill(Buffer.alloc(100), 0)).toThrow(new XmlFault('the file is in UTF-32, which is not read', 0));
    expect(source.isUndecodable).toBe(true);
  });
});

test('a file is read as far as it was long when it was opened', () => {
  const path = join(workspaceOf({ 'a.xml': '0123456789' }), 'a.xml');
  const descriptor = openSync(path, 'r');
  onTestFinished(() => closeSync(descriptor));
  const reader = readerOf(descriptor);
  writeFileSync(path, '0123456789 and more');
  const into = Buffer.alloc(20, '.');
  expect([reader.size, reader.read(into.subarray(0, 8), 2), reader.read(into, 8), reader.read(into, 0)]).toEqual([10, 6, 4, 0]);
  expect(into.toString()).toBe('..0123456789........');
  expect(readerOf(descriptor, 3).size).toBe(3);
});
