import { expect, test } from 'vitest';
import { locate, type Position } from '../../src/xml/source.ts';
import { readerOfBytes } from './reader.ts';

/** Lines and columns of offsets, the same whatever fits into the window. */
function placesIn(text: string, offsets: readonly number[]): readonly string[] {
  const places = (room: number): ReadonlyMap<number, Position> => locate(readerOfBytes(Buffer.from(text)), offsets, Buffer.alloc(room));
  const whole = places(1000);
  for (const room of [7, 8, 9, 64]) expect([room, [...places(room)]]).toEqual([room, [...whole]]);
  return offsets.map((offset) => `${whole.get(offset)?.line}:${whole.get(offset)?.column}`);
}

test('lines end with a line feed, and columns are counted in UTF-16 units', () => {
  expect(placesIn('ab\ncd\r\n\ne', [0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual(['1:1', '1:2', '1:3', '2:1', '2:2', '2:3', '2:4', '3:1', '4:1']);
  expect(placesIn('é€🚀x', [0, 2, 5, 9])).toEqual(['1:1', '1:2', '1:3', '1:5']);
});

test('a byte order mark at the head is no column, and one elsewhere is', () => {
  expect(placesIn('\ufeffab', [0, 3, 4])).toEqual(['1:1', '1:1', '1:2']);
  expect(placesIn('a\ufeffb', [0, 1, 4])).toEqual(['1:1', '1:2', '1:3']);
  expect(placesIn('abc\ufeffd', [3, 6])).toEqual(['1:4', '1:5']);
});

test('offsets may come in any order and twice', () => {
  expect(placesIn('ab\ncd', [4, 0, 4, 3])).toEqual(['2:2', '1:1', '2:2', '2:1']);
  expect(placesIn('0123456789012', [10, 9, 2])).toEqual(['1:11', '1:10', '1:3']);
});

test('an offset past the end is that of the end', () => {
  expect(placesIn('ab\ncd', [5, 6, 1000])).toEqual(['2:3', '2:3', '2:3']);
  expect(placesIn('', [0, 3])).toEqual(['1:1', '1:1']);
  expect(placesIn('ab', [0, 1000])).toEqual(['1:1', '1:3']);
});

test('nothing is read where nothing is asked', () => {
  const reader = {
    size: 0,
    read: () => {
      throw new Error('read');
    },
  };
  expect(locate(reader, [], Buffer.alloc(10)).size).toBe(0);
});
