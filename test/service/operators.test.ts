import { describe, expect, test } from 'vitest';
import { operators } from '../../src/contract/limits.ts';
import {
  addOidcRule,
  changeOrganization,
  createToken,
  listOrganizations,
  listTokens,
  replaceToken,
  restoreData,
  revokeToken,
  verifyData,
} from '../../src/service/index.ts';
import { isObject, parseJson } from '../../src/text/index.ts';
import { Readable } from 'node:stream';
import { audience, startIssuer } from '../support/issuer.ts';
import { listOf } from './approving.ts';
import { backedUp } from './backup-support.ts';
import { browser } from './pages/reader.ts';
import { attest, field, folder, putFlow, token, world, type Answer, type Client, type World } from './support.ts';

interface Stage {
  readonly it: World;
  readonly operator: Client;
  /** The secret of the operator's token, and its identifier. */
  readonly secret: string;
  readonly id: string;
}

const makeOperator = (dataDir: string, more: Partial<Parameters<typeof createToken>[0]> = {}) =>
  createToken({ dataDir, user: 'olga', orgs: [operators], role: 'reader', ...more });

async function stage(options?: Parameters<typeof world>[1]): Promise<Stage> {
  const it = await world(undefined, options);
  const secret = await makeOperator(it.dataDir);
  const [made] = (await listTokens(it.dataDir)).filter(({ user }) => user === 'olga');
  return { it, operator: it.as(secret), secret, id: made?.id ?? '' };
}

const words = ({ body, status }: Answer): string => `${status} ${String(field(body, 'message'))}`;
const archive = (by: Client, archived = true, org = 'acme') => by.json('PATCH', `/organizations/${org}`, { archived });
const make = (by: Client, input: object) => by.json('POST', '/organizations', input);

async function lastOf(by: Client, org: string): Promise<Readonly<Record<string, unknown>>> {
  const records = listOf(field((await by.get(`/records/${org}?limit=1000`)).body, 'records'));
  const last = parseJson(String(field(records.at(-1), 'body')));
  return isObject(last) ? { ...last } : {};
}

describe("an operator's token", () => {
  test('opens no page, signs nobody in, and is for no organization, also for its own log', async () => {
    const { it, operator, secret } = await stage();
    const refused = "403 An operator's token opens nothing in an organization. Use another one.";
    for (const path of ['/trails/acme/f', `/trails/${encodeURIComponent(operators)}/f`, '/user/default-org', '/tokens/acme'])
      expect([path, words(await operator.get(path))]).toEqual([path, refused]);
    expect(words(await operator.json('POST', '/tokens/acme', { role: 'reader' }))).toBe(refused);
    expect((await fetch(`${it.service.url}/acme`, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(403);
    expect(
      await browser(it)
        .signIn(secret)
        .then(
          ({ status }) => status,
          () => 0,
        ),
    ).toBe(401);
  });

  test('is made on the machine alone: neither it nor an administrator makes one through the interface', async () => {
    const { it, operator } = await stage();
    const admin = it.as(await createToken({ dataDir: it.dataDir, user: 'grace', orgs: ['acme'], role: 'admin' }));
    for (const by of [operator, admin])
      expect((await by.json('POST', `/tokens/${encodeURIComponent(operators)}`, { role: 'reader' })).status).toBe(403);
    expect((await make(operator, { name: operators, user: 'ada' })).status).toBe(400);
    const [rule, role] = [{ org: operators, audience, repository: 'a/b', repositoryId: '1' }, 'admin'] as const;
    await expect(addOidcRule(it.dataDir, { ...rule, role, issuer: 'https://issuer.example' })).rejects.toThrow(operators);
  });

  test('may end, is replaced and taken back as any other, and is told when it was used', async () => {
    const { id, it, operator, secret } = await stage();
    expect((await operator.get('/organizations')).status).toBe(200);
    await makeOperator(it.dataDir, { user: 'owen', expiresAt: Date.now() / 1000 - 1, token: 'ended-token-of-an-operator' });
    expect(words(await it.as('ended-token-of-an-operator').get('/organizations'))).toMatch(/^401 The token \S+ ended on /);
    const { token: next } = await replaceToken({ dataDir: it.dataDir, id, command: 'token rotate', overlap: 0 });
    expect((await operator.get('/organizations')).status).toBe(401);
    expect((await it.as(next).get('/organizations')).status).toBe(200);
    const [newer] = (await listTokens(it.dataDir)).filter((each) => each.user === 'olga' && each.id !== id);
    expect(await revokeToken(it.dataDir, newer?.id ?? '')).toBe('olga');
    expect([(await it.as(next).get('/organizations')).status, secret]).toEqual([401, secret]);
    await expect.poll(async () => (await listTokens(it.dataDir)).find((each) => each.id === id)?.lastUsedAt).toBeGreaterThan(0);
  });
});

describe('the organizations of a service', () => {
  test('are listed with what they take and when they were used', async () => {
    const { it, operator } = await stage();
    await putFlow(it, 'shop', 'version: 1\n');
    const file = { field: 'attachment_file', name: 'a.txt', content: 'ten bytes.' };
    await attest(it, 'shop/t', { description: 'é' }, { content: file.content });
    const admin = it.as(await createToken({ dataDir: it.dataDir, user: 'grace', orgs: ['acme'], role: 'admin' }));
    const records = listOf(field((await admin.get('/records/acme?limit=1000')).body, 'records'));
    const bytes = records.reduce((sum: number, record) => sum + Buffer.byteLength(String(field(record, 'body'))), 0);
    await expect.poll(async () => field((await operator.get('/organizations')).body, '0.last_used_at')).toBeGreaterThan(0);
    expect((await operator.get('/organizations')).body).toEqual([
      {
        name: 'acme',
        created_at: expect.any(Number),
        archived_at: null,
        members: 2,
        flows: 1,
        trails: 1,
        records: records.length,
        log_bytes: bytes,
        attachment_bytes: 10,
        last_record_at: expect.any(Number),
        last_used_at: expect.any(Number),
      },
    ]);
    expect(await listOrganizations(it.dataDir)).toEqual((await operator.get('/organizations')).body);
  });

  test('are made with a first administrator, whose token is shown once and recorded under the operator', async () => {
    const { id, it, operator } = await stage();
    const { body, status } = await make(operator, { name: 'initech', user: 'ida' });
    expect([status, field(body, 'user')]).toEqual([201, 'ida']);
    expect(field(body, 'expires_at')).toBeCloseTo(Date.now() / 1000 + 365 * 86_400, -2);
    const ida = it.as(String(field(body, 'token')));
    expect((await ida.get('/organizations/initech')).status).toBe(200);
    expect(await lastOf(ida, 'initech')).toMatchObject({
      kind: 'token_made',
      user: 'ida',
      role: 'admin',
      reported_by: 'olga',
      credential: { kind: 'operator_token', id },
    });
    expect(words(await make(operator, { name: 'initech', user: 'eve' }))).toMatch(/^400 There is an organization 'initech' already\./);
    await expect(createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['initech'], role: 'admin', onlyNewOrgs: true })).rejects.toThrow(
      "There is an organization 'initech' already.",
    );
    for (const user of ['operator', 'github:acme/shop', ' ida', ''])
      expect([user, (await make(operator, { name: 'other', user })).status]).toEqual([user, 400]);
    expect((await make(operator, { name: 'other', user: 'ida', expires_at: 1 })).status).toBe(400);
    expect(words(await make(it.as(token), { name: 'other', user: 'ida' }))).toMatch(/^403 Only an operator's token does this/);
  });

  test('that are archived are read and take nothing, and take records again once restored', async () => {
    const { id, it, operator } = await stage();
    const admin = it.as(await createToken({ dataDir: it.dataDir, user: 'grace', orgs: ['acme'], role: 'admin' }));
    await attest(it, 'f/t');
    expect((await archive(operator)).body).toMatchObject({ name: 'acme', archived_at: expect.any(Number) });
    expect(await lastOf(admin, 'acme')).toMatchObject({
      kind: 'organization_archived',
      reported_by: 'olga',
      credential: { kind: 'operator_token', id },
    });
    const refused =
      "403 The organization 'acme' is archived: it is read, and nobody writes to it. Those who run the service restore it: organization restore.";
    expect(words(await attest(it, 'f/t'))).toBe(refused);
    expect(words(await attest(it, 'f/t', {}, { content: 'a file' }))).toBe(refused);
    expect(words(await putFlow(it, 'g', 'version: 1\n'))).toBe(refused);
    expect(words(await admin.json('POST', '/tokens/acme', { role: 'reader' }))).toBe(refused);
    expect(words(await it.json('PUT', '/user/acme', null))).toBe(refused);
    expect((await it.get('/trails/acme/f/t')).status).toBe(200);
    // Who reads it signs in, and a token that got lost is taken back.
    await browser(it).signIn();
    const [ofAda] = (await listTokens(it.dataDir)).filter(({ user }) => user === 'ada');
    expect((await admin.json('DELETE', `/tokens/acme/${ofAda?.id}`, undefined)).status).toBe(200);
    const before = await listOrganizations(it.dataDir);
    expect((await archive(operator)).body).toEqual(before.find(({ name }) => name === 'acme'));
    expect((await archive(operator, false)).body).toMatchObject({ archived_at: null });
    expect((await putFlow(admin, 'g', 'version: 1\n')).status).toBe(201);
    expect(words(await archive(operator, true, 'nowhere'))).toBe("404 There is no organization 'nowhere'. List those that are there.");
    expect((await verifyData({ dataDir: it.dataDir })).problem).toBeUndefined();
  });

  test('that are archived let no job in, and are archived on the machine that holds the data, too', async () => {
    const issuer = await startIssuer();
    try {
      const { it } = await stage({ oidc: { allowsLoopback: true } });
      const rule = { org: 'acme', role: 'recorder', audience, repository: 'acme/shop', repositoryId: '4711', issuer: issuer.url } as const;
      await addOidcRule(it.dataDir, rule);
      expect(await changeOrganization(it.dataDir, 'acme', true)).toMatchObject({ archived_at: expect.any(Number) });
      expect(await changeOrganization(it.dataDir, 'nowhere', true)).toBeUndefined();
      const letIn = async () => it.json('POST', '/oidc/token/acme', { token: await issuer.idToken() });
      expect(words(await letIn())).toMatch(/^403 The organization 'acme' is archived/);
      await changeOrganization(it.dataDir, 'acme', false);
      expect((await letIn()).status).toBe(201);
    } finally {
      await issuer.close();
    }
  });

  test('stay as they are in a backup: archived, with their sizes and with the tokens of those who run the service', async () => {
    const { it, operator, secret } = await stage();
    await attest(it, 'f/t', {}, { content: 'a file' });
    await archive(operator);
    const dataDir = `${await folder()}/restored`;
    const { verification } = await restoreData({ dataDir, from: Readable.from([await backedUp(it.dataDir)]) });
    expect(verification.organizations.map(({ org, problem }) => [org, problem])).toEqual([
      ['acme', undefined],
      [operators, undefined],
    ]);
    const forget = (all: Awaited<ReturnType<typeof listOrganizations>>) => all.map((each) => ({ ...each, last_used_at: null }));
    expect(forget(await listOrganizations(dataDir))).toEqual(forget(await listOrganizations(it.dataDir)));
    expect((await listTokens(dataDir)).map(({ user }) => user)).toContain('olga');
    expect(secret).not.toBe('');
  });
});
