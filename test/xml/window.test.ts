import { describe, expect, test } from 'vitest';
import { longestValue } from '../../src/xml/attributes.ts';
import { readerOfBytes, Source } from '../../src/xml/source.ts';
import { Tokenizer } from '../../src/xml/tokenizer.ts';
import { Window } from '../../src/xml/window.ts';

/** Reads a document through a window, and tells the elements that came with their places and names. */
function read(
  document: string,
  window = new Window(),
): { readonly told: readonly string[]; readonly steps: number; readonly peeked: number } {
  const told: string[] = [];
  const tokenizer = new Tokenizer({
    wantsText: false,
    open: (name, attributes, offset) => told.push(`${name} @${offset} ${attributes.text('name')?.length ?? '-'}`),
    close: () => {},
    text: () => {},
    note: () => {},
  });
  const source = new Source(readerOfBytes(Buffer.from(document)));
  window.reset();
  let [steps, peeked] = [0, 0];
  while (window.step(source, tokenizer, (piece) => (peeked += piece.length)) > 0) steps += 1;
  return { told, steps, peeked };
}

const kilobytes = (count: number): string => 'x'.repeat(count * 1024);

describe('a window', () => {
  test('reads a document in pieces of its size, each byte seen once before it is scanned', () => {
    const document = `<a>${kilobytes(300)}<b name="n"/>${kilobytes(300)}</a>`;
    const { told, steps, peeked } = read(document);
    expect(told).toEqual(['a @0 -', `b @${3 + 300 * 1024} 1`]);
    expect(steps).toBe(3);
    expect(peeked).toBe(document.length);
  });

  test('keeps its size whatever the length of an attribute, of which the beginning is kept', () => {
    const window = new Window();
    const document = `<a><b other="1" name="${kilobytes(10_000)}" file="f"/><c name="${kilobytes(3_000)}"/><d/></a>`;
    expect(read(document, window).told).toEqual([
      'a @0 -',
      `b @3 ${longestValue}`,
      `c @${document.indexOf('<c')} ${longestValue}`,
      `d @${document.indexOf('<d')} -`,
    ]);
    expect(window.buffer.length).toBe(512 * 1024);
  });

  test('keeps a value whole that just fits, and cuts none that lies before the last', () => {
    const long = 'x'.repeat(longestValue);
    const { told } = read(`<a name="${long}" b="${kilobytes(1000)}"/>`);
    expect(told).toEqual([`a @0 ${longestValue}`]);
  });

  test('grows for a tag of many attributes, up to a bound, and is small again for the next document', () => {
    const window = new Window();
    const tag = (count: number): string => `<a ${`b="${kilobytes(100)}" `.repeat(count)}name="n"/>`;
    expect(read(tag(35), window).told).toEqual(['a @0 1']);
    expect(window.buffer.length).toBeGreaterThan(3_500_000);
    expect(read('<a/>', window).told).toEqual(['a @0 -']);
    expect(window.buffer.length).toBe(256 * 1024);
    expect(() => read(`<r/>${tag(90)}`, window)).toThrow(
      expect.objectContaining({ message: 'a tag is longer than 4194304 bytes', offset: 4 }),
    );
  });

  test('forgets what an earlier document left in it', () => {
    const window = new Window();
    expect(() => read('<a><b', window)).toThrow('ends inside a tag');
    expect(read('<c/>', window).told).toEqual(['c @0 -']);
  });
});
