import { describe, expect, test } from 'vitest';
import { createToken, listTokens, revokeToken, verifyData } from '../../../src/service/index.ts';
import { ownPath } from '../../../src/service/pages/session.ts';
import { query, verbatim, type Row } from '../../../src/service/sql/sql.ts';
import { openBackend } from '../../../src/service/store/open-data.ts';
import { attest, sha, token, world, type World } from '../support.ts';
import { ask, bearer, browser, hiddenIn, open, textOf, type Browser } from './reader.ts';

const path = '/acme/flows/f/trails/t';

async function withTrail(...more: Parameters<typeof world>): Promise<World> {
  const it = await world(...more);
  await attest(it, 'f/t', { git_commit_info: { sha1: sha, message: 'what nobody else may read' } });
  return it;
}

/** A browser that is signed in. */
async function signedIn(it: World, secret = token): Promise<Browser> {
  const own = browser(it);
  expect((await own.signIn(secret)).status).toBe(303);
  return own;
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

test.each([
  ['nothing', {}],
  ['the token as the password', { authorization: basic('', token) }],
  ['the token as the user name', { authorization: basic(token, '') }],
  ['another scheme', { authorization: `Digest ${token}` }],
  ['a session that never was', { cookie: `ce_session_80=${'a'.repeat(43)}` }],
])('a browser that sends %s is led to where it signs in, and back', async (_, headers: Record<string, string>) => {
  const it = await withTrail();
  const answer = await ask(`${it.service.url}${path}?page=1`, 'GET', { host: 'localhost', ...headers });
  expect([answer.status, answer.location, answer.text]).toEqual([303, `/sign-in?next=${encodeURIComponent(`${path}?page=1`)}`, '']);
});

test('a program without a token, or with a wrong one, is told so on a page', async () => {
  const it = await withTrail();
  for (const headers of [{}, { authorization: 'Bearer nobody-has-this' }]) {
    const response = await fetch(`${it.service.url}${path}`, { headers });
    expect([response.status, response.headers.get('www-authenticate'), response.headers.get('content-type')]).toEqual([
      401,
      'Bearer',
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).not.toContain('nobody else');
  }
});

test('who signs in comes to the page that they wanted, and reads it until they sign out', async () => {
  const it = await withTrail();
  const own = browser(it);
  const answer = await own.signIn(token, path);
  expect([answer.status, answer.location]).toEqual([303, path]);
  const shown = textOf((await own.get(path)).text);
  expect(shown).toContain('what nobody else may read');
  expect(shown).toContain('ada (member) Sign out');
  const before = new Map(own.kept);
  expect((await own.signOut()).location).toBe('/sign-in');
  for (const [name, value] of before) own.kept.set(name, value);
  expect((await own.get(path)).status, 'the session that was signed out').toBe(303);
});

test.each(['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const)(
  'with the role %s one may read, and no other organization',
  async (role) => {
    const it = await withTrail();
    await createToken({ dataDir: it.dataDir, user: role, orgs: ['acme'], role, token: `a-token-for-the-role-${role}` });
    await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['other'], role: 'admin', token: 'a-token-from-elsewhere' });
    const own = await signedIn(it, `a-token-for-the-role-${role}`);
    const statuses = async (...paths: readonly string[]) => await Promise.all(paths.map(async (each) => (await own.get(each)).status));
    expect(await statuses('/', '/acme', '/acme/flows', '/acme/flows/f', path)).toEqual([303, 200, 200, 200, 200]);
    expect(await statuses('/other', '/other/flows', '/other/flows/f', '/nowhere')).toEqual([403, 403, 403, 403]);
  },
);

test('somebody from another organization learns nothing of what is there', async () => {
  const it = await withTrail();
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['other'], role: 'admin', token: 'a-token-from-elsewhere' });
  const here = await open(it, path, bearer('a-token-from-elsewhere'));
  const nowhere = await open(it, '/nowhere/flows/f/trails/t', bearer('a-token-from-elsewhere'));
  expect([here.status, nowhere.status]).toEqual([403, 403]);
  expect(here.text.replaceAll('acme', 'nowhere')).toBe(nowhere.text);
});

test('a token for some flows reads these alone, also in a session', async () => {
  const it = await withTrail();
  await attest(it, 'g/t');
  const narrow = { dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'reader', flows: ['f'] } as const;
  const own = await signedIn(it, await createToken(narrow));
  expect([(await own.get('/acme/flows/f')).status, (await own.get('/acme/flows/g')).status]).toEqual([200, 403]);
  const list = (await own.get('/acme/flows')).text;
  expect([list.includes('/acme/flows/f"'), list.includes('/acme/flows/g"')]).toEqual([true, false]);
});

describe('a session', () => {
  test('has a new id at each sign-in, which nobody can choose, and the earlier one ends', async () => {
    const it = await withTrail();
    const own = await signedIn(it);
    const [name = '', first = ''] = [...own.kept].find(([each]) => each.includes('session')) ?? [];
    own.kept.set(name, 'x'.repeat(43));
    await own.signIn();
    const second = own.kept.get(name);
    expect(second).not.toBe('x'.repeat(43));
    expect(await statusWith(it, name, 'x'.repeat(43))).toBe(303);
    await own.signIn();
    expect([second, first]).not.toContain(own.kept.get(name));
    expect(await statusWith(it, name, second ?? '')).toBe(303);
    expect((await own.get(path)).status).toBe(200);
  });

  test('is no more where a cookie of its name is there twice', async () => {
    const it = await withTrail();
    const own = await signedIn(it);
    const [name = '', id = ''] = [...own.kept].find(([each]) => each.includes('session')) ?? [];
    expect(await statusWith(it, name, id)).toBe(200);
    expect(await statusWith(it, name, `${id}; ${name}=${'x'.repeat(43)}`)).toBe(303);
  });

  test('ends when its token is taken back, and is not taken by operations', async () => {
    const it = await withTrail();
    await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'admin', token: 'a-token-to-be-taken-back' });
    const own = await signedIn(it, 'a-token-to-be-taken-back');
    expect((await own.get(path)).status).toBe(200);
    expect((await own.get('/api/v2/flows/acme')).status, 'an operation').toBe(401);
    expect((await own.post('/api/v2/flows/acme/f/archive', {}, { 'sec-fetch-site': 'same-origin' })).status).toBeGreaterThanOrEqual(400);
    const { id } = (await listTokens(it.dataDir)).find(({ user }) => user === 'eve') ?? { id: '' };
    await revokeToken(it.dataDir, id);
    expect((await own.get(path)).status).toBe(303);
  });

  test('loses an organization at the moment when its token does', async () => {
    const it = await withTrail();
    await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme', 'other'], role: 'reader', token: 'a-token-for-two-of-them' });
    const own = await signedIn(it, 'a-token-for-two-of-them');
    expect((await own.get('/other')).status).toBe(200);
    await inDatabase(it, `delete from grants where org_id = (select id from organizations where name = 'other') and role = 'reader'`);
    expect([(await own.get('/other')).status, (await own.get('/acme')).status]).toEqual([403, 200]);
  });

  test('ends an hour after its last use, eight hours after its beginning, and with its token', async () => {
    let now = 1_800_000_000;
    const it = await withTrail(undefined, { clock: () => now });
    const [idle, used] = [await signedIn(it), await signedIn(it)];
    await createToken({
      dataDir: it.dataDir,
      user: 'eve',
      orgs: ['acme'],
      role: 'reader',
      token: 'a-token-that-ends-soon',
      expiresAt: now + 900,
    });
    const short = await signedIn(it, 'a-token-that-ends-soon');
    const statuses = async (...each: readonly Browser[]) => await Promise.all(each.map(async (one) => (await one.get(path)).status));
    now += 899;
    expect(await statuses(short)).toEqual([200]);
    now += 1;
    expect(await statuses(short, used)).toEqual([303, 200]);
    now += 3599;
    expect(await statuses(used)).toEqual([200]);
    expect(await statuses(idle)).toEqual([303]);
    while (now < 1_800_000_000 + 8 * 3600 - 1) {
      now = Math.min(now + 1800, 1_800_000_000 + 8 * 3600 - 1);
      expect(await statuses(used)).toEqual([200]);
    }
    now += 1;
    expect(await statuses(used)).toEqual([303]);
  });

  test('is known to the data by a hash alone, and no backup or check of the log trips over it', async () => {
    const it = await withTrail();
    const own = await signedIn(it);
    await own.signOut();
    await own.signIn();
    const rows = await inDatabase(it, 'select * from sessions');
    expect(rows).toHaveLength(1);
    for (const id of own.kept.values()) expect(JSON.stringify(rows)).not.toContain(id);
    const kinds = await inDatabase(it, `select kind, body from records where kind like 'signed%' order by sequence`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_out', 'signed_in']);
    expect(JSON.parse(String(kinds[0]?.['body']))).toMatchObject({ user: 'ada', reported_by: 'ada', credential: { kind: 'token' } });
    const { organizations, problem } = await verifyData({ dataDir: it.dataDir });
    expect([problem, organizations.map(({ problem: each }) => each)]).toEqual([undefined, [undefined]]);
  });
});

async function statusWith(it: World, name: string, value: string): Promise<number> {
  return (await ask(it.service.url + path, 'GET', { cookie: `${name}=${value}` })).status;
}

async function inDatabase(it: World, statement: string): Promise<readonly Row[]> {
  const engine = await openBackend(it.dataDir).open();
  try {
    return await engine.write(() => query(verbatim(statement)));
  } finally {
    await engine.close();
  }
}

describe('the form to sign in', () => {
  test('says that a token is wrong, and bounds guesses as everywhere', async () => {
    const it = await world();
    const own = browser(it);
    const answer = await own.signIn('nobody-has-this');
    expect([answer.status, textOf(answer.text).includes('The token is not known to this service.')]).toEqual([401, true]);
    expect([(await own.signIn('')).status, (await own.signIn('ce_job_nobody-has-this')).status]).toEqual([401, 401]);
    const { text } = await own.get('/sign-in');
    const guess = async (index: number) => (await own.post('/sign-in', { ...hiddenIn(text), token: `guess-${index}` })).status;
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)));
    expect([statuses.includes(429), await guess(100)]).toEqual([true, 429]);
    expect((await own.signIn(token)).status, 'the right token').toBe(303);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['nobody', { origin: 'null' }],
    ['the same host with TLS', { origin: 'https://127.0.0.1' }],
    ['a browser that says cross-site', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('is not taken from %s, and neither is the one to sign out', async (_, headers) => {
    const it = await withTrail();
    const own = browser(it);
    expect((await own.signIn(token, path, headers)).status).toBe(403);
    expect((await own.get(path)).status).toBe(303);
    await own.signIn();
    const fields = hiddenIn((await own.get('/acme')).text);
    expect((await own.post('/sign-out', fields, headers)).status).toBe(403);
    expect((await own.get(path)).status).toBe(200);
  });

  test('is taken without an origin where the browser says that it is the same one, and not where nobody does', async () => {
    const it = await withTrail();
    const own = browser(it);
    const { text } = await own.get('/sign-in');
    const send = async (headers: Record<string, string>) =>
      await ask(
        `${it.service.url}/sign-in`,
        'POST',
        {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: [...own.kept].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        new URLSearchParams({ ...hiddenIn(text), token }).toString(),
      );
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    for (const site of ['none', 'same-site', 'cross-site']) expect((await send({ 'sec-fetch-site': site })).status).toBe(403);
    expect((await send({})).status).toBe(403);
  });

  test('is taken with its own cookie and field alone, as a form, and not too long', async () => {
    const it = await withTrail();
    const own = browser(it);
    const other = browser(it);
    const hidden = hiddenIn((await own.get('/sign-in')).text);
    const fields = { ...hidden, token };
    const { form_token: formToken = '', next = '' } = hidden;
    await other.get('/sign-in');
    expect((await other.post('/sign-in', fields)).status, 'the field of another browser').toBe(403);
    expect((await browser(it).post('/sign-in', fields)).status, 'no cookie').toBe(403);
    expect((await own.post('/sign-in', { next, token })).status, 'no field').toBe(403);
    expect((await own.post('/sign-in', { ...fields, form_token: `${formToken.slice(1)}A` })).status).toBe(403);
    expect((await own.post('/sign-in', fields, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await own.post('/sign-in', { ...fields, more: 'x'.repeat(16 * 1024) })).status).toBe(413);
    expect((await own.post('/sign-in', fields)).status).toBe(303);
    const session = await signedIn(it);
    expect((await own.post('/sign-out', hiddenIn((await session.get('/acme')).text))).status, 'of another session').toBe(403);
    expect((await own.get('/sign-out')).status, 'by a link').toBe(403);
    expect((await own.get(path)).status).toBe(200);
  });

  test('is not taken with a bearer token or basic authentication', async () => {
    const it = await withTrail();
    const own = await signedIn(it);
    const fields = hiddenIn((await own.get('/acme')).text);
    expect((await own.post('/sign-out', fields, { authorization: bearer(token) })).status).toBe(401);
    expect((await own.post('/sign-out', fields, { authorization: basic(token, token) })).status).toBe(403);
    expect((await own.get(path)).status).toBe(200);
  });
});

test.each([
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2F/../..//evil.example',
  'evil.example',
  'javascript:alert(1)',
  '/javascript:alert(1)\r\nSet-Cookie: a=b',
  '/a\u0000b',
  '/a b',
  '/ä',
  '/a/../b',
  '/"><script>',
  'http:/evil.example',
  '@evil.example',
  '',
  `/${'a'.repeat(2001)}`,
  ['/a', '/b'],
  undefined,
])('after signing in with next=%j one is at home', async (next) => {
  expect(ownPath(next)).toBe('/');
});

test.each(['/', '/acme', `${path}?page=2#records`, '/a%2Fb?q=a%20b'])('after signing in with next=%j one is there', async (next) => {
  expect(ownPath(next)).toBe(next);
});

describe('the cookies', () => {
  const attributes = (cookies: readonly string[]) => cookies.map((each) => each.replace(/=[\w-]{43}/, '=…'));

  test('are for this host alone with TLS, and no script and no other site has them', async () => {
    const it = await withTrail(undefined, { publicUrl: 'https://evidence.example' });
    const own = browser(it, 'https://evidence.example');
    const page = await own.get('/sign-in');
    const answer = await own.signIn();
    const flags = 'Path=/; HttpOnly; SameSite=Lax; Secure';
    expect(attributes([...page.cookies, ...answer.cookies])).toEqual([`__Host-ce_sign_in=…; ${flags}`, `__Host-ce_session=…; ${flags}`]);
    expect((await own.get(path)).status).toBe(200);
    expect(attributes((await own.signOut()).cookies)).toEqual([`__Host-ce_session=; ${flags}; Max-Age=0`]);
  });

  test('are for this port alone on this machine', async () => {
    const it = await withTrail();
    const { port } = new URL(it.service.url);
    for (const seen of [it.service.url, `http://localhost:${port}`, `http://[::1]:${port}`]) {
      const answer = await browser(it, seen).signIn();
      expect(attributes(answer.cookies)).toEqual([`ce_session_${port}=…; Path=/; HttpOnly; SameSite=Lax`]);
    }
  });

  test('are those of TLS behind a proxy, whose public address may be left out', async () => {
    const it = await withTrail(undefined, { proxies: 1 });
    const answer = await browser(it, 'https://evidence.example').signIn();
    expect([answer.status, ...attributes(answer.cookies)]).toEqual([303, '__Host-ce_session=…; Path=/; HttpOnly; SameSite=Lax; Secure']);
  });

  test.each([
    ['http://evidence.example', {}],
    ['http://127.0.0.1.evil.example', {}],
    ['http://evidence.internal:8080', { publicUrl: 'http://evidence.internal:8080' }],
  ])('are not set at %s, where others could read them: nobody signs in there', async (seen, more) => {
    const it = await withTrail(undefined, more);
    const own = browser(it, seen);
    const answer = await own.get('/sign-in');
    expect([answer.status, answer.cookies, textOf(answer.text).includes('in plain HTTP others could read the token')]).toEqual([
      403,
      [],
      true,
    ]);
    expect(textOf(answer.text)).toContain('--public-url');
    expect([(await own.post('/sign-in', { token })).status, own.kept.size]).toEqual([403, 0]);
  });
});

test('a page shows hostile names as the texts that they are, and no page is kept', async () => {
  const it = await world();
  const user = '<script>alert(1)</script>"\'';
  await createToken({ dataDir: it.dataDir, user, orgs: ['acme'], role: 'reader', token: 'a-token-of-somebody-hostile' });
  const own = await signedIn(it, 'a-token-of-somebody-hostile');
  const { headers, text } = await own.get('/acme');
  expect([text.includes('<script>'), textOf(text).includes(`${user} (reader)`)]).toEqual([false, true]);
  const hostile = await own.get('/sign-in?next=/%22%3E%3Cscript%3E');
  expect(hostile.text).not.toContain('<script>');
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*form-action 'self'; frame-ancestors 'none'$/),
  });
});

test('a browser is told on a page that there is nothing, and a program in JSON', async () => {
  const it = await world();
  const shown = await browser(it).get('/a/b/c/d');
  expect([shown.status, shown.headers['content-type'], textOf(shown.text).includes('There is nothing here')]).toEqual([
    404,
    'text/html; charset=utf-8',
    true,
  ]);
  for (const address of ['/a/b/c/d', '/api/v2/nothing'])
    expect((await open(it, address)).headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((await browser(it).get('/api/v2/nothing')).headers['content-type']).toBe('application/json; charset=utf-8');
});

test('a file that is attached needs the same, and is only ever saved', async () => {
  const it = await world();
  const { body } = await attest(it, 'f/t', {}, { name: 'results.html', content: '<script>alert(1)</script>' });
  const id = String(Object(body).attestation_id);
  const address = `${path}/attestations/${id}/attachment`;
  expect((await open(it, address, 'none')).status).toBe(401);
  const { headers, status, text } = await open(it, address);
  expect([status, text]).toEqual([200, '<script>alert(1)</script>']);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="results.html"; filename*=UTF-8''results.html`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});
