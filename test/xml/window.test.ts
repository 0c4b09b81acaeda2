import { describe, expect, test } from 'vitest';
import { longestValue } from '../../src/xml/attributes.ts';
import { Source } from '../../src/xml/source.ts';
import { readerOfBytes } from './reader.ts';
import { Tokenizer } from '../../src/xml/tokenizer.ts';
import { Window } from '../../src/xml/window.ts';

/** Reads a document through a window, and tells the elements that came with their places and names. */
async function read(
  document: string,
  window = new Window(),
): Promise<{ readonly told: readonly string[]; readonly pieces: number; readonly peeked: number }> {
  const told: string[] = [];
  const tokenizer = new Tokenizer({
    wantsText: false,
    open: (name, attributes, offset) => told.push(`${name} @${offset} ${attributes.text('name')?.length ?? '-'}`),
    close: () => {},
    text: () => {},
    note: () => {},
  });
  const source = new Source(readerOfBytes(Buffer.from(document)));
  let [pieces, peeked] = [0, 0];
  await window.read(source, tokenizer, (piece) => {
    pieces += 1;
    peeked += piece.length;
  });
  return { told, pieces, peeked };
}

const kilobytes = (count: number): string => 'x'.repeat(count * 1024);

describe('a window', () => {
  test('reads a document in pieces of its size, each byte seen once before it is scanned', async () => {
    const document = `<a>${kilobytes(300)}<b name="n"/>${kilobytes(300)}</a>`;
    const { told, pieces, peeked } = await read(document);
    expect(told).toEqual(['a @0 -', `b @${3 + 300 * 1024} 1`]);
    expect(pieces).toBe(3);
    expect(peeked).toBe(document.length);
  });

  test('keeps its size whatever the length of an attribute, of which the beginning is kept', async () => {
    const window = new Window();
    const document = `<a><b other="1" name="${kilobytes(10_000)}" file="f"/><c name="${kilobytes(3_000)}"/><d/></a>`;
    expect((await read(document, window)).told).toEqual([
      'a @0 -',
      `b @3 ${longestValue}`,
      `c @${document.indexOf('<c')} ${longestValue}`,
      `d @${document.indexOf('<d')} -`,
    ]);
    expect(window.buffer.length).toBe(512 * 1024);
  });

  test('keeps a value whole that just fits, and cuts none that lies before the last', async () => {
    const long = 'x'.repeat(longestValue);
    const { told } = await read(`<a name="${long}" b="${kilobytes(1000)}"/>`);
    expect(told).toEqual([`a @0 ${longestValue}`]);
  });

  test('grows for a tag of many attributes, up to a bound, and is small again for the next document', async () => {
    const window = new Window();
    const tag = (count: number): string => `<a ${`b="${kilobytes(100)}" `.repeat(count)}name="n"/>`;
    expect((await read(tag(70), window)).told).toEqual(['a @0 1']);
    expect(window.buffer.length).toBeGreaterThan(7_000_000);
    expect((await read('<a/>', window)).told).toEqual(['a @0 -']);
    expect(window.buffer.length).toBe(256 * 1024);
    await expect(read(`<r/>${tag(180)}`, window)).rejects.toThrow(
      expect.objectContaining({ message: 'a tag is longer than 8388608 bytes', offset: 4 }),
    );
  });

  test('keeps its size also where text comes before the tag', async () => {
    const window = new Window();
    const document = `<a>${kilobytes(100)}<b name="${kilobytes(3000)}"/></a>`;
    expect((await read(document, window)).told).toEqual(['a @0 -', `b @${3 + 100 * 1024} ${longestValue}`]);
    expect(window.buffer.length).toBe(512 * 1024);
  });

  test('takes nothing out of a tag but what is inside of a value', async () => {
    const spaces = (count: number): string => ' '.repeat(count);
    const document = `<a${spaces(140_000)}name="n"${spaces(200_000)}/><b/>`;
    expect((await read(document)).told).toEqual(['a @0 1', `b @${document.indexOf('<b')} -`]);
  });

  test('cuts a value between two characters', async () => {
    for (const before of ['', 'x', 'xx']) {
      let value = '';
      const tokenizer = new Tokenizer({
        wantsText: false,
        open: (_name, attributes) => void (value = attributes.text('name') ?? ''),
        close: () => {},
        text: () => {},
        note: () => {},
      });
      await new Window().read(new Source(readerOfBytes(Buffer.from(`<a name="${before}${'€'.repeat(300_000)}"/>`))), tokenizer);
      expect(value === before + '€'.repeat((longestValue - before.length - ((longestValue - before.length) % 3)) / 3)).toBe(true);
    }
  });

  test('forgets what an earlier document left in it', async () => {
    const window = new Window();
    await expect(read('<a><b', window)).rejects.toThrow('ends inside a tag');
    expect((await read('<c/>', window)).told).toEqual(['c @0 -']);
  });
});
