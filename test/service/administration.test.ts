import { describe, expect, test } from 'vitest';
import { createToken, listTokens, replaceToken, revokeToken, verifyData } from '../../src/service/index.ts';
import type { Role } from '../../src/contract/limits.ts';
import { isObject, parseJson } from '../../src/text/index.ts';
import { listOf } from './approving.ts';
import { attest, field, putFlow, world, type Answer, type Client, type World } from './support.ts';

const day = 86_400;
const now = () => Date.now() / 1000;

interface Stage {
  readonly it: World;
  /** Grace, whose token is for `acme` and `globex`. */
  readonly admin: Client;
  /** The secret of a token of somebody, made by the operator. */
  readonly of: (user: string, role: Role, more?: Partial<Parameters<typeof createToken>[0]>) => Promise<string>;
}

async function stage(ofAdmin: Partial<Parameters<typeof createToken>[0]> = {}): Promise<Stage> {
  const it = await world();
  const of: Stage['of'] = (user, role, more) => createToken({ dataDir: it.dataDir, user, orgs: ['acme'], role, ...more });
  const admin = it.as(await of('grace', 'admin', { orgs: ['acme', 'globex'], ...ofAdmin }));
  return { it, admin, of };
}

const words = ({ body, status }: Answer): string => `${status} ${String(field(body, 'message'))}`;
const made = (answer: Answer): { readonly id: string; readonly token: string; readonly expires_at: unknown } => {
  expect(words(answer)).toBe('201 undefined');
  const { body } = answer;
  return { id: String(field(body, 'id')), token: String(field(body, 'token')), expires_at: field(body, 'expires_at') };
};
const make = (by: Client, role: Role, more: object = {}) => by.json('POST', '/tokens/acme', { role, ...more });
const rotate = (by: Client, id: string, more: object = {}) => by.json('POST', `/tokens/acme/${id}/rotation`, more);
const revoke = (by: Client, id: string) => by.json('DELETE', `/tokens/acme/${id}`, undefined);
const listed = async (by: Client) => recordsIn(listOf((await by.get('/tokens/acme')).body));
const idsOf = async (it: World, user: string) => (await listTokens(it.dataDir)).filter((token) => token.user === user).map(({ id }) => id);
const idOf = async (it: World, user: string) => (await idsOf(it, user))[0] ?? '';

async function logOf(by: Client): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await by.get('/records/acme?limit=1000');
  return recordsIn(listOf(field(body, 'records')).map((record) => parseJson(String(field(record, 'body')))));
}

function recordsIn(values: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] {
  return values.filter(isObject).map((each) => ({ ...each }));
}

describe('a token that an administrator makes', () => {
  test('is their own by default, shown once, and lives for a year', async () => {
    const { admin, it } = await stage();
    const { expires_at: end, id, token } = made(await make(admin, 'member', { label: 'laptop' }));
    expect(end).toBeCloseTo(now() + 365 * day, -2);
    expect((await it.as(token).get('/organizations/acme')).status).toBe(200);
    const [entry] = (await listed(admin)).filter((one) => one.id === id);
    expect(entry).toEqual({
      id,
      user: 'grace',
      machine: false,
      role: 'member',
      label: 'laptop',
      flows: null,
      created_at: expect.any(Number),
      expires_at: end,
      replaced: false,
      last_used_at: null,
      made_by: 'grace',
    });
    // Not for the other organization of its maker, whatever their own token is for.
    expect((await it.as(token).get('/organizations/globex')).status).toBe(403);
  });

  test('is of a machine where another name is given, in the narrowness that is asked for, and the record names its maker', async () => {
    const { admin, it } = await stage();
    await putFlow(it, 'shop', 'version: 1\n');
    const { id, token } = made(await make(admin, 'recorder', { user: 'ci', flows: ['shop', 'shop'], expires_at: now() + day }));
    const robot = it.as(token);
    expect([(await attest(robot, 'shop/t')).status, (await attest(robot, 'other/t')).status]).toEqual([201, 403]);
    const record = (await logOf(admin)).find(({ token_id: of }) => of === id);
    const [ofAdmin] = await idsOf(it, 'grace');
    expect(record).toMatchObject({ kind: 'token_made', user: 'ci', machine: true, reported_by: 'grace', flows: ['shop'] });
    expect(record?.credential).toEqual({ kind: 'token', id: ofAdmin });
    expect((await admin.get('/members/acme')).body).toEqual([
      { user: 'ada', machine: false, roles: ['member'], tokens: 1 },
      { user: 'ci', machine: true, roles: ['recorder'], tokens: 1 },
      { user: 'grace', machine: false, roles: ['admin'], tokens: 1 },
    ]);
  });

  test('ends never only where that is said', async () => {
    const { admin } = await stage();
    expect(made(await make(admin, 'reader', { expires_at: 'never' })).expires_at).toBeNull();
  });

  test.each(['ada', 'ADA', 'hedy', 'joan'])('is never one of the person %s', async (user) => {
    const { admin, it, of } = await stage();
    await of('hedy', 'member', { orgs: ['elsewhere'] });
    await of('joan', 'reader');
    // A person stays one, also without any token.
    await revoke(admin, await idOf(it, 'joan'));
    expect(words(await make(admin, 'reader', { user }))).toMatch(
      /^403 '.*' is a person, and nobody has a token made that speaks for another/,
    );
    expect((await listed(admin)).filter((one) => one.user === user && one.role === 'reader')).toEqual([]);
  });

  test.each(['operator', 'Operator', 'github:acme/shop', 'a b', 'ada\u200B', '', '\u0000replay'])(
    'is not of a machine %j',
    async (user) => {
      const { admin } = await stage();
      expect((await make(admin, 'reader', { user })).status).toBe(400);
    },
  );

  test('of a machine that the operator gave a token of a person is that of a person from then on', async () => {
    const { admin, of } = await stage();
    const { id } = made(await make(admin, 'recorder', { user: 'ci' }));
    made(await make(admin, 'recorder', { user: 'ci' }));
    await of('ci', 'reader');
    expect([(await make(admin, 'recorder', { user: 'ci' })).status, (await rotate(admin, id)).status]).toEqual([403, 403]);
  });

  test('stays that of a machine when the operator rotates it', async () => {
    const { admin, it } = await stage();
    const { id } = made(await make(admin, 'recorder', { user: 'ci' }));
    await replaceToken({ dataDir: it.dataDir, id, command: 'token rotate', overlap: 0 });
    expect((await make(admin, 'recorder', { user: 'ci' })).status).toBe(201);
  });

  test('ends no later than the token that it was made with: by default with it, and refused where more is asked for', async () => {
    const end = Math.floor(now()) + 7 * day;
    const { admin } = await stage({ expiresAt: end });
    expect(made(await make(admin, 'admin')).expires_at).toBe(end);
    for (const later of [end + 1, 'never'])
      expect(words(await make(admin, 'reader', { expires_at: later }))).toMatch(/^403 Your own token ends .* Name an earlier end/);
    const own = made(await make(admin, 'reader', { expires_at: end - 1 }));
    for (const later of [end + 1, 'never']) expect((await rotate(admin, own.id, { expires_at: later })).status).toBe(403);
    expect(made(await rotate(admin, own.id)).expires_at).toBeLessThanOrEqual(end);
  });

  test.each([
    [{ expires_at: 1 }, 'expires_at'],
    [{ expires_at: 1e300 }, 'expires_at'],
    [{ role: 'owner' }, 'role'],
    [{ role: 'admin', flows: ['f'] }, 'flows'],
    [{ flows: [] }, 'flows'],
    [{ flows: ['..'] }, 'flows[0]'],
    [{ label: 'a\nb' }, 'label'],
    [{ token: 'of-my-own-making-0123456789' }, 'token'],
    [{ hash: 'a' }, 'hash'],
    [{ machine: false }, 'machine'],
    [{ orgs: ['globex'] }, 'orgs'],
  ])('is refused with %j, and the field is named', async (more, name) => {
    const { admin } = await stage();
    const { body, status } = await make(admin, 'reader', more);
    expect([status, Object.keys(Object(field(body, 'errors')))]).toEqual([400, [name]]);
  });
});

describe('a token that an administrator rotates', () => {
  test('is replaced in this organization alone, with the same rights, and the record names who did it', async () => {
    const { admin, it } = await stage();
    const old = await idOf(it, 'grace');
    const { id, token } = made(await rotate(admin, old, { overlap: 0 }));
    expect(words(await admin.get('/tokens/acme'))).toMatch(/^(?:401|403) /);
    expect((await admin.get('/organizations/globex')).status).toBe(200);
    const next = it.as(token);
    expect([(await next.get('/organizations/acme')).status, (await next.get('/organizations/globex')).status]).toEqual([200, 403]);
    expect((await logOf(next)).slice(-2)).toMatchObject([
      { kind: 'token_made', token_id: id, replaces: old, reported_by: 'grace', credential: { kind: 'token', id: old } },
      { kind: 'token_end_set', token_id: old, reported_by: 'grace' },
    ]);
  });

  test('is one of their own or of a machine, and never that of another person', async () => {
    const { admin, it } = await stage();
    const ofCi = made(await make(admin, 'recorder', { user: 'ci', expires_at: now() + day }));
    const next = made(await rotate(admin, ofCi.id));
    expect(next.expires_at).toBeCloseTo(now() + day, -2);
    const before = await listed(admin);
    expect(words(await rotate(admin, await idOf(it, 'ada')))).toMatch(/^403 'ada' is a person/);
    expect(await listed(admin)).toEqual(before);
  });
});

describe('a token that an administrator takes back', () => {
  test('may be of anybody, is refused at once, and the record names who did it', async () => {
    const { admin, it } = await stage();
    const id = await idOf(it, 'ada');
    expect((await revoke(admin, id)).body).toEqual({ id, user: 'ada' });
    expect((await it.get('/organizations/acme')).status).toBe(401);
    expect((await logOf(admin)).at(-1)).toMatchObject({ kind: 'token_revoked', user: 'ada', reported_by: 'grace' });
    expect(words(await revoke(admin, id))).toMatch(/^404 .*has no token of that identifier/);
  });

  test('stays what it is in its other organizations', async () => {
    const { admin, it, of } = await stage();
    const both = it.as(await of('hedy', 'member', { orgs: ['acme', 'globex'] }));
    await revoke(admin, await idOf(it, 'hedy'));
    expect([(await both.get('/organizations/acme')).status, (await both.get('/organizations/globex')).status]).toEqual([403, 200]);
  });

  test('is never the last one of an administrator that stays', async () => {
    const { admin, it } = await stage();
    const own = await idOf(it, 'grace');
    expect(words(await revoke(admin, own))).toMatch(
      /^403 No other token of an administrator of 'acme' would stay.* Make another one first/,
    );
    // One that is being replaced does not stay.
    const { id } = made(await rotate(admin, own));
    expect((await revoke(admin, id)).status).toBe(403);
    expect((await revoke(admin, own)).status).toBe(200);
  });

  test('may be that of another administrator, and one of two who take back each other stays', async () => {
    const { admin, it, of } = await stage();
    const other = it.as(await of('hedy', 'admin'));
    const [one, two] = [await idOf(it, 'grace'), await idOf(it, 'hedy')];
    const answers = await Promise.all([revoke(admin, two), revoke(other, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await Promise.all([admin, other].map(async (each) => (await each.get('/tokens/acme')).status));
    expect(left.filter((status) => status === 200)).toHaveLength(1);
  });
});

test('an administrator of another organization sees and changes nothing of this one', async () => {
  const { admin, it, of } = await stage();
  const stranger = it.as(await of('eve', 'admin', { orgs: ['globex'] }));
  const ofAda = await idOf(it, 'ada');
  const asks = [
    make(stranger, 'reader'),
    rotate(stranger, ofAda),
    revoke(stranger, ofAda),
    stranger.get('/tokens/acme'),
    stranger.get('/members/acme'),
  ];
  expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  // By its own organization they reach no token that is not of it.
  expect((await stranger.json('DELETE', `/tokens/globex/${ofAda}`, undefined)).status).toBe(404);
  expect((await stranger.json('POST', `/tokens/globex/${ofAda}/rotation`, {})).status).toBe(404);
  expect(JSON.stringify((await stranger.get('/tokens/globex')).body)).not.toMatch(/"ada"|acme/);
  expect((await admin.get('/tokens/acme')).status).toBe(200);
});

test('no secret is in a list, in the log of the organization or in that of the service, and the hash is in no list', async () => {
  const { admin, it } = await stage();
  const { id, token } = made(await make(admin, 'reader', { user: 'ci' }));
  const next = made(await rotate(admin, id));
  const shown = JSON.stringify([(await admin.get('/tokens/acme')).body, (await admin.get('/members/acme')).body]);
  const everywhere = `${shown}${JSON.stringify(await logOf(admin))}${it.log.join('\n')}`;
  for (const secret of [token, next.token]) expect(everywhere).not.toContain(secret);
  const hashes = (await logOf(admin)).flatMap(({ token_hash: hash }) => (typeof hash === 'string' ? [hash] : []));
  expect(hashes.length).toBeGreaterThan(3);
  for (const hash of hashes) expect(shown).not.toContain(hash);
});

test('what is answered with a secret is kept by no cache', async () => {
  const { it, of } = await stage();
  const secret = await of('hedy', 'admin');
  const answer = await fetch(`${it.service.url}/api/v2/tokens/acme`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'reader' }),
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'private, no-store']);
});

test('the records of all this give the same tables again', async () => {
  const { admin, it, of } = await stage();
  const { id } = made(await make(admin, 'recorder', { user: 'ci', label: 'x' }));
  await rotate(admin, id, { overlap: 0 });
  await revoke(admin, await idOf(it, 'ada'));
  made(await make(admin, 'reader', { user: 'bot' }));
  await of('bot', 'reader');
  await revokeToken(it.dataDir, await idOf(it, 'ci'));
  const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
  expect([organizations.length, problem, organizations.flatMap((each) => each.problem ?? [])]).toEqual([2, undefined, []]);
});
