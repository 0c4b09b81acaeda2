import { describe, expect, test } from 'vitest';
import { SearchWindow, type Find, type Part } from '../../src/masking/search-window.ts';
import { classic, key, oauth } from '../text/secrets.ts';

const one: Part = { kind: 'case', name: 'one' };
const two: Part = { kind: 'suite', name: 'two' };
const enough = 256 * 1024;
/** The number of bytes at the end that stay unsearched while a text may go on. */
const overlap = 65 * 1024;

/** The places that a find overwrites, with the text that goes there. The digits of the secret's own mark are shown as `#`. */
function told(finds: readonly Find[]): readonly unknown[] {
  return finds.map(({ part, masks }) => [
    part?.name,
    ...masks.map(({ place, bytes }) => `${place} ${bytes.toString('latin1').replace(/[0-9a-f]/g, '#')}`),
  ]);
}

const mark = `***########${'*'.repeat(29)}`;

describe('a secret', () => {
  test('is overwritten where it stands', () => {
    const window = new SearchWindow([]);
    window.plain(`a ${classic} b`, 100, one);
    expect(told(window.search(true))).toEqual([['one', `102 ${mark}`]]);
  });

  test('in pieces is overwritten piece by piece, each reference whole', () => {
    const window = new SearchWindow([]);
    window.plain(`a ${classic.slice(0, 2)}`, 100, one);
    window.reference(classic.slice(2, 3), 200, 6, two);
    window.plain(classic.slice(3, 20), 300, two);
    window.plain(`${classic.slice(20)} b`, 400, two);
    window.plain('c', 500, two);
    expect(told(window.search(true))).toEqual([
      ['one', `102 ${mark.slice(0, 2)}`, `200 ${mark.slice(2, 8)}`, `300 ${mark.slice(8, 11)}${'*'.repeat(14)}`, `400 ${'*'.repeat(20)}`],
    ]);
  });

  test('is known by its mark, which equal ones share', () => {
    const window = new SearchWindow(['hunter2-hunter2']);
    window.plain(`${classic} ${oauth} ${classic} hunter2-hunter2`, 0, one);
    const marks = window.search(true).map(({ masks }) =>
      masks
        .map(({ bytes }) => bytes.toString('latin1'))
        .join('')
        .slice(3, 11),
    );
    expect(marks).toHaveLength(4);
    for (const each of marks) expect(each).toMatch(/^[0-9a-f]{8}$/);
    expect(marks[0]).toBe(marks[2]);
    expect(new Set(marks).size).toBe(3);
  });

  test('of several lines keeps its lines and spaces', () => {
    const window = new SearchWindow([]);
    const odd = `-----BEGIN PRIVATE KEY-----\nab c\td\r\ne\u000bf\u000cg\u0008\u000e!\n-----END PRIVATE KEY-----`;
    window.plain(odd, 0, one);
    const [find] = window.search(true);
    const written = find?.masks.map(({ bytes }) => bytes.toString('latin1')).join('') ?? '';
    expect(written).toHaveLength(odd.length);
    expect(written.replace(/[^\s]/g, '*')).toBe(odd.replace(/[^\s]/g, '*'));
    expect(written).not.toMatch(/[!BEGIN]/);
  });

  test('of several lines keeps none that a reference stands for', () => {
    const window = new SearchWindow([]);
    const [head = '', ...rest] = key.split('\n');
    window.plain(head, 0, one);
    window.reference('\n', 100, 5, one);
    window.plain(rest.join(' '), 200, one);
    expect(window.search(true)[0]?.masks[1]).toEqual({ place: 100, bytes: Buffer.from('*****') });
  });

  test('that is known is found, unless it is longer than a key', () => {
    const long = 'k'.repeat(64 * 1024 - 1);
    const tooLong = 'l'.repeat(64 * 1024);
    const window = new SearchWindow(['four', long, tooLong]);
    window.plain(`four ${long} ${tooLong}`, 0, one);
    expect(window.search(true).map(({ masks }) => masks.reduce((sum, { bytes }) => sum + bytes.length, 0))).toEqual([4, long.length]);
  });
});

describe('a break', () => {
  test('ends a word, and belongs to nothing in the file', () => {
    const window = new SearchWindow([]);
    window.break();
    window.plain(classic.slice(0, 9), 0, one);
    window.break();
    window.break();
    window.plain(classic.slice(9), 9, one);
    window.break();
    window.plain(classic, 100, two);
    window.break();
    window.plain('x', 200, two);
    expect(told(window.search(true))).toEqual([['two', `100 ${mark}`]]);
  });

  test('belongs to whom the text before it does', () => {
    const window = new SearchWindow([]);
    window.plain('a', 0, one);
    window.break();
    window.plain(classic, 10, one);
    window.break();
    window.plain(classic, 60, undefined);
    expect(told(window.search(true))).toEqual([
      ['one', `10 ${mark}`],
      [undefined, `60 ${mark}`],
    ]);
  });
});

describe('a text that goes on', () => {
  const filler = (length: number): string => 'x '.repeat(length / 2);

  test('is searched once there is enough of it, but for its end', () => {
    const window = new SearchWindow([]);
    window.plain(`${classic} ${filler(enough - 42)}`, 0, one);
    expect(window.search(false)).toEqual([]);
    window.plain('y', enough - 1, one);
    expect(told(window.search(false))).toEqual([['one', `0 ${mark}`]]);
    expect(window.search(false)).toEqual([]);
    expect(window.search(true)).toEqual([]);
  });

  test.each([-200, -41, -40, -39, -1, 0, 1, 39, 40, 41, 200])('is searched once at each place: %i from where it is cut', (shift) => {
    const window = new SearchWindow([]);
    const place = enough - overlap + shift;
    const text = `${' '.repeat(place)}${classic}`.padEnd(enough, ' ');
    window.plain(text.slice(0, 1000), 7000, one);
    window.plain(text.slice(1000), 8000, two);
    const finds = [...window.search(false)];
    window.plain(`${classic} `, 1_000_000, undefined);
    finds.push(...window.search(true));
    expect(told(finds)).toEqual([
      ['two', `${7000 + place} ${mark}`],
      [undefined, `1000000 ${mark}`],
    ]);
  });

  test.each([
    ['x', 0],
    ['my_', 0],
    ['\\n', 1],
    ['\\u003d', 1],
    ['%3D', 1],
    ['[31;31;31m', 1],
  ])('is known by what stood before it: %j', (before, count) => {
    for (const shift of [-1, 0, 1, 2, 5]) {
      const window = new SearchWindow([]);
      window.plain(`${' '.repeat(enough - overlap + shift - before.length)}${before}${classic}`.padEnd(enough, ' '), 0, one);
      expect([...window.search(false), ...window.search(true)]).toHaveLength(count);
    }
  });

  test('keeps whose its parts are, and where they stand, references and all', () => {
    const window = new SearchWindow([]);
    const rest = overlap - 100;
    window.plain(filler(enough - rest), 0, one);
    for (let index = 0; index < rest / 2; index += 1) {
      window.reference('&', 1_000_000 + index * 10, 5, two);
      window.plain(' ', 1_000_005 + index * 10, two);
    }
    expect(window.search(false)).toEqual([]);
    window.plain(classic.slice(0, 1), 5_000_000, undefined);
    window.reference(classic.slice(1, 2), 5_000_001, 6, undefined);
    window.plain(classic.slice(2), 5_000_007, one);
    expect(told(window.search(true))).toEqual([[undefined, '5000000 *', '5000001 **####', `5000007 ####${'*'.repeat(38 - 4)}`]]);
  });

  test('is found where a reference stands right at the cut', () => {
    for (const shift of [-20, -17, -16, -15, -1, 0, 1]) {
      const window = new SearchWindow([]);
      const place = enough - overlap + shift;
      window.plain(' '.repeat(place), 0, one);
      window.reference(classic.slice(0, 1), 2_000_000, 6, two);
      window.plain(classic.slice(1), 3_000_000, two);
      window.plain(' '.repeat(enough - place - 40), 4_000_000, two);
      const finds = [...window.search(false)];
      window.plain(' more', 9_000_000, two);
      finds.push(...window.search(true));
      expect(told(finds)).toEqual([['two', `2000000 ${mark.slice(0, 6)}`, `3000000 ${mark.slice(6, 11)}${'*'.repeat(34)}`]]);
    }
  });

  test('may go on where a token seems to end', () => {
    const window = new SearchWindow([]);
    window.plain(`${' '.repeat(enough - classic.length)}${classic}`, 0, one);
    expect(window.search(false)).toEqual([]);
    window.plain('x', enough, one);
    expect(window.search(true)).toEqual([]);
  });

  test('is not searched again where a secret reached into what stays', () => {
    const window = new SearchWindow([]);
    const block = key.replace('\n', `\n${'A'.repeat(1000)}\n${classic}\n`);
    window.plain(`${' '.repeat(enough - overlap - 500)}${block}`.padEnd(enough, ' '), 0, one);
    expect([...window.search(false), ...window.search(true)]).toHaveLength(1);
  });

  test('holds letters past ASCII', () => {
    const window = new SearchWindow([]);
    window.plain('\u00c3\u00a9 '.repeat(enough / 3 + 1), 0, one);
    expect(window.search(false)).toEqual([]);
    window.plain(`${classic} `, 700_000, two);
    expect(told(window.search(true))).toEqual([['two', `700000 ${mark}`]]);
  });

  test('is searched for the longest keys, wherever they begin', () => {
    for (const before of [64_600, 66_000, 66_560]) {
      const window = new SearchWindow([]);
      const long = key.replace('\n', `\n${'A'.repeat(65_400 - key.length)}\n`);
      const text = `${' '.repeat(enough - before)}${long}`;
      window.plain(text.slice(0, enough), 0, one);
      const finds = [...window.search(false)];
      window.plain(text.slice(enough), enough, one);
      finds.push(...window.search(true));
      const length = finds.flatMap(({ masks }) => masks).reduce((sum, { bytes }) => sum + bytes.length, 0);
      expect([finds.length, length]).toEqual([1, long.length]);
    }
  });

  test('is searched for keys that are as long as they may be', () => {
    const window = new SearchWindow([]);
    const long = key.replace('\n', `\n${'A'.repeat(60_000 - key.length)}\n`);
    const place = enough - overlap - 1;
    window.plain(`${' '.repeat(place)}${long}`.padEnd(enough, ' '), 0, one);
    const [find, ...others] = [...window.search(false), ...window.search(true)];
    expect(others).toEqual([]);
    expect(find?.masks.map(({ place: at, bytes }) => [at, bytes.length])).toEqual([[place, long.length]]);
  });
});
