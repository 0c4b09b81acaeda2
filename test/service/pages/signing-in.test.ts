import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { attest, sha, token, world, type World } from '../support.ts';
import { basic, open, textOf } from './reader.ts';

const path = '/acme/flows/f/trails/t';

async function withTrail(): Promise<World> {
  const it = await world();
  await attest(it, 'f/t', { git_commit_info: { sha1: sha, message: 'what nobody else may read' } });
  return it;
}

test.each([
  ['no token', undefined],
  ['a token that is not known', basic('', 'nobody-has-this')],
  ['the token as the user name, as operations take it', basic(token, '')],
  ['an empty password', basic('', '')],
  ['no colon', `Basic ${Buffer.from(token).toString('base64')}`],
  ['another scheme', `Digest ${token}`],
])('with %s nothing is shown but how to sign in', async (_, authorization) => {
  const it = await withTrail();
  const response = await fetch(`${it.service.url}${path}`, authorization === undefined ? {} : { headers: { authorization } });
  const text = textOf(await response.text());
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="acme", charset="UTF-8"']);
  expect(text).toContain('the password is a token of this service');
  expect(text).not.toContain('nobody else');
});

test.each([
  ['the password', basic('', token)],
  ['the password, whatever the user name', basic('ada', token)],
  ['a bearer token', `Bearer ${token}`],
])('%s lets one read', async (_, authorization) => {
  const it = await withTrail();
  const { status, text } = await open(it, path, authorization);
  expect(status).toBe(200);
  expect(textOf(text)).toContain('what nobody else may read');
});

test.each(['admin', 'member', 'recorder', 'approver', 'snapshotter', 'auditor', 'reader'] as const)(
  'with the role %s one may read',
  async (role) => {
    const it = await withTrail();
    await createToken({ dataDir: it.dataDir, user: role, orgs: ['acme'], role, token: 'a-token-for-this-role' });
    expect((await open(it, path, basic('', 'a-token-for-this-role'))).status).toBe(200);
  },
);

test('somebody from another organization is asked for another token, and learns nothing of what is there', async () => {
  const it = await withTrail();
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['other'], role: 'admin', token: 'a-token-from-elsewhere' });
  const here = await open(it, path, basic('', 'a-token-from-elsewhere'));
  const nowhere = await open(it, '/nowhere/flows/f/trails/t', basic('', 'a-token-from-elsewhere'));
  expect([here.status, nowhere.status]).toEqual([401, 401]);
  expect(here.text.replaceAll('acme', 'nowhere')).toBe(nowhere.text);
});

test('what a browser was given for a page lets no form of another site record anything', async () => {
  const it = await withTrail();
  const body = new FormData();
  body.set('data_json', JSON.stringify({ attestation_name: 'forged', is_compliant: true }));
  const address = `${it.service.url}/api/v2/attestations/acme/f/trail/t/generic`;
  for (const user of ['', 'ada']) {
    expect((await fetch(address, { method: 'POST', body, headers: { authorization: basic(user, token) } })).status).toBe(401);
  }
});

test('a realm holds no sign that ends it', async () => {
  const it = await world();
  const { headers, status } = await open(it, '/a%22b%0D%0Ac/flows/f', 'none');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="compliance-evidence", charset="UTF-8"']);
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
