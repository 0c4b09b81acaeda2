import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Source, type Reader } from '../../src/xml/source.ts';
import { TagSteps, Window } from '../../src/xml/window.ts';
import { readerOfBytes } from './reader.ts';

/**
 * Reads a document, `size` bytes at a time. Answers the bytes that were handed on, piece by piece, each after the tags that it
 * caused.
 */
async function handedOn(
  document: string,
  size = Number.MAX_SAFE_INTEGER,
): Promise<{ pieces: readonly string[]; tags: readonly string[]; sha256: string }> {
  const reader = readerOfBytes(Buffer.from(document));
  const slow: Reader = { size: reader.size, read: (into, at) => reader.read(into.subarray(0, Math.min(into.length, at + size)), at) };
  const pieces: string[] = [];
  const tags: string[] = [];
  let place = 0;
  const source = new Source(slow);
  const steps = new TagSteps({
    wantsText: false,
    open: (name, _attributes, offset) => tags.push(`<${name} in piece ${pieces.length} @${offset}`),
    close: (name) => tags.push(`/${name} in piece ${pieces.length}`),
    text: () => {},
    note: () => {},
    pass(view, start, end, at) {
      expect(at).toBe(place);
      expect(end).toBeGreaterThan(start);
      pieces.push(view.toString('utf8', start, end));
      place += end - start;
    },
  });
  await new Window(slow.size).read(source, steps);
  return { pieces, tags, sha256: source.sha256() };
}

describe('tag by tag', () => {
  test('hands each byte on once, at most one tag at a time, which ends what is handed on', async () => {
    const document = '<a>text > more<b c="1 > 2" d=">>"/><!-- <x> --><![CDATA[<y>]]></a>\n';
    for (const size of [Number.MAX_SAFE_INTEGER, 1, 2, 3, 7, 20]) {
      const { pieces, tags, sha256 } = await handedOn(document, size);
      expect(pieces.join('')).toBe(document);
      expect(sha256).toBe(createHash('sha256').update(document).digest('hex'));
      const ends = tags.map((tag) => Number(/piece (\d+)/.exec(tag)?.[1]));
      expect(tags.map((tag) => tag.replace(/ in piece \d+/, ''))).toEqual(['<a @0', '<b @14', '/b', '/a']);
      // An empty element is one tag with two events.
      expect(new Set(ends).size).toBe(3);
      expect(ends.map((piece) => pieces[piece]?.at(-1))).toEqual(['>', '>', '>', '>']);
    }
  });

  test('reads a tag that is longer than its buffer', async () => {
    const long = (megabytes: number): string => `<a b=">${'x'.repeat(megabytes * 1024 * 1024)}>"/>`;
    const { pieces } = await handedOn(long(3));
    expect(pieces.map((piece) => piece.length)).toEqual([long(3).length]);
  });

  test('takes what is longer than its buffer without a tag', async () => {
    const document = `<a>${'log > '.repeat(200_000)}</a>`;
    expect((await handedOn(document, 50_000)).pieces.join('')).toBe(document);
  });

  test.each(['', '<a>', '<a><!-- >', '<a></b>', '<a b=">'])('ends with the fault of the document: %j', async (document) => {
    for (const size of [Number.MAX_SAFE_INTEGER, 1]) await expect(handedOn(document, size)).rejects.toThrow(/ends|first/);
  });
});

test('the place of what is scanned next is told, and no value is cut', () => {
  const steps = new TagSteps({ wantsText: false, open: () => {}, close: () => {}, text: () => {}, note: () => {}, pass: () => {} });
  expect([steps.place, steps.openValue]).toEqual([0, -1]);
  expect(steps.scan(Buffer.from('<a><b name="'), false)).toBe(3);
  expect([steps.place, steps.openValue]).toEqual([3, -1]);
});
