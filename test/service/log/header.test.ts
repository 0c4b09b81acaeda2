import { expect, test } from 'vitest';
import { sha256 } from '../../../src/service/record/kind.ts';

test('a hash is SHA-256 in lower-case hexadecimal digits, of text as UTF-8 and of bytes', () => {
  const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect([sha256('abc'), sha256(Buffer.from('abc'))]).toEqual([ofAbc, ofAbc]);
  expect(sha256('é')).toBe(sha256(Buffer.from('é')));
});
