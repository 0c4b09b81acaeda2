import { expect, test } from 'vitest';
import { isFull } from '../../../../src/service/store/blobs/room.ts';
import { Damage } from '../../../../src/service/store/damage.ts';
import { faultOf } from '../../../../src/service/store/sqlite/fault.ts';

const sqlite = (errcode: number) => Object.assign(new Error(`SQLite says ${errcode}`), { errcode });
const isDamage = (error: unknown) => faultOf(error) instanceof Damage;

test('damage is what SQLite calls corrupt or no database, in its words', () => {
  expect([11, 26, 267, 11 + 7 * 256].map((code) => isDamage(sqlite(code)))).toEqual(Array(4).fill(true));
  expect(faultOf(sqlite(11))).toMatchObject({ message: 'SQLite says 11', cause: { errcode: 11 } });
});

test('a disk is full where SQLite finds no room for a page or for its index of the log', () => {
  expect([13, 4874].map((code) => isFull(faultOf(sqlite(code))))).toEqual([true, true]);
});

test('a lock, a constraint, errors of others, and what is no error, stay as they are', () => {
  for (const error of [sqlite(5), sqlite(19), new Error('x'), { errcode: 11 }, undefined, '11']) {
    expect(faultOf(error)).toBe(error);
    expect(isFull(error)).toBe(false);
  }
});
