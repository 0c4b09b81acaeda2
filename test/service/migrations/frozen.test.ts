import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formDigest, migrations, newForms } from '../../../src/service/migrations/migrations.ts';
import { derivedCatalog } from '../../../src/service/postgres/catalog.ts';
import { newForm, sqliteCatalog } from '../../../src/service/sqlite/engine.ts';

/** The migrations that landed, a line each in their order. Somebody has data that they made: no line is ever changed. */
const landed: readonly string[] = [
  'ab5002e3104be1f1',
  '61d6d3cb30b46032',
  '7a4ce262eb85f660',
  'fe30ab09d29c9a1d',
  '52d02db2a478016e',
  '611fd1cab6d93252',
  'e73a6de258458569',
  '0d352e9989e298be',
  'abaac5cd036ab078',
  '14b0981a9a6e49d4',
  '3bb8bdd9d45128eb',
  'efd42c2418ec4e73',
  '34e0836f0f87216a',
  'a6e07a7eaa7e93c1',
  'ae32c8cddf682573',
  'c7844e15e7f9beae',
  '5943f845a6b34253',
  '64b1f53577f9521a',
  '29142e9924378137',
  '273550880fde0824',
  'fc564133ee601d3e',
  '7b99101616731602',
  '01c512e71b47cf17',
  '15da41c71d02ef2b',
  'cbb47f84d45f2c7f',
  '3cec8520fea91fe1',
];

test('a migration that landed is never changed, and a new one is noted here with its first landing', () => {
  const now = migrations.map((migration) => createHash('sha256').update(JSON.stringify(migration)).digest('hex').slice(0, 16));
  expect(now.slice(0, landed.length), 'Leave a landed migration as it was, and make a new one').toEqual(landed);
  expect(now.slice(landed.length), 'Add these lines to the end of the list').toEqual([]);
});

test('the form of new data is known by its digest, without making the tables at each start', () => {
  expect({ sqlite: formDigest(newForm(sqliteCatalog)), postgres: formDigest(newForm(derivedCatalog)) }).toEqual(newForms);
});
