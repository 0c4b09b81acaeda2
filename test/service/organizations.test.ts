import { expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { folder, token, world } from './support.ts';

/** Sends what the best-known client sends: a PUT with the body `null`. */
async function setDefault(url: string, bearer: string, org: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json; charset=utf-8' };
  const answer = await fetch(`${url}/api/v2/user/${org}`, { method: 'PUT', headers, body: 'null' });
  return { status: answer.status, body: await answer.json() };
}

test('the default organization of a user is the one that was set last, also after a restart', async () => {
  const home = await folder();
  await createToken({ dataDir: home, user: 'ada', orgs: ['acme', 'globex'], role: 'reader', token });
  const it = await world(home);
  const get = async (of = it) => (await of.get('/user/default-org')).body;
  expect(await get()).toEqual({ default_org_name: '' });
  for (const org of ['globex', 'acme', 'globex']) {
    expect(await setDefault(it.service.url, token, org)).toEqual({ status: 200, body: { message: 'OK' } });
    expect(await get()).toEqual({ default_org_name: org });
  }
  expect(await get(await it.restart())).toEqual({ default_org_name: 'globex' });
});

test('the default organization of one user is not that of another', async () => {
  const home = await folder();
  const bob = await createToken({ dataDir: home, user: 'bob', orgs: ['acme'], role: 'member' });
  const it = await world(home);
  await setDefault(it.service.url, token, 'acme');
  expect((await it.as(bob).get('/user/default-org')).body).toEqual({ default_org_name: '' });
});

test('an organization that one is not in is no default one, nor one that does not exist', async () => {
  const it = await world();
  for (const org of ['globex', 'no-such']) {
    const { body, status } = await setDefault(it.service.url, token, org);
    expect([status, Reflect.get(Object(body), 'message')]).toEqual([403, expect.stringContaining(`/api/v2/user/${org}`)]);
  }
  expect((await it.get('/user/default-org')).body).toEqual({ default_org_name: '' });
  expect((await it.as('nobody').get('/user/default-org')).status).toBe(401);
});
