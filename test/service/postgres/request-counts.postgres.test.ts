import { expect, onTestFinished, test } from 'vitest';
import { readAddress } from '../../../src/service/postgres/address.ts';
import { openConnections } from '../../../src/service/postgres/connections.ts';
import { requestCountsOn } from '../../../src/service/postgres/database.ts';
import { openPostgres } from '../../../src/service/postgres/engine.ts';
import { administer, newSchema } from '../../support/postgres/database.ts';

test('a caller is not locked out because the clock of the server was put back', async () => {
  const url = await newSchema();
  await (await openPostgres(readAddress(url))).close();
  const connections = await openConnections(readAddress(url), { most: 1 });
  onTestFinished(() => connections.end());
  const { add } = requestCountsOn(() => Promise.resolve(connections));
  expect([(await add('a', 60_000)).count, (await add('a', 60_000)).count]).toEqual([1, 2]);
  // The window as it looks after the clock was put back by an hour.
  await administer(`update request_counts set ends_at = ends_at + interval '1 hour'`, url);
  const { count, leftMs } = await add('a', 60_000);
  expect([count, leftMs <= 60_000]).toEqual([1, true]);
  expect((await add('a', 60_000)).count).toBe(2);
});
