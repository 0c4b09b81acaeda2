import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openBackend, openData, openStore } from '../../../src/service/store/index.ts';

test('a directory is called by its whole path', () => {
  expect(openBackend('data').name).toBe(resolve('data'));
});

test.each(['postgres://ada:secret@db.example/evidence', 'postgresql://db.example/evidence', 'POSTGRES://db'])(
  'the address %s is refused, without its password, and makes no folder of that name',
  async (address) => {
    const refusal = {
      code: 'invalid-input',
      message: 'PostgreSQL is not supported by this version',
      fix: 'Give a directory',
    };
    expect(() => openBackend(address)).toThrow(expect.objectContaining(refusal));
    for (const open of [openData, openStore]) await expect(open(address)).rejects.toMatchObject(refusal);
  },
);
