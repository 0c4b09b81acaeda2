import { expect, test } from 'vitest';
import { endings, stopEndingOf } from '../../../src/errors/index.ts';
import { Unreachable } from '../../../src/service/faults.ts';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openingFault } from '../../../src/service/postgres/faults.ts';

const address = readAddress('postgresql://ada:secret@db.example/evidence');

test.each([
  [
    'the server does not answer',
    /may connect to it\. [^.]*up to 12 connections\. One that waits for a copy of its own \(synchronous_standby_names\)/,
  ],
  ['connect ECONNREFUSED 127.0.0.1:5432', /may connect to it\.$/],
])('a command that cannot reach the database ends with 3: %s', (why, fix) => {
  const fault = openingFault(new Unreachable(why), address);
  expect(fault).toMatchObject({ message: `PostgreSQL at db.example:5432 cannot be reached: ${why}.`, fix: expect.stringMatching(fix) });
  expect(endings[stopEndingOf(fault)].exitCode).toBe(3);
  expect(JSON.stringify(fault)).not.toContain('secret');
});

test('an error that is about nothing of the connection stays as it is', () => {
  const error = new Error('syntax error');
  expect(openingFault(error, address)).toBe(error);
});
