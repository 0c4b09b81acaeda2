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
    const shown = tokens.map(({ user, roles }) => [user, Object.fromEntries(roles)]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['ada', { acme: 'admin', globex: 'admin' }],
        ['ada', { acme: 'member' }],
        ['eve', { acme: 'reader' }],
      ]),
    );
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(3);
    expect(JSON.stringify(tokens)).not.toContain(token);
  });

  test('are asked of data that is there, and none is made', async () => {
    const dataDir = await folder();
    await expect(listTokens(dataDir)).rejects.toThrow(/There is no database|holds no data/);
    await expect(revokeToken(dataDir, 'x')).rejects.toThrow(/There is no database|holds no data/);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('a token that is out', () => {
  /** The rights of a token in `acme`, and in the second organization: to read, and to record. */
  async function reach(it: World, bearer: string): Promise<readonly (readonly [boolean, boolean])[]> {
    const as = it.as(bearer);
    const may = async (org: string) => {
      const [read, recorded] = [await as.get(`/flows/${org}`), await as.form('PUT', `/flows/${org}/template_file`, { name: 'f' })];
      return [read.status < 300, recorded.status < 300] as const;
    };
    return [await may('acme'), await may('globex')];
  }

  test.each([
    ['in a second organization', { orgs: ['globex'], role: 'admin' }],
    ['in both', { orgs: ['acme', 'globex'], role: 'admin' }],
    ['as an administrator', { orgs: ['acme'], role: 'admin' }],
    ['as a reader', { orgs: ['acme', 'globex'], role: 'reader' }],
  ] as const)('may do what it could, whatever token the same user is given %s', async (_, more) => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'ada', orgs: ['acme'], role: 'reader', token: 'to-read' });
    const before = [await reach(it, token), await reach(it, 'to-read')];
    const nothing = [false, false];
    expect(before).toEqual([
      [[true, true], nothing],
      [[true, false], nothing],
    ]);
    await createToken({ dataDir: it.dataDir, user: 'ada', ...more });
    expect([await reach(it, token), await reach(it, 'to-read')]).toEqual(before);
    const again = await it.restart();
    expect([await reach(again, token), await reach(again, 'to-read')]).toEqual(before);
  });

  test('is answered again when it is made again as it was, and nothing is recorded', async () => {
    const dataDir = await folder();
    const make = (orgs: readonly string[]) => createToken({ dataDir, user: 'ada', orgs, role: 'member', token });
    expect(await make(['acme', 'globex'])).toBe(token);
    const records = async () => (await verifyData({ dataDir })).organizations.map((each) => [each.org, each.records, each.problem]);
    const before = await records();
    expect([await make(['globex', 'acme']), await make(['acme', 'globex', 'acme'])]).toEqual([token, token]);
    expect(await records()).toEqual(before);
    expect(before).toEqual([
      ['acme', 1, undefined],
      ['globex', 1, undefined],
    ]);
  });

  test.each([
    ['more', ['acme', 'globex', 'initech'], 'member'],
    ['fewer organizations', ['acme'], 'member'],
    ['others', ['acme', 'initech'], 'member'],
    ['a higher role', ['acme', 'globex'], 'admin'],
    ['a lower role', ['acme', 'globex'], 'reader'],
  ] as const)('is refused with %s, and nothing is made', async (_, orgs, role) => {
    const dataDir = await folder();
    await createToken({ dataDir, user: 'ada', orgs: ['acme', 'globex'], role: 'member', token });
    const before = await listTokens(dataDir);
    await expect(createToken({ dataDir, user: 'ada', orgs, role, token })).rejects.toMatchObject({
      name: 'UsageError',
      message: 'This token is for acme (member), globex (member), and that never changes.',
      fix: expect.stringMatching(/Leave --token out.*token revoke/),
    });
    expect(await listTokens(dataDir)).toEqual(before);
    expect((await verifyData({ dataDir })).organizations.map(({ org }) => org)).toEqual(['acme', 'globex']);
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
    expect([await status(it, 'second'), await status(it, 'second', 'globex'), await status(it, token)]).toEqual([200, 403, 200]);
    expect((await listTokens(it.dataDir)).map(({ user }) => user)).toEqual(['ada', 'bob']);
  });

  test('stays in the log of each organization, which holds; it may be given out again', async () => {
    const it = await world();
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme', 'globex'], role: 'admin', token: 'first' });
    await it.as('first').form('PUT', '/flows/acme/template_file', { name: 'f' });
    await revokeToken(it.dataDir, await identifierOf(it.dataDir, 'bob'));
    await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['globex'], role: 'admin', token: 'first' });
    expect([await status(it, 'first'), await status(it, 'first', 'globex')]).toEqual([403, 200]);
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
  for (const path of ['/api/v2/nothing', '/api/v1/flows/acme', '/api/v2/flows', '/api/v2/flows/acme/f/g/h']) {
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
