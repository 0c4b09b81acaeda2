import { expect, test } from 'vitest';
import { changeOrganization, createToken } from '../../../src/service/index.ts';
import type { Role } from '../../../src/contract/limits.ts';
import { attest, field, world, type World } from '../support.ts';
import { browser, hiddenIn, linksOf, textOf, type Browser } from './reader.ts';

const adminToken = 'the-token-of-an-administrator';
const page = '/acme/access';

const gone = '00000000-0000-0000-0000-00000000';
const made = { user: '', role: 'recorder', label: '', flows: '', days: '' };

/** A browser in which somebody with that role is signed in, with a token of their own. */
async function signedIn(it: World, user = 'root', role: Role = 'admin', token = adminToken): Promise<Browser> {
  await createToken({ dataDir: it.dataDir, user, orgs: ['acme'], role, token });
  const own = browser(it);
  expect((await own.signIn(token)).status).toBe(303);
  return own;
}

/** The field that each form of this browser brings along. */
const hidden = async (own: Browser) => hiddenIn((await own.get('/acme/types')).text);

/** Makes a token by the form, and answers the page that shows it. */
async function make(own: Browser, fields: Partial<typeof made>) {
  return await own.post('/acme/access/tokens', { ...made, ...fields, ...(await hidden(own)) });
}

const secretIn = (text: string): string => /<pre[^>]*>([!-~]+)<\/pre>/.exec(text)?.[1] ?? '';
const idsOf = (text: string): readonly string[] => [...text.matchAll(/access\/tokens\/([^/]+)\/end/g)].map(([, id = '']) => id);

test('a token is made by the form, shown once, works, and is narrowed as was asked', async () => {
  const it = await world();
  const own = await signedIn(it);
  const { headers, status, text } = await make(own, { user: 'ci-bot', label: 'nightly', flows: 'shop, web', days: '7' });
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  const secret = secretIn(text);
  const list = (await own.get(page)).text;
  expect(list).not.toContain(secret);
  expect(textOf(list)).toMatch(/ci-bot recorder nightly .*only for shop, web/);
  expect((await it.as(secret).json('PUT', '/trails/acme/shop', { name: 't' })).status).not.toBe(401);
  expect((await it.as(secret).get('/trails/acme/other')).status).toBe(403);
  expect(it.log.join('\n')).not.toContain(secret);
  const { body } = await it.as(adminToken).get('/tokens/acme');
  const listed = (Array.isArray(body) ? body : []).find((each) => field(each, 'user') === 'ci-bot');
  expect(Number(field(listed, 'expires_at')) - Number(field(listed, 'created_at'))).toBeCloseTo(7 * 86_400, -2);
});

test.each([
  ['label', 'a\u0000b'],
  ['label', 'W'.repeat(101)],
  ['flows', '<script>'],
  ['flows', 'shop\u202E'],
  ['role', 'operator'],
  ['user', '"><img src=x>'],
])('a token is refused with the %s %j, which the interface does not take either', async (name, value) => {
  const it = await world();
  const { status, text } = await make(await signedIn(it), { user: 'ci-bot', [name]: value });
  expect([status, secretIn(text), /<script>|<img|\u202E/.test(text)]).toEqual([400, '', false]);
});

test('a form that is refused is shown again, with what was typed, and with the reason in the words of its labels', async () => {
  const it = await world(undefined, { oidc: {} });
  const own = await signedIn(it);
  const typed = { user: 'ci "bot"', role: 'auditor', label: '<b>nightly', flows: ' shop , web', days: 'soon' };
  const { status, text } = await make(own, typed);
  expect([status, /<title>([^<]*)/.exec(text)?.[1]]).toEqual([400, 'Not done · Access · acme']);
  expect(/role="alert" tabindex="-1" autofocus>\s*<p>([^<]*)/.exec(text)?.[1]).toBe('Days until it ends must be a whole number.');
  expect(text.match(/<input name="days" value="soon"[^>]*aria-invalid="true"/)).toHaveLength(1);
  expect(text.match(/aria-invalid=/g)).toHaveLength(1);
  for (const kept of [
    'name="user" value="ci &#34;bot&#34;"',
    'value="auditor" selected',
    'value="&#60;b&#62;nightly"',
    'value="shop , web"',
  ])
    expect(text).toContain(kept);
  expect(text).not.toContain('errors');
  for (const [days, why] of [
    ['0', 'at least 1'],
    ['100000', 'at most 99999'],
  ] as const)
    expect(textOf((await make(own, { user: 'ci-bot', days })).text)).toContain(`Days until it ends must be ${why}.`);
  const again = { ...typed, ...hiddenIn(text), days: '7', flows: '' };
  const [nobody, shown] = [await own.post('/acme/access/tokens', again), textOf((await own.get(page)).text)];
  expect([nobody.status, textOf(nobody.text), shown.includes('nightly')]).toEqual([
    400,
    expect.stringContaining(`No machine can be called 'ci "bot"'. Use up to 100 letters`),
    false,
  ]);
  expect((await own.post('/acme/access/tokens', { ...again, user: 'ci-bot', label: 'nightly' })).status).toBe(200);
  const rule = { repository: 'acme/shop', repository_id: 'x', owner_id: '', role: 'reader', audience: 'evidence', workflow: '', ref: '' };
  const wrong = await own.post('/acme/job-rules', { ...rule, ...(await hidden(own)) });
  expect(wrong.text).toMatch(/name="repository_id" value="x" [^>]*aria-invalid="true"/);
  expect(/autofocus>(.*?)<\/div>/s.exec(wrong.text)?.[1]).toMatch(
    /^<p>Number of the repository is not usable: x<\/p>.*gh api repos\/acme\/shop --jq .id<\/p>$/,
  );
});

test('a form that is refused by what somebody may do is shown again, and one of another person is not shown at all', async () => {
  const it = await world();
  const own = await signedIn(it);
  const refused = await make(own, { user: 'ada', label: 'hers' });
  expect([refused.status, refused.text.includes('value="hers"'), textOf(refused.text)]).toEqual([
    403,
    true,
    expect.stringContaining(`'ada' is a person`),
  ]);
  const eve = await signedIn(it, 'eve', 'reader', 'the-token-of-somebody-else');
  const other = await make(eve, { user: 'ada', label: 'hers' });
  expect([other.status, other.text.includes('hers'), textOf(other.text).includes('Tokens')]).toEqual([403, false, false]);
});

test('two names that look alike are told apart wherever they are shown', async () => {
  const it = await world();
  const own = await signedIn(it);
  const alike = ['bob', 'bo\u200Bb', 'bob\u2060', 'bo\u202Eb', 'bo\uFE0Fb', 'bob\u00A0', 'bo\u3164b', 'bo  b', 'bo b'];
  for (const [index, user] of alike.entries()) {
    const token = `the-token-number-${index}-of-bob`;
    await createToken({ dataDir: it.dataDir, user, orgs: ['acme'], role: 'member', token });
    const theirs = browser(it);
    await theirs.signIn(token);
    await attest({ ...it, ...it.as(token) }, `f/t${index}`);
    const [, shown = ''] = /<div><b>([^<]*)<\/b> \(member\)/.exec((await theirs.get('/acme')).text.replace(/\s+/g, ' ')) ?? [];
    expect(shown).toMatch(user === 'bob' || user === 'bo b' ? /^bo ?b$/ : /^bo⟨U\+[0-9A-F]{4}⟩ ?b$|^bob⟨U\+[0-9A-F]{4}⟩$/);
  }
  const access = (await own.get(page)).text.split('<h2>');
  for (const part of access.slice(1, 4)) {
    const names = [...part.matchAll(/<b>(bo[^<]*)<\/b>/g)].map(([, name]) => name);
    expect([names.length, new Set(names).size]).toEqual([alike.length, alike.length]);
  }
  const begun = alike.map(async (_, index) => /by <b>(bo[^<]*)<\/b>/.exec((await own.get(`/acme/flows/f/trails/t${index}`)).text)?.[1]);
  expect(new Set(await Promise.all(begun)).size).toBe(alike.length);
});

test('whose name has a letter that is not seen is signed out, and not who has the name without it', async () => {
  const it = await world();
  const [own, bob, other] = [await signedIn(it), browser(it), browser(it)];
  for (const [one, user] of [
    [bob, 'bob'],
    [other, 'bo\u200Bb'],
  ] as const)
    await one.signIn(await createToken({ dataDir: it.dataDir, user, orgs: ['acme'], role: 'reader' }));
  const [, hers = ''] = [...(await own.get(page)).text.matchAll(/name="user" value="(bo[^"]*)"/g)].map(([, value]) => value);
  expect((await own.post('/acme/access/sign-out', { user: hers, ...(await hidden(own)) })).status).toBe(303);
  expect([(await bob.get('/acme')).status, (await other.get('/acme')).status]).toEqual([200, 303]);
});

test('every page says that its organization is archived, until it is restored', async () => {
  const it = await world();
  const own = await signedIn(it);
  const isMarked = async (path: string) => textOf((await own.get(path)).text).includes('root (admin of an archived organization)');
  for (const archived of [true, false]) {
    await changeOrganization(it.dataDir, 'acme', archived);
    const sent = await make(own, { user: 'ci-bot', label: 'kept' });
    expect([sent.status, sent.text.includes('value="kept"'), sent.text.includes('organization restore')]).toEqual(
      archived ? [403, true, true] : [200, false, false],
    );
    for (const path of ['/acme', '/acme/flows', page, '/acme/flows/none']) expect([path, await isMarked(path)]).toEqual([path, archived]);
  }
});

test('a token that was rotated and is taken back works no more, and the one in its place does', async () => {
  const it = await world();
  const own = await signedIn(it);
  const secret = secretIn((await make(own, { user: 'ci-bot' })).text);
  const tokens = (await it.as(adminToken).get('/tokens/acme')).body;
  const ofBot = String(
    field(
      (Array.isArray(tokens) ? tokens : []).find((each) => field(each, 'user') === 'ci-bot'),
      'id',
    ),
  );
  const rotated = await own.post(`/acme/access/tokens/${ofBot}/rotation`, await hidden(own));
  expect([rotated.status, secretIn(rotated.text) === secret]).toEqual([200, false]);
  const ended = await own.post(`/acme/access/tokens/${ofBot}/end`, await hidden(own));
  expect([ended.status, ended.location]).toEqual([303, page]);
  expect((await it.as(secret).get('/flows/acme')).status).toBe(401);
  expect((await it.as(secretIn(rotated.text)).get('/flows/acme')).status).toBe(200);
});

test('nobody makes or rotates a token of another person, and the page offers only to take it back', async () => {
  const it = await world();
  const own = await signedIn(it);
  expect((await make(own, { user: 'ada' })).status).toBe(403);
  const ada = (await own.get(page)).text.split('<li>').find((each) => textOf(each).startsWith('ada member')) ?? '';
  const [id = ''] = idsOf(ada);
  expect(ada).not.toContain('/rotation');
  expect((await own.post(`/acme/access/tokens/${id}/rotation`, await hidden(own))).status).toBe(403);
  expect((await own.post(`/acme/access/tokens/${id}/end`, await hidden(own))).status).toBe(303);
});

test('the last administrator stays', async () => {
  const it = await world();
  const own = await signedIn(it);
  const root = (await own.get(page)).text.split('<li>').find((each) => textOf(each).startsWith('root admin')) ?? '';
  const { status, text } = await own.post(`/acme/access/tokens/${idsOf(root)[0] ?? ''}/end`, await hidden(own));
  expect([status, textOf(text).includes('this is the last one')]).toEqual([403, true]);
});

test.each([
  ['/acme/access', 'tokens/TOKEN/rotation', 404],
  ['/acme/access', 'tokens/TOKEN/end', 404],
  ['/acme/access', 'sign-out', 400],
  ['/acme/job-rules', 'TOKEN/end', 404],
])('the form of a row is refused on its own page, %s, below the reason: %s', async (path, row, expected) => {
  const it = await world(undefined, { oidc: {} });
  const own = await signedIn(it);
  const heading = /<h1>.*<\/h1>/.exec((await own.get(path)).text)?.[0] ?? 'none';
  const { status, text } = await own.post(`${path}/${row.replace('TOKEN', gone)}`, await hidden(own));
  expect(status).toBe(expected);
  expect(text).toMatch(/<title>Not done · /);
  expect(text.split(heading)[0]).toMatch(/role="alert" tabindex="-1" autofocus><p>[^<]+<\/p>/);
});

test.each(['member', 'auditor', 'reader'] as const)('who has the role %s sees no form and sends none', async (role) => {
  const it = await world();
  const own = await signedIn(it, 'eve', role, 'the-token-of-somebody-else');
  expect((await own.get(page)).status).toBe(403);
  expect((await make(own, { user: 'ci-bot' })).status).toBe(403);
});

test('a form of another site, without its token, or from a program changes nothing', async () => {
  const it = await world();
  const own = await signedIn(it);
  const token = await hidden(own);
  const path = '/acme/access/tokens';
  expect((await own.post(path, { ...made, user: 'ci-bot', ...token }, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await own.post(path, { ...made, user: 'ci-bot' })).status).toBe(403);
  const answer = await fetch(it.service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...made, user: 'ci-bot', ...token }),
  });
  expect([401, 403]).toContain(answer.status);
  expect(textOf((await own.get(page)).text)).not.toContain('ci-bot');
});

test('a rule of jobs is made and removed by forms, and a wrong one says what is wrong', async () => {
  const it = await world(undefined, { oidc: {} });
  const own = await signedIn(it);
  const rule = {
    repository: 'acme/shop',
    repository_id: '4711',
    owner_id: '',
    role: 'recorder',
    audience: 'evidence',
    workflow: '',
    ref: '',
  };
  const wrong = await own.post('/acme/job-rules', { ...rule, repository_id: '', ...(await hidden(own)) });
  expect([wrong.status, textOf(wrong.text)]).toEqual([400, expect.stringMatching(/repository/)]);
  const open = await own.post('/acme/job-rules', { ...rule, ...(await hidden(own)) });
  expect([open.status, textOf(open.text)]).toEqual([
    200,
    expect.stringMatching(/in force .*every workflow on every branch .* role recorder; ref, environment or workflow narrows that/),
  ]);
  const narrow = { ...rule, repository: 'acme/web', repository_id: '4712', ref: 'refs/heads/main' };
  expect((await own.post('/acme/job-rules', { ...narrow, ...(await hidden(own)) })).location).toBe('/acme/job-rules');
  const { text } = await own.get('/acme/job-rules');
  expect(textOf(text)).toMatch(/acme\/shop recorder .*Audience evidence/);
  for (const [, id = ''] of text.matchAll(/job-rules\/([^/"]+)\/end/g))
    expect((await own.post(`/acme/job-rules/${id}/end`, await hidden(own))).status).toBe(303);
  expect(textOf((await own.get('/acme/job-rules')).text)).toContain('No job is let in');
  expect(linksOf((await own.get('/acme/access')).text)).toContain('/acme/job-rules');
});

test('an administrator signs somebody out: all sessions that reach the organization, and no others; a record says who did it', async () => {
  const it = await world();
  const own = await signedIn(it);
  const bob = await signedIn(it, 'bob', 'reader', 'the-first-token-of-bob');
  const again = browser(it);
  await again.signIn('the-first-token-of-bob');
  await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['globex'], role: 'reader', token: 'a-token-of-bob-elsewhere' });
  const elsewhere = browser(it);
  await elsewhere.signIn('a-token-of-bob-elsewhere');
  const statuses = async () => [
    (await bob.get('/acme')).status,
    (await again.get('/acme')).status,
    (await elsewhere.get('/globex')).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(textOf((await own.get(page)).text)).toMatch(/Signed in to these pages .*bob \(2 sessions\)/);
  const path = '/acme/access/sign-out';
  expect((await bob.post(path, { user: 'root', ...(await hidden(bob)) })).status, 'who is no administrator').toBe(403);
  expect((await own.post(path, { user: 'bob', ...(await hidden(own)) })).location).toBe(page);
  expect(await statuses()).toEqual([303, 303, 200]);
  expect((await own.post(path, { user: 'bob', ...(await hidden(own)) })).status, 'of others').toBe(404);
  expect((await own.get('/acme')).status).toBe(200);
  const { body } = await it.as(adminToken).get('/records/acme?limit=1000');
  const records = field(body, 'records');
  const last = (Array.isArray(records) ? records : []).map((each) => JSON.parse(String(field(each, 'body')))).at(-1);
  expect(last).toMatchObject({ kind: 'signed_out', user: 'bob', reported_by: 'root', credential: { kind: 'token' } });
});
