import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createToken, listTokens, readSignIn, verifyData } from '../../../src/service/index.ts';
import { callback, openTestProvider, type Faults } from '../../support/provider.ts';
import { world } from '../support.ts';
import { browser, hiddenIn, textOf } from './reader.ts';
import { publicUrl, page, type Scene, settingsFor, serviceBy, scene, opened, sentBack, pathOf, signIn, bodies } from './scene.ts';

test('somebody signs in by the provider of the company, reads with the role of their group, and signs out', async () => {
  const on = await scene();
  const own = opened(on);
  const shown = await own.get(`/sign-in?next=${encodeURIComponent(page)}`);
  expect(shown.text).toContain(`/sign-in/start?next=${encodeURIComponent(page)}`);
  expect(textOf(shown.text)).toContain(`Sign in with ${new URL(on.provider.issuer).host}`);
  const answer = await signIn(on, own);
  expect([answer.status, answer.location]).toEqual([303, page]);
  expect(textOf((await own.get(page)).text)).toContain('ada (reader) Sign out');
  expect((await own.get('/acme/records')).status, 'of other roles').toBe(403);
  expect((await own.get('/other')).status, 'of other groups').toBe(403);
  const left = await own.signOut();
  expect(left.location).toBe('/sign-in?left');
  expect((await own.get(page)).status).toBe(303);
  expect((await own.get('/sign-in?left')).text).toContain(`href="${on.provider.issuer}/session/end?client_id=evidence"`);
});

test('records name issuer and subject, and not a name that people choose', async () => {
  const on = await scene();
  on.provider.person = { sub: 'sub-of-eve', preferred_username: 'ada', groups: ['leads'] };
  await createToken({ dataDir: on.it.dataDir, user: 'root', orgs: ['other'], role: 'admin', token: 'a-token-that-makes-other' });
  const own = opened(on);
  await signIn(on, own);
  await own.signOut();
  const user = `oidc:${on.provider.issuer.slice('http://'.length)}:sub-of-eve`;
  const said = (kind: string, org: string) => ({
    kind,
    org,
    user,
    reported_by: user,
    credential: {
      kind: 'person',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      claims: { issuer: on.provider.issuer, subject: 'sub-of-eve', name: 'ada' },
    },
  });
  expect((await bodies(on.it)).toSorted((one, other) => (String(one['org']) < String(other['org']) ? -1 : 1))).toMatchObject(
    ['acme', 'other'].flatMap((org) => [said('signed_in', org), said('signed_out', org)]),
  );
  const { organizations, problem } = await verifyData({ dataDir: on.it.dataDir });
  expect([problem, ...organizations.map((each) => each.problem)]).toEqual([undefined, undefined, undefined]);
});

test('a public client signs in with PKCE alone, and each sign-in has a state, a nonce and a challenge of its own', async () => {
  const on = await scene({ client_id: 'public', client_secret_file: undefined });
  const own = opened(on);
  const asked = async () => new URL((await own.get('/sign-in/start')).location ?? '').searchParams;
  const [one, other] = [await asked(), await asked()];
  expect(Object.fromEntries(one)).toMatchObject({
    response_type: 'code',
    redirect_uri: callback,
    client_id: 'public',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one.get(name)).toMatch(/^[\w-]{43}$/);
    expect(one.get(name)).not.toBe(other.get(name));
  }
  expect((await signIn(on, own)).location).toBe(page);
});

test('the cookie of a sign-in is for this host alone, for 10 minutes, and goes afterwards', async () => {
  const on = await scene();
  const own = opened(on);
  const { cookies } = await own.get('/sign-in/start');
  const flags = 'Path=/; HttpOnly; SameSite=Lax; Secure';
  expect(cookies).toEqual([
    expect.stringMatching(new RegExp(`^__Host-ce_provider=[\\w-]{43}\\.\\d{10}\\.[\\w-]+; ${flags}; Max-Age=600$`)),
  ]);
  expect((await signIn(on, own)).cookies).toContain(`__Host-ce_provider=; ${flags}; Max-Age=0`);
});

test('the provider is told the public address, whatever host the browser names', async () => {
  const on = await scene();
  const { location = '' } = await browser(on.it, 'https://evil.example').get('/sign-in/start');
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(callback);
});

/** Where somebody comes to, or what they read in place of that. */
async function outcome(on: Scene): Promise<string> {
  const { location, text } = await signIn(on, opened(on));
  return location ?? textOf(text);
}

/** The page that says why somebody does not come in. */
async function refusal(on: Scene, own = opened(on)): Promise<string> {
  const answer = await signIn(on, own);
  expect([answer.status >= 400, own.kept.has('__Host-ce_session'), (await own.get(page)).status]).toEqual([true, false, 303]);
  expect(textOf(answer.text)).toContain('Token');
  return textOf(answer.text);
}

describe('a callback is not taken', () => {
  test.each<[string, (path: string) => string]>([
    ['with another state', (path) => path.replace(/state=[^&]*/, `state=${'x'.repeat(43)}`)],
    ['without a state', (path) => path.replace(/&?state=[^&]*/, '')],
    ['with two states', (path) => `${path}&state=${'x'.repeat(43)}`],
    ['of another issuer', (path) => path.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')],
    ['without its issuer', (path) => path.replace(/&?iss=[^&]*/, '')],
    ['with another code', (path) => path.replace(/code=[^&]*/, 'code=another')],
    ['without a code', (path) => path.replace(/code=[^&]*/, '')],
  ])('%s', async (_, change) => {
    const on = await scene();
    const own = opened(on);
    const path = await sentBack(on, own);
    expect((await own.get(change(path))).status).toBe(401);
    expect(own.kept.has('__Host-ce_session')).toBe(false);
    expect(await bodies(on.it)).toEqual([]);
  });

  test('in another browser, so that nobody is signed in as somebody else', async () => {
    const on = await scene();
    const [own, other] = [opened(on), opened(on)];
    const path = await sentBack(on, own);
    for (const each of [opened(on), other]) {
      if (each === other) await other.get('/sign-in/start');
      const answer = await each.get(path);
      expect([answer.status, textOf(answer.text).includes('was not begun in this browser')]).toEqual([401, true]);
      expect(each.kept.has('__Host-ce_session')).toBe(false);
    }
    expect((await own.get(path)).status, 'in its own').toBe(303);
  });

  test('twice, also where the provider takes the code again', async () => {
    const on = await scene({}, { takesCodesAgain: true });
    const own = opened(on);
    const path = await sentBack(on, own);
    const kept = new Map(own.kept);
    for (const status of [303, 401, 401]) {
      for (const [name, value] of kept) own.kept.set(name, value);
      own.kept.delete('__Host-ce_session');
      expect([(await own.get(path)).status, own.kept.has('__Host-ce_session')]).toEqual([status, status === 303]);
    }
    expect(await bodies(on.it)).toHaveLength(1);
    expect((await signIn(on, own)).location, 'a new one').toBe(page);
  });

  test('after 10 minutes, also if the browser keeps the cookie', async () => {
    const on = await scene();
    const own = opened(on);
    const path = await sentBack(on, own);
    const name = '__Host-ce_provider';
    const [secret = '', began = '', next = ''] = (own.kept.get(name) ?? '').split('.');
    own.kept.set(name, [secret, Number(began) - 601, next].join('.'));
    expect((await own.get(path)).status).toBe(401);
    // With another time the cookie is another secret.
    own.kept.set(name, [secret, Number(began) - 1, next].join('.'));
    expect((await own.get(path)).status).toBe(401);
    own.kept.set(name, [secret, began, Buffer.from('/acme').toString('base64url')].join('.'));
    expect((await own.get(path)).status).toBe(401);
    own.kept.set(name, [secret, began, next].join('.'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(textOf((await own.get(path)).text)).toContain('was not begun in this browser, or is over');
    vi.useRealTimers();
    expect((await own.get(path)).status).toBe(303);
  });

  test('that says that the provider did not let somebody in, in words that are no markup', async () => {
    const on = await scene();
    const own = opened(on);
    const state = new URL((await own.get('/sign-in/start')).location ?? '').searchParams.get('state') ?? '';
    const said = { state, iss: on.provider.issuer, error: 'access_denied', error_description: '<script>alert(1)</script>' };
    const answer = await own.get(`/sign-in/callback?${new URLSearchParams(said).toString()}`);
    expect([answer.status, answer.text.includes('<script>'), textOf(answer.text).includes('access_denied, <script>')]).toEqual([
      401,
      false,
      true,
    ]);
  });
});

const nowSeconds = () => Math.floor(Date.now() / 1000);

test.each<[string, Faults, string]>([
  ['with another nonce', { claims: { nonce: 'another' } }, '"nonce"'],
  ['without a nonce', { claims: { nonce: undefined } }, '"nonce"'],
  ['for another audience', { claims: { aud: 'another' } }, '"aud"'],
  ['for several audiences, of another client', { claims: { aud: ['evidence', 'another'], azp: 'another' } }, '"azp"'],
  ['that another client asked for', { claims: { azp: 'another' } }, 'given to another client'],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }, '"iss"'],
  ['that has ended', { claims: { exp: nowSeconds() - 60 } }, '"exp"'],
  ['of the future', { claims: { iat: nowSeconds() + 600 } }, 'of the future'],
  ['that holds later', { claims: { nbf: nowSeconds() + 600 } }, '"nbf"'],
  ['that nobody signed', { signed: 'nobody' }, '"alg"'],
  ['that others signed', { signed: 'others' }, 'signature'],
  ['without an end', { claims: { exp: undefined } }, '"exp"'],
  ['without a subject', { claims: { sub: undefined } }, '"sub"'],
])('an ID token %s is not believed', async (_, faults, reason) => {
  expect(await refusal(await scene({}, faults))).toContain(reason);
});

test('a little difference of the clocks is no reason', async () => {
  const on = await scene({}, { claims: { exp: nowSeconds() - 5, iat: nowSeconds() + 15 } });
  expect((await signIn(on, opened(on))).location).toBe(page);
});

describe('somebody has no role, and reads why,', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['whose groups are not in the ID token', {}, 'The ID token has no claim `groups`'],
    ['whose groups were cut', { _claim_names: { groups: 'src1' } }, 'You are in so many groups'],
    ['who has none of the groups', { groups: ['elsewhere', '__proto__', 'constructor'] }, 'None of your groups has one'],
    ['whose groups are of no known form', { groups: { developers: true } }, 'None of your groups has one'],
    ['who is in no group', { groups: [] }, 'None of your groups has one'],
  ])('%s', async (_, claims, reason) => {
    const on = await scene();
    on.provider.person = { sub: 'sub-of-ada', ...claims };
    expect(await refusal(on)).toContain(`You have no role here. ${reason}`);
  });

  test('whom the file refuses', async () => {
    expect(await refusal(await scene({ refused: ['sub-of-ada'] }))).toContain('You have no role here');
  });

  test('whose organization is not there', async () => {
    expect(await refusal(await scene({ organizations: { nowhere: { developers: 'admin' } } }))).toContain('You have no role here');
  });
});

test('groups are where the file says, and the first role of several counts', async () => {
  const on = await scene({ groups_claim: 'roles', organizations: { acme: { a: 'reader', b: 'auditor', c: 'approver' } } });
  on.provider.person = { sub: 'sub-of-ada', name: 'Ada', roles: ['a', 'b'] };
  const own = opened(on);
  await signIn(on, own);
  expect(textOf((await own.get('/acme')).text)).toContain('Ada (auditor)');
  on.provider.person = { sub: 'sub-of-bob', roles: 'a' };
  const other = opened(on);
  await signIn(on, other);
  expect(textOf((await other.get('/acme')).text)).toContain('sub-of-bob (reader)');
});

test.each<[string | undefined, string]>([
  ['own-tenant', page],
  ['another', 'Your tenant (another)'],
  [undefined, 'Your tenant (none)'],
])('of the tenants only those of the file come in: %s', async (tid, expected) => {
  const on = await scene({ tenants: ['own-tenant'] });
  on.provider.person = { sub: 'sub-of-ada', groups: ['developers'], tid };
  expect(await outcome(on)).toContain(expected);
});

test.each<[unknown, string]>([
  [true, page],
  [undefined, page],
  [false, 'has not verified your address'],
  ['true', 'has not verified your address'],
])('with verified_email an address must be verified where the provider says whether it is: %j', async (said, expected) => {
  const on = await scene({ verified_email: true });
  on.provider.person = { sub: 'sub-of-ada', groups: ['developers'], email: 'ada@acme.example', email_verified: said };
  expect(await outcome(on)).toContain(expected);
});

describe('a session of a person', () => {
  test.each<[string, Readonly<Record<string, unknown>>, number, string]>([
    ['has another role', { organizations: { acme: { developers: 'auditor' } } }, 200, '(auditor)'],
    ['ends where its group has no role any more', { organizations: { acme: { leads: 'admin' } } }, 303, ''],
    ['ends where its person is refused', { refused: ['sub-of-ada'] }, 303, ''],
    ['ends where the service has another provider', { issuer: 'https://login.example' }, 303, ''],
  ])('%s after a restart with another file', async (_, more, status, text) => {
    const on = await scene();
    const own = opened(on);
    await signIn(on, own);
    await on.it.service.close();
    const again = browser(await serviceBy(on.provider, more, on.it.dataDir), publicUrl);
    for (const [name, value] of own.kept) again.kept.set(name, value);
    const shown = await again.get(page);
    expect([shown.status, textOf(shown.text).includes(text)]).toEqual([status, true]);
  });

  test('ends where the service knows no provider any more', async () => {
    const on = await scene();
    const own = opened(on);
    await signIn(on, own);
    await on.it.service.close();
    const it = await world(on.it.dataDir, { publicUrl });
    const again = browser(it, publicUrl);
    for (const [name, value] of own.kept) again.kept.set(name, value);
    expect((await again.get(page)).status).toBe(303);
    expect([(await again.get('/sign-in/start')).status, (await again.get('/sign-in/callback?code=a')).status]).toEqual([404, 404]);
    expect((await again.get('/sign-in')).text).not.toContain('/sign-in/start');
  });

  test('is in no operation, and its id is new at each sign-in', async () => {
    const on = await scene();
    const own = opened(on);
    own.kept.set('__Host-ce_session', 'x'.repeat(43));
    await signIn(on, own);
    const first = own.kept.get('__Host-ce_session');
    expect(first).not.toBe('x'.repeat(43));
    expect((await own.get('/api/v2/flows/acme')).status).toBe(401);
    await signIn(on, own);
    expect(own.kept.get('__Host-ce_session')).not.toBe(first);
    const other = opened(on);
    other.kept.set('__Host-ce_session', first ?? '');
    expect((await other.get(page)).status, 'the earlier one').toBe(303);
  });
});

describe('somebody whose group administers', () => {
  const access = '/acme/access';
  const made = { user: 'ci-bot', role: 'recorder', label: '', flows: '', days: '' };
  const rule = {
    repository: 'acme/shop',
    repository_id: '4711',
    owner_id: '',
    role: 'recorder',
    audience: 'evidence',
    workflow: '',
    ref: '',
  };

  async function lead() {
    const provider = await openTestProvider();
    provider.person = { sub: 'sub-of-eve', preferred_username: 'eve', groups: ['leads'] };
    const it = await serviceBy(provider, {}, undefined, { oidc: {} });
    const on = { provider, it };
    const own = opened(on);
    expect((await signIn(on, own, access)).location).toBe(access);
    const send = async (path: string, fields: Readonly<Record<string, string>> = {}) =>
      await own.post(path, { ...fields, ...hiddenIn((await own.get('/acme/types')).text) });
    const tokens = async () => (await listTokens(it.dataDir)).map(({ id, user }) => ({ id, user }));
    return { on, own, send, tokens };
  }

  test('makes, rotates and takes back tokens of machines and rules of jobs; the records name issuer and subject', async () => {
    const { on, send, tokens } = await lead();
    const shown = await send(`${access}/tokens`, made);
    const secret = /<pre[^>]*>([!-~]+)<\/pre>/.exec(shown.text)?.[1] ?? '';
    expect([shown.status, (await on.it.as(secret).get('/flows/acme')).status]).toEqual([200, 200]);
    const { id = '' } = (await tokens()).find(({ user }) => user === 'ci-bot') ?? {};
    expect((await send(`${access}/tokens/${id}/rotation`)).status).toBe(200);
    expect((await send(`${access}/tokens/${id}/end`)).location).toBe(access);
    expect((await on.it.as(secret).get('/flows/acme')).status).toBe(401);
    expect((await send('/acme/job-rules', rule)).text).toContain('The rule is in force');
    const said = await bodies(on.it, `body like '%"kind":"person"%'`);
    const user = `oidc:${on.provider.issuer.slice('http://'.length)}:sub-of-eve`;
    const kinds = ['signed_in', 'token_made', 'token_made', 'token_end_set', 'token_revoked', 'oidc_rule_added'];
    expect(said.map(({ kind }) => kind)).toEqual(kinds);
    for (const each of said)
      expect(each).toMatchObject({ reported_by: user, credential: { kind: 'person', claims: { subject: 'sub-of-eve' } } });
  });

  test('makes no token that outlives the group: none for themselves or another person, and none that administers', async () => {
    const { on, own, send, tokens } = await lead();
    expect(textOf((await own.get(access)).text)).toContain('eve (1 session)');
    const refusedFor = async (more: Partial<typeof made>) => {
      const { status, text } = await send(`${access}/tokens`, { ...made, ...more });
      return [status, textOf(text).includes('outlive your groups')];
    };
    const user = `oidc:${on.provider.issuer.slice('http://'.length)}:sub-of-eve`;
    expect(await refusedFor({ user: '' })).toEqual([403, true]);
    expect(await refusedFor({ user })).toEqual([403, true]);
    expect(await refusedFor({ role: 'admin' })).toEqual([403, true]);
    expect(await refusedFor({ user: 'ada' })).toEqual([403, false]);
    expect(await refusedFor({ days: '4000' })).toEqual([403, false]);
    expect(await tokens()).toEqual([{ id: expect.any(String), user: 'ada' }]);
    const root = 'the-token-of-an-administrator';
    await createToken({ dataDir: on.it.dataDir, user: 'root', orgs: ['acme'], role: 'admin', token: root });
    await on.it.as(root).json('POST', '/tokens/acme', { user: 'chief-bot', role: 'admin' });
    const { id = '' } = (await tokens()).find((each) => each.user === 'chief-bot') ?? {};
    const rotated = await send(`${access}/tokens/${id}/rotation`);
    expect([rotated.status, textOf(rotated.text).includes('outlive your groups')]).toEqual([403, true]);
  });

  test('may do it no more once the file gives the group another role', async () => {
    const { on, own } = await lead();
    await on.it.service.close();
    const again = browser(await serviceBy(on.provider, { organizations: { acme: { leads: 'member' } } }, on.it.dataDir), publicUrl);
    for (const [name, value] of own.kept) again.kept.set(name, value);
    expect([(await again.get('/acme')).status, (await again.get(access)).status]).toEqual([200, 403]);
    expect((await again.post(`${access}/tokens`, { ...made, ...hiddenIn((await again.get('/acme')).text) })).status).toBe(403);
  });
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/a/../..//evil.example', 'javascript:alert(1)'])(
  'nobody is led on to %s',
  async (next) => {
    const on = await scene();
    expect((await signIn(on, opened(on), next)).location).toBe('/');
  },
);

describe('the provider', () => {
  test.each<[string, Faults]>([
    ['is broken', { status: 500 }],
    ['leads elsewhere', { status: 302 }],
    ['describes another one', { metadata: { issuer: 'https://evil.example' } }],
    ['has no keys in TLS', { metadata: { jwks_uri: 'http://evil.example/keys' } }],
    ['takes codes without TLS', { metadata: { token_endpoint: 'http://evil.example/token' } }],
    ['lets people sign in elsewhere without TLS', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['says too much', { metadata: { more: 'x'.repeat(300_000) } }],
  ])('may fail: it %s, and a page says so, and lets in with a token', async (_, faults) => {
    const on = await scene({}, faults);
    const own = opened(on);
    const begun = await own.get('/sign-in/start');
    const answer = begun.location === undefined ? begun : await own.get(pathOf(await on.provider.visit(begun.location)));
    expect([answer.status >= 400, textOf(answer.text).includes('Sign in again')]).toEqual([true, true]);
    expect(own.kept.has('__Host-ce_session')).toBe(false);
    expect((await own.signIn()).status).toBe(303);
  });

  test('lets people in when it is well again', async () => {
    const on = await scene({}, { status: 500 });
    expect((await opened(on).get('/sign-in/start')).status).toBe(503);
    on.provider.faults = {};
    expect(await outcome(on)).toBe(page);
  });

  test('is asked anew where its parts are, ten minutes later and no sooner', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const on = await scene();
    const start = async () => new URL((await opened(on).get('/sign-in/start')).location ?? '').origin;
    expect(await start()).toBe(on.provider.issuer);
    on.provider.faults = { metadata: { authorization_endpoint: 'https://moved.example/auth' } };
    vi.advanceTimersByTime(599_000);
    expect(await start()).toBe(on.provider.issuer);
    vi.advanceTimersByTime(2_000);
    expect([await start(), await start()]).toEqual(['https://moved.example', 'https://moved.example']);
    expect(on.provider.asked.filter((path) => path.endsWith('/openid-configuration'))).toHaveLength(2);
  });

  test('may be away', async () => {
    const on = await scene();
    await on.provider.close();
    const { status, text } = await opened(on).get('/sign-in/start');
    expect([status, textOf(text).includes('cannot be asked who you are: /.well-known/openid-configuration could not be reached')]).toEqual([
      503,
      true,
    ]);
    expect(on.it.log.join('\n')).toContain('Somebody could not sign in.');
  });

  test('is asked nothing before somebody wants to sign in by it', async () => {
    const on = await scene();
    await opened(on).get('/sign-in');
    expect(on.provider.asked).toEqual([]);
  });

  test('may have no page to sign out, or one that is no address', async () => {
    for (const end of [undefined, 'javascript:alert(1)']) {
      const on = await scene({}, { metadata: { end_session_endpoint: end } });
      const own = opened(on);
      await signIn(on, own);
      await own.signOut();
      expect((await own.get('/sign-in?left')).text).not.toMatch(/sign out there|javascript:/);
    }
  });
});

test('neither the log nor the data has a secret of a sign-in', async () => {
  for (const faults of [{}, { claims: { aud: 'another' } }, { answer: { iss: 'https://evil.example' } }]) {
    const on = await scene({}, faults);
    const own = opened(on);
    await signIn(on, own);
    const cookies = [...own.kept.values()];
    expect(on.provider.secrets.length).toBeGreaterThan(0);
    await on.it.service.close();
    const told = `${on.it.log.join('\n')}${await readFile(join(on.it.dataDir, 'evidence.db'), 'latin1')}`;
    expect([...on.provider.secrets, ...cookies, on.provider.clientSecret].filter((secret) => told.includes(secret))).toEqual([]);
  }
});

describe('the file', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a role that is none', { organizations: { acme: { developers: 'owner' } } }, 'organizations.acme.developers (line'],
    ['a key that is none', { client_sceret_file: 'secret' }, 'client_sceret_file'],
    ['a secret', { client_secret: 'a-secret' }, 'client_secret'],
    ['no organization', { organizations: {} }, 'organizations'],
    ['an issuer without TLS', { issuer: 'http://login.example' }, 'issuer is no address of a provider'],
    ['an issuer with a query', { issuer: 'https://login.example?a=b' }, 'issuer is no address of a provider'],
    ['an issuer for everybody', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer is of every tenant'],
    ['scopes without openid', { scopes: ['profile'] }, 'scopes leave out openid'],
    ['a secret that is not there', { client_secret_file: 'nowhere' }, 'client_secret_file is not there'],
  ])('with %s is refused', async (_, more, message) => {
    const provider = await openTestProvider();
    const file = await settingsFor(provider, more);
    await expect(readSignIn(file)).rejects.toThrow(message);
    await expect(readSignIn(file)).rejects.not.toThrow('a-secret');
  });

  test('is refused where others may read the secret', async () => {
    const provider = await openTestProvider();
    const file = await settingsFor(provider);
    await chmod(join(file, '..', 'secret'), 0o644);
    await expect(readSignIn(file)).rejects.toThrow('its mode is 0644, which lets others read or change it');
    await expect(readSignIn(join(file, 'nowhere'))).rejects.toThrow('--sign-in names a file that is not there');
  });
});
