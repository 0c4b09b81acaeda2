import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createToken, listTokens, revokeToken, verifyData } from '../../src/service/index.ts';
import { field, folder, token, world, type World } from './support.ts';

async function identifierOf(dataDir: string, user: string): Promise<string> {
  const found = (await listTokens(dataDir)).find((each) => each.user === user);
  return found?.id ?? '';
}

describe('the tokens that are valid', () => {
  test('are shown with their user and the role in each organization, by user', async () => {
    const dataDir = await folder();
    await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'reader' });
    await createToken({ dataDir, user: 'ada', orgs: ['globex', 'acme'], role: 'admin', token });
    await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
    const tokens = await listTokens(dataDir);
    expect(tokens.map(({ user, roles }) => [user, Object.fromEntries(roles)])).toEqual([
      ['ada', { acme: 'member', globex: 'admin' }],
      ['ada', { acme: 'member', globex: 'admin' }],
      ['eve', { acme: 'reader' }],
    ]);
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(3);
    expect(JSON.stringify(tokens)).not.toContain(token);
  });

  test('are asked of data that is there, and none is made', async () => {
    const dataDir = await folder();
    await expect(listTokens(dataDir)).rejects.toThrow(/There is no database/);
    await expect(revokeToken(dataDir, 'x')).rejects.toThrow(/There is no database/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('a token that is taken back', () => {
  const status = async (it: World, bearer: string, org = 'acme') => (await it.as(bearer).get(`/flows/${org}`)).status;

  test('is refused at once by the service that runs, in every organization; other tokens of the user are not', async () => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme', 'globex'], role: 'admin', token: 'first' });
    const id = await identifierOf(it.dataDir, 'bob');
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'admin', token: 'second' });
    expect([await status(it, 'first'), await status(it, 'first', 'globex')]).toEqual([200, 200]);
    expect(await revokeToken(it.dataDir, id)).toBe('bob');
    expect([await status(it, 'first'), await status(it, 'first', 'globex')]).toEqual([401, 401]);
    expect([await status(it, 'second'), await status(it, 'second', 'globex'), await status(it, token)]).toEqual([200, 200, 200]);
    expect((await listTokens(it.dataDir)).map(({ user }) => user)).toEqual(['ada', 'bob']);
  });

  test('stays in the log of each organization, which holds; it may be given out again', async () => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme', 'globex'], role: 'admin', token: 'first' });
    await it.as('first').form('PUT', '/flows/acme/template_file', { name: 'f' });
    await revokeToken(it.dataDir, await identifierOf(it.dataDir, 'bob'));
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['globex'], role: 'admin', token: 'first' });
    expect(await status(it, 'first')).toBe(200);
    expect(field((await it.get('/flows/acme/f')).body, 'created_by')).toBe('bob');
    await it.service.close();
    const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
    expect([problem, organizations.map(({ problem: of, org }) => [org, of])]).toEqual([
      undefined,
      [
        ['acme', undefined],
        ['globex', undefined],
      ],
    ]);
  });

  test('must be there', async () => {
    const it = await world();
    await expect(revokeToken(it.dataDir, 'nothing')).rejects.toThrow(/No token has the identifier 'nothing'/);
    const id = await identifierOf(it.dataDir, 'ada');
    await revokeToken(it.dataDir, id);
    await expect(revokeToken(it.dataDir, id)).rejects.toThrow(/No token has the identifier/);
  });
});

test('a token is accepted as the user name of basic authentication, whatever the password', async () => {
  const it = await world();
  const ask = (text: string) =>
    fetch(`${it.service.url}/api/v2/flows/acme`, { headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } });
  const answers = await Promise.all([ask(`${token}:`), ask(`${token}:anything`), ask(`x:${token}`), ask('')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
});

test('what is unknown below /api is answered with JSON', async () => {
  const it = await world();
  for (const path of ['/api/v2/nothing', '/api/v1/flows/acme', '/api', '/api/v2/flows', '/api/v2/flows/acme/f/g/h']) {
    const answer = await it.get(path);
    expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0], field(answer.body, 'message')]).toEqual([
      path,
      404,
      'application/json',
      expect.stringMatching(/There is nothing at this path/),
    ]);
  }
  expect((await it.get('/ready')).body).toBe('OK');
});
