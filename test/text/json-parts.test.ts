import { describe, expect, it } from 'vitest';
import { topLevel } from '../../src/text/json-parts.ts';

describe('the values of an object', () => {
  it('are found with what stands in strings and in others passed over', () => {
    const text = String.raw` { "a" : "x\"}\\" , "b":[{"a":"]"},[1,"\\"]],"c":{"a":2}, "d":-1.5e3,"e":true ,"f":null} `;
    const all = topLevel(text, new Set(['a', 'b', 'c', 'd', 'e', 'f']));
    expect(Object.fromEntries([...(all ?? [])].map(([name, value]) => [name, JSON.parse(value)]))).toEqual(JSON.parse(text));
    expect(topLevel(text, new Set(['d']))).toEqual(new Map([['d', '-1.5e3']]));
  });

  it.each(['{"a"}', '{"a":}', '{"a":1,}', '{,}', '{"a":1]', '{"a":[1}', '{"a" 1}', '{a:1}', '{"a":"x}', ''])(
    'are not there in %s',
    (text) => {
      const found = topLevel(text, new Set(['a']));
      const value = found?.get('a');
      expect(value === undefined || !isJson(value)).toBe(true);
    },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
