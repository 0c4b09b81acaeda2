import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService, verifyData } from '../../../src/service/index.ts';
import { backedUp, restored } from '../backup-support.ts';
import { client, field, folder } from '../support.ts';
import { door, words } from './setup.ts';

test('a restore ends the access of jobs by a record, and a second one has none to end', async () => {
  const { exchange, issuer, it, rule } = await door();
  await rule();
  const idToken = await issuer.idToken({});
  const authorization = `Bearer ${String(field((await exchange(idToken)).body, 'access_token'))}`;
  const bytes = await backedUp(it.dataDir);

  const there = join(await folder(), 'there');
  const { heads, verification } = await restored(bytes, there);
  const [now] = verification.organizations;
  const [before] = (await verifyData({ dataDir: it.dataDir })).organizations;
  expect([heads, now?.records, now?.problem]).toEqual([new Map([['acme', before?.head]]), Number(before?.records) + 1, undefined]);
  expect(await verifyData({ dataDir: there, head: before?.head ?? '' })).toMatchObject({
    problem: undefined,
    organizations: [{ head: now?.head, witness: 'before' }],
  });

  const again = await restored(await backedUp(there), join(await folder(), 'again'));
  expect([again.verification, again.heads]).toEqual([verification, new Map([['acme', now?.head]])]);

  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: there, oidc: { allowsLoopback: true } });
  onTestFinished(() => service.close());
  const job = client(service.url, { authorization });
  expect((await client(it.service.url, { authorization }).get('/flows/acme')).status).toBe(200);
  expect(words(await job.get('/flows/acme'))).toMatch(/^401 .*Exchange a new ID token/);
  // The ID token was taken before the restore, and stays so.
  expect((await client(service.url, {}).json('POST', '/oidc/token/acme', { token: idToken })).status).toBe(401);
});
