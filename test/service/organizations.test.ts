import { expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { field, folder, putFlow, token, world } from './support.ts';

/** Sends what the best-known client sends: a PUT with the body `null`. */
async function setDefault(url: string, bearer: string, org: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json; charset=utf-8' };
  const answer = await fetch(`${url}/api/v2/user/${org}`, { method: 'PUT', headers, body: 'null' });
  return { status: answer.status, body: await answer.json() };
}

test('the default organization of a user is the one that was set last, also after a restart', async () => {
  const home = await folder();
  const both = await createToken({ dataDir: home, user: 'ada', orgs: ['acme', 'globex'], role: 'reader' });
  const it = await world(home);
  const get = async (of = it) => (await of.as(both).get('/user/default-org')).body;
  expect(await get()).toEqual({ default_org_name: '' });
  for (const org of ['globex', 'acme', 'globex']) {
    expect(await setDefault(it.service.url, both, org)).toEqual({ status: 200, body: { message: 'OK' } });
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

test('an organization of another token of the user is neither set nor told', async () => {
  const home = await folder();
  const both = await createToken({ dataDir: home, user: 'ada', orgs: ['acme', 'globex'], role: 'member' });
  const it = await world(home);
  const told = async (bearer: string) => field((await it.as(bearer).get('/user/default-org')).body, 'default_org_name');
  expect((await setDefault(it.service.url, token, 'globex')).status).toBe(403);
  expect([await told(token), await told(both)]).toEqual(['', '']);
  await setDefault(it.service.url, both, 'globex');
  expect([await told(token), await told(both)]).toEqual(['', 'globex']);
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

test('an organization says since when it is there, and when something was last recorded in it', async () => {
  const it = await world();
  const { status, body } = await it.get('/organizations/acme');
  expect([status, field(body, 'name'), field(body, 'kind')]).toEqual([200, 'acme', 'shared']);
  const created = Number(field(body, 'created_at'));
  expect(Math.abs(created - Date.now() / 1000)).toBeLessThan(60);
  await putFlow(it, 'f', 'version: 1\n');
  const later = (await it.get('/organizations/acme')).body;
  const flow = (await it.get('/flows/acme/f')).body;
  expect([field(later, 'created_at'), field(later, 'last_modified_at')]).toEqual([created, field(flow, 'last_modified_at')]);
  expect((await it.get('/organizations/globex')).status).toBe(403);
});
