import { expect, it } from 'vitest';
import { pointerParts, pointerPath } from '../../src/text/index.ts';

it('reads the names in a pointer, also those with a slash or a tilde in them', () => {
  expect(pointerParts('')).toEqual([]);
  expect(pointerParts('/a/0/b~1c/~0~1/~01')).toEqual(['a', '0', 'b/c', '~/', '~1']);
});

it('writes a path as people do, with numbers in brackets', () => {
  expect(pointerPath('/a/0/b', '')).toBe('a[0].b');
  expect(pointerPath('/a/0/b', 'query')).toBe('query.a[0].b');
  expect(pointerPath('', 'query')).toBe('query');
});
