import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { print, provide, putEnvironment, report } from '../environment-support.ts';
import { attest, field, putFlow, putPolicy, red, sha, world, type World } from '../support.ts';
import { ask, textOf, linksOf, open } from './reader.ts';

const template =
  'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n    - {name: scan, type: snyk}\n  artifacts:\n    - name: artifact\n      attestations:\n        - {name: sign, type: generic}\n';

/** A service with something of each kind. */
async function full(): Promise<World> {
  const it = await world(undefined, { publicUrl: 'https://evidence.example' });
  await putFlow(it, 'f', template);
  await attest(it, 'f/t', { junit_results: [red], git_commit_info: { sha1: sha } }, { content: '<a/>' });
  await it.form('POST', '/attestations/acme/f/trail/t/generic', { attestation_name: 'unit-2', is_compliant: true });
  await it.json('POST', '/attestations/acme/f/trail/t/override', {
    attestation_name: 'unit',
    reason: 'known',
    new_compliance_status: true,
    original_attestation_type: 'junit',
  });
  await provide(it, 'a', 't');
  await provide(it, 'a', 'another');
  await it.json('POST', '/artifacts/acme/f', { fingerprint: print('c'), filename: 'c', build_url: '', commit_url: '' });
  await it.form('POST', '/attestations/acme/f/trail/t/generic', {
    attestation_name: 'sign',
    is_compliant: true,
    artifact_fingerprint: print('a'),
  });
  await putEnvironment(it, 'prod');
  await putPolicy(it, 'p', '_schema: https://docs.example/v1\nartifacts:\n  provenance:\n    required: true\n');
  await it.json('POST', '/environments/acme/prod/policies', { policy_names: ['p'] });
  await report(it, 'prod', 'abc');
  await report(it, 'prod', 'bc');
  return it;
}

/** The fields of an answer that people follow. */
function pagesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name.endsWith('html_url') && typeof inner === 'string' && inner !== '' ? [inner] : pagesIn(inner),
  );
}

test('every html_url of an answer leads to a page, and so does every link of that page', async () => {
  const it = await full();
  const answers = [
    '/trails/acme/f',
    '/trails/acme/f/t',
    '/attestations/acme',
    '/artifacts/acme',
    `/search/acme/sha/${print('a')}`,
    `/asserts/acme/fingerprint/${print('a')}`,
    `/asserts/acme/fingerprint/${print('c')}`,
    '/snapshots/acme/prod/1',
    '/snapshots/acme/prod/2',
  ];
  const found = await Promise.all(answers.map(async (path) => pagesIn((await it.get(path)).body)));
  for (const [index, pages] of found.entries()) expect(pages.length, `pages in ${answers[index]}`).toBeGreaterThan(0);
  const waiting = found.flat();
  const seen = new Set<string>();
  for (const address of waiting) {
    const { origin, pathname, search } = new URL(address);
    expect(origin).toBe('https://evidence.example');
    if (seen.has(pathname + search)) continue;
    seen.add(pathname + search);
    const { headers, status, text } = await open(it, pathname + search);
    const isStatement = pathname.endsWith('/statement');
    expect(status, `at ${address}`).toBe(200);
    if (isStatement || pathname.endsWith('/attachment')) continue;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const links = linksOf(text).map((link) => new URL(link, address).href);
    waiting.push(...links.filter((link) => link.startsWith('https://evidence.example')));
  }
  // The flow, its trails, records, the file of one, artifacts and snapshots.
  const kinds = ['/flows/f', '/trails/t', 'attestation_id=', '/attachment', '/artifacts/', 'artifact_id=', '/snapshots/2'];
  for (const kind of kinds)
    expect(
      [...seen].some((path) => path.includes(kind)),
      `a link to ${kind}`,
    ).toBe(true);
  expect(seen.size).toBeGreaterThan(10);
});

test('a record is shown on its own trail alone', async () => {
  const it = await full();
  const { body } = await attest(it, 'f/third');
  const id = String(field(body, 'attestation_id'));
  expect((await open(it, `/acme/flows/f/trails/third?attestation_id=${id}`)).status).toBe(200);
  expect((await open(it, `/acme/flows/f/trails/t?attestation_id=${id}`)).status).toBe(404);
});

test('what is not there is a page that says so', async () => {
  const it = await full();
  for (const [path, words] of [
    ['/acme/flows/none', 'There is no flow &#39;none&#39;'],
    ['/acme/flows/f/trails/none', 'There is no trail &#39;none&#39;'],
    ['/acme/flows/f/trails/t?attestation_id=01234567-89ab-cdef-0123-456789ab', 'has no attestation 01234567'],
    [`/acme/flows/f/artifacts/${print('f')}`, 'There is no artifact'],
    ['/acme/environments/none/snapshots/1', 'There is no environment'],
    ['/acme/environments/prod/snapshots/99', 'prod'],
  ] as const) {
    const { status, text } = await open(it, path);
    expect([status, text.includes(words)], `at ${path}`).toEqual([404, true]);
  }
  for (const path of ['/acme/flows/f?page=0', '/acme/flows/f?x=1', '/acme/flows/f/artifacts/abc', '/acme/environments/prod/snapshots/0'])
    expect((await open(it, path)).status, `at ${path}`).toBe(400);
});

test('a page runs nothing but its own script, is framed by nobody, and is not kept; HEAD answers the same without it', async () => {
  const it = await full();
  const { headers, text } = await open(it, '/acme/flows/f/trails/t');
  const hashOf = (element: RegExp): string =>
    createHash('sha256')
      .update(element.exec(text)?.[1] ?? '')
      .digest('base64');
  const [style, script] = [hashOf(/<style>(.*?)<\/style>/s), hashOf(/<script type="module">(.*?)<\/script>/s)];
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  });
  expect(text.replace('<script type="module">', '')).not.toMatch(/<script|<img|<iframe|style="| on\w+=/i);
  const head = await open(it, '/acme/flows/f/trails/t', undefined, 'HEAD');
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', headers.get('content-length')]);
  expect(head.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
  const refused = await open(it, '/acme/flows/f/trails/t', 'none');
  expect(refused.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
});

test('an organization whose name is that of a path has pages too', async () => {
  const it = await world();
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['api'], role: 'admin', token: 'a-token-of-the-org-api' });
  await it.as('a-token-of-the-org-api').form('PUT', '/flows/api/template_file', { name: 'f' });
  expect((await open(it, '/api/flows/f', 'Bearer a-token-of-the-org-api')).status).toBe(200);
});

test.each([
  ['/acme/flows/%zz', 'text/html', 'text/html'],
  ['/%E0%A4', 'text/html,*/*', 'text/html'],
  ['/acme/flows/%zz', '*/*', 'application/json'],
  ['/api/v2/flows/%zz', 'text/html', 'application/json'],
])('a malformed address is answered with a page to people, and in JSON to programs: %s with %s', async (path, accept, type) => {
  const { headers, status, text } = await ask((await world()).service.url + path, 'GET', { accept });
  expect([status, headers['content-type']]).toEqual([400, `${type}; charset=utf-8`]);
  expect(text).toContain('The path of the request is malformed.');
  expect(text.includes('<main')).toBe(type === 'text/html');
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
});

test('what no form is sent to is answered with a page to people; and where an icon would be, there is nothing, and no sign-in', async () => {
  const { url } = (await world()).service;
  for (const [method, path] of [
    ['POST', '/acme'],
    ['PUT', '/nothing/at/all'],
    ['DELETE', '/'],
  ] as const) {
    const { headers, status, text } = await ask(url + path, method, {});
    expect([status, textOf(text).includes('There is no page at this address.')]).toEqual([404, true]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  for (const accept of ['image/*', 'text/html']) expect((await ask(`${url}/favicon.ico`, 'GET', { accept })).status).toBe(404);
});

test.each([
  ['/acme/', '/acme'],
  ['/acme/flows/f//?state=compliant&branch=a/', '/acme/flows/f?state=compliant&branch=a/'],
  ['/acme/flows/', '/acme/flows'],
  ['/sign-in/?next=https://evil.example/', '/sign-in?next=https://evil.example/'],
  ['/.evil.example/%2F/', '/.evil.example/%2F'],
])('an address with a slash too many leads to the one without it, here and behind a proxy: %s', async (from, to) => {
  for (const [publicUrl, begin] of [
    [undefined, ''],
    ['https://acme.example/evidence', '/evidence'],
  ] as const) {
    const { url } = (await world(undefined, publicUrl === undefined ? {} : { publicUrl })).service;
    for (const method of ['GET', 'HEAD']) {
      const { location, status, text } = await ask(url + from, method, { accept: 'text/html' });
      expect([status, location, text]).toEqual([308, begin + to, '']);
    }
  }
});

test.each([
  '//evil.example/',
  '///evil.example/',
  '/\\\\evil.example/',
  '/\\evil.example//',
  '//evil.example/%2e%2e/',
  '/.//evil.example/',
  '/api/v2/flows/acme/',
  '/api/',
])('no other address leads anywhere: %s', async (path) => {
  const { hostname, port } = new URL((await world()).service.url);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  expect([/^HTTP\/1\.1 4\d\d /.test(answer), /^location:/im.test(answer)]).toEqual([true, false]);
});

test('robots are told to stay away, without a sign-in', async () => {
  const { headers, status, text } = await ask(`${(await world()).service.url}/robots.txt`, 'GET', { accept: 'text/html' });
  expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n']);
});
