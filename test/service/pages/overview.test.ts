import { describe, expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { approve, artifact } from '../approving.ts';
import { print, putEnvironment } from '../environment-support.ts';
import { attest, field, putFlow, red, sha, token, world, type World } from '../support.ts';
import { bearer, browser, linksOf, open, textOf } from './reader.ts';

const commit = { sha1: sha, message: 'Round once\n\nmore', author: 'Grace <grace@x.example>', branch: 'main' };
const template = 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n    - {name: scan, type: snyk}\n';

/** Two organizations with a red trail each, the later one in globex, and a green one. */
async function withRed(): Promise<World> {
  const it = await world();
  await putFlow(it, 'shop', template);
  await attest(it, 'shop/red', { junit_results: [red], git_commit_info: commit });
  await attest(it, 'cart/green', { git_commit_info: { ...commit, sha1: 'b'.repeat(40), message: 'Fill the cart' } });
  await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['globex'], role: 'admin', token: 'a-token-for-globex-alone' });
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme', 'globex'], role: 'reader', token: 'a-token-for-both-of-them' });
  const other = it.as('a-token-for-globex-alone');
  expect(
    (await other.form('POST', '/attestations/globex/pay/trail/late/junit', { attestation_name: 'unit', junit_results: [red] })).status,
  ).toBe(201);
  return it;
}

const section = (page: string, title: string): string => textOf(page.split(`<h2>${title}</h2>`)[1]?.split('<h2>')[0] ?? '');

describe('the home page', () => {
  test('says what is red in all organizations of the reader, the newest first, with the reason and who wrote the change', async () => {
    const it = await withRed();
    const { text } = await open(it, '/', bearer('a-token-for-both-of-them'));
    expect(textOf(text)).toContain('acme reader globex reader');
    const now = section(text, 'Red or waiting now');
    expect(now).toMatch(/✘ not compliant late .*globex › pay › late, just now ✘ not compliant Round once .*acme › shop › red, just now/);
    expect(now).toMatch(/Round once Grace <grace@x\.example> unit\b.*/);
    expect(now).not.toContain('green');
  });

  test('leads to the only organization of a token', async () => {
    const it = await withRed();
    const own = browser(it);
    await own.signIn(token);
    const answer = await own.get('/');
    expect([answer.status, answer.location]).toEqual([303, '/acme']);
  });

  test('says that nothing is red', async () => {
    const it = await world();
    await attest(it, 'f/t');
    expect(section((await open(it, '/acme')).text, 'Red or waiting now')).toMatch(/compliant\. Nothing\./);
  });
});

describe('a trail that says no', () => {
  const at = (branch: string) => ({ git_commit_info: { ...commit, branch } });
  const listed = async (it: World): Promise<readonly string[]> => {
    const now = (await open(it, '/acme')).text.split('<h2>Red or waiting now</h2>')[1]?.split('<h2>')[0] ?? '';
    return linksOf(now).map((link) => link.split('/').at(-1) ?? '');
  };

  test('is listed until a newer one of its flow and branch is compliant', async () => {
    const it = await world();
    await attest(it, 'shop/before', at('main'));
    for (const trail of ['shop/one', 'shop/two', 'cart/one']) await attest(it, trail, { junit_results: [red], ...at('main') });
    await attest(it, 'shop/side', { junit_results: [red], ...at('side') });
    await attest(it, 'shop/nowhere', { junit_results: [red] });
    expect(await listed(it)).toEqual(['nowhere', 'side', 'one', 'two', 'one']);
    await attest(it, 'shop/three', at('main'));
    expect(await listed(it)).toEqual(['nowhere', 'side', 'one']);
    await attest(it, 'shop/four', { junit_results: [red], ...at('main') });
    expect(await listed(it)).toEqual(['four', 'nowhere', 'side', 'one']);
    await attest(it, 'shop/five');
    expect(await listed(it)).toEqual(['four', 'side', 'one']);
  });
});

describe('the page of an organization', () => {
  test('shows how to make the first record, in a line that does', async () => {
    const it = await world();
    const own = browser(it);
    await own.signIn();
    const { text } = await own.get('/acme');
    const [, data = '', address = ''] = /-F 'data_json=(.*)' (\S+)/.exec(textOf(text)) ?? [];
    const body = new FormData();
    body.set('data_json', data);
    const made = await fetch(address, { method: 'POST', headers: { authorization: bearer(token) }, body });
    expect(made.status).toBe(201);
    const shown = (await own.get('/acme')).text;
    expect(shown).not.toContain('Nothing is recorded here yet');
    expect(linksOf(shown)).toContain('/acme/flows/my-flow/trails/my-first-trail');
  });

  test('shows each flow with its last 12 trails as squares that say what they mean, the flow with the latest trail first', async () => {
    const it = await withRed();
    for (let number = 1; number <= 14; number += 1) await attest(it, `shop/t${number}`, number === 14 ? { junit_results: [red] } : {});
    const { text } = await open(it, '/acme');
    expect(section(text, 'Flows, and their last trails')).toMatch(/^shop ?✘( …){11} cart ?✔/);
    const titles = [...text.matchAll(/title="(t\d+: [^"]+)"/g)].map(([, title]) => title);
    expect(titles).toEqual(['t14: not compliant', ...Array.from({ length: 11 }, (_, index) => `t${13 - index}: incomplete`)]);
    expect(linksOf(text)).toContain('/acme/flows/shop/trails/t14');
  });

  test('lists what people decided in the last days: overrides, approvals, and artifacts that may run', async () => {
    const it = await withRed();
    await it.json('POST', '/attestations/acme/shop/trail/red/override', {
      attestation_name: 'unit',
      reason: 'known <b>flake</b>',
      new_compliance_status: true,
      original_attestation_type: 'junit',
    });
    await artifact(it, { trail_name: 'red' }, 'shop');
    await approve(it, {}, 'shop');
    await putEnvironment(it, 'prod');
    const allowed = { artifact_fingerprint: print('e'), artifact_name: 'e.tgz', description: 'a hotfix' };
    expect((await it.json('PUT', '/allowlists/acme/prod', allowed)).status).toBe(201);
    const { text } = await open(it, '/acme');
    const decided = section(text, 'Overrides, approvals and allowed artifacts of 30 days');
    expect(decided).toContain('Override of unit on red by ada just now: known <b>flake</b>');
    expect(decided).toContain('e.tgz allowed in prod by ada just now: a hotfix');
    expect(decided).toMatch(/Approval of \S+.* by ada just now: pending/);
    for (const link of linksOf(text).filter((each) => each.startsWith('/')))
      expect([link, (await open(it, link)).status]).toEqual([link, 200]);
  });

  test('shows a token for some flows these alone', async () => {
    const it = await withRed();
    const flows = ['cart'];
    const narrow = await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'reader', flows });
    const { status, text } = await open(it, '/acme', bearer(narrow));
    expect([status, text.includes('green'), /shop|\bred\b|Overrides/.test(text.slice(text.indexOf('</style>')))]).toEqual([
      200,
      true,
      false,
    ]);
    await artifact(it, { trail_name: 'red', filename: 'app.tgz' }, 'shop');
    for (const words of ['red', 'ada', 'once', 'shop', sha, 'app.tgz', 'ab'.repeat(32)]) {
      const { text: found } = await open(it, `/acme/search?q=${words}`, bearer(narrow));
      const links = linksOf(found.slice(found.indexOf('<main')));
      expect([words, links]).toEqual([words, words === 'ada' ? ['/acme/flows/cart/trails/green'] : []]);
    }
  });
});

describe('the one box to search', () => {
  test.each([
    ['a whole SHA', sha, ['/trails/red']],
    ['the beginning of a SHA in capital letters', 'BBBBBBB', ['/trails/green']],
    ['the name of a trail', 'green', ['/trails/green']],
    ['a part of a name of a flow', 'SHO', ['/flows/shop']],
    ['a part of a message', 'once', ['/trails/red']],
    ['an author', 'GRA', ['/trails/red', '/trails/green']],
    ['a recorder', 'ada', ['/trails/red', '/trails/green']],
    ['the name of an artifact', 'app.tgz', ['/artifacts/']],
    ['a fingerprint', 'ab'.repeat(32), ['/artifacts/']],
    ['a fingerprint as registries write it', `sha256:${'ab'.repeat(32)}`, ['/artifacts/']],
  ])('finds %s', async (_, words, expected) => {
    const it = await withRed();
    await artifact(it, { trail_name: 'red', filename: 'app.tgz' }, 'shop');
    const { status, text } = await open(it, `/acme/search?q=${encodeURIComponent(words)}`);
    expect(status).toBe(200);
    const found = linksOf(text.slice(text.indexOf('<main')));
    for (const each of expected)
      expect(
        found.some((link) => link.includes(each)),
        `${each} among ${found.join()}`,
      ).toBe(true);
    expect(found.some((link) => link.includes('globex'))).toBe(false);
  });

  test('shows of a trail what people know it by: message and author first, and the hash as short as they read it', async () => {
    const it = await withRed();
    const { text } = await open(it, '/acme/search?q=Round');
    expect(textOf(text)).toMatch(/✘ not compliant Round once Grace .*shop › red [0-9a-f]{8}, just now, begun by ada/);
    expect(text).not.toMatch(/>[0-9a-f]{40}</);
  });

  test.each([
    '%',
    '_',
    'message',
    'git_commit',
    'filename',
    '\\',
    "'; drop table trails; --",
    '"',
    '<script>alert(1)</script>',
    '🙂',
    ' ',
    '',
  ])('finds nothing for %j, and shows it as the text that it is', async (words) => {
    const it = await withRed();
    const { status, text } = await open(it, `/acme/search?q=${encodeURIComponent(words)}`);
    expect([status, text.includes('Nothing is found.'), text.includes('<script>')]).toEqual([200, true, false]);
    expect(textOf(text)).toContain(words.trim());
  });

  test('finds signs that stand for anything where they are written', async () => {
    const it = await withRed();
    await attest(it, 'f/t', { git_commit_info: { ...commit, message: 'Give 50% "off" at C:\\temp_1' } });
    for (const words of ['50%', '"off"', 'C:\\temp_1', '%']) {
      const { text } = await open(it, `/acme/search?q=${encodeURIComponent(words)}`);
      expect(linksOf(text.slice(text.indexOf('<main')))).toEqual(['/acme/flows/f/trails/t']);
    }
  });

  test('is on every page of an organization', async () => {
    const it = await withRed();
    for (const address of ['/acme', '/acme/flows', '/acme/flows/shop', '/acme/flows/shop/trails/red'])
      expect((await open(it, address)).text).toContain('action="/acme/search"');
    expect(field(await it.get('/flows/acme'), 'status')).toBe(200);
  });
});
