import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { print } from '../environment-support.ts';
import { attest, sha, world } from '../support.ts';
import { filled, longNamed } from './hostile.ts';
import { bearer, linksOf, open, openRecord, textOf } from './reader.ts';

const hostile = [
  ['a script', '"><script>alert(1)</script>'],
  ['an image that fails', `'><img src=x onerror=alert(1)>`],
  ['the end of the style', '</style><script>alert(1)</script>'],
  ['the end of a paragraph of ours', '</code></dd></dl></article></main><h1>Compliant</h1>'],
  ['an entity', '&lt;script&gt;&#60;b&#62;'],
  ['marks that turn the direction of writing', '\u202Eevil\u2066\u200F'],
  ['controls and escape sequences', '\u0000\u0007\u001B[31mred\u009B'],
  ['very much of it', 'W'.repeat(100_000)],
] as const;

const addresses = [
  '/acme',
  '/acme/flows',
  '/acme/search?q=t',
  '/acme/notifications',
  '/acme/records',
  '/acme/access',
  '/acme/job-rules',
  '/acme/audits',
  '/acme/flows/f',
  '/acme/flows/f/tests',
  '/acme/flows/f/trails/t',
  `/acme/flows/f/artifacts/${print('a')}`,
  '/acme/flows/f/artifacts',
  '/acme/flows/f/approvals',
  '/acme/flows/f/approvals/1',
  '/acme/environments',
  '/acme/environments/prod',
  '/acme/environments/prod/snapshots/1',
  '/acme/environments/prod/changes/2',
  '/acme/policies',
  '/acme/policies/p',
  '/acme/types',
  '/acme/types/person',
];

test.each(hostile)('%s in every field is shown as the text that it is', async (_, text) => {
  const it = await filled(text);
  const admin = await createToken({ dataDir: it.dataDir, user: 'root', orgs: ['acme'], role: 'admin' });
  const linkFrom = async (address: string, part: string): Promise<string> =>
    linksOf((await open(it, address)).text).find((link) => link.includes(part)) ?? '';
  const records = linksOf((await open(it, '/acme/flows/f/trails/t')).text).filter((link) => link.includes('attestation_id='));
  expect(new Set(records).size).toBeGreaterThan(8);
  for (const address of [...addresses, ...longNamed, ...new Set(records), await linkFrom('/acme/audits', '/audits/')]) {
    const { status, text: page } = await open(it, address, bearer(admin));
    expect(status, `at ${address}`).toBe(200);
    const body = page.slice(page.indexOf('</style>') + '</style>'.length);
    // Only what our own templates are made of.
    const tags = new Set([...body.matchAll(/<\/?([^\s>/]+)/g)].map(([, tag]) => tag));
    const ours =
      'a article b br button code dd details div dl dt figcaption figure footer form h1 h2 h3 header input label li main nav ol option p pre rect section select span summary svg table tbody td th thead time title tr ul';
    expect([...tags].filter((tag) => !` ${ours} body head html `.includes(` ${tag} `))).toEqual([]);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(/[\p{Cc}\p{Cs}\u200F\u202E\u2066]/u.exec(page.replaceAll('\n', ''))).toBeNull();
    expect(page.length, `at ${address}`).toBeLessThan(100_000);
    for (const link of linksOf(page)) expect(link).toMatch(/^https?:\/\/|^[#?]|^\/(?!\/)/);
  }
});

test.each(['<b>&"\'`', '::error::x', '##[error]x', '@everyone :tada: [a](b) **c**'])('%s reads as it was written', async (text) => {
  const it = await world();
  await attest(it, 'f/t', { description: text });
  expect(textOf((await openRecord(it, '/acme/flows/f/trails/t')).text)).toContain(`Description ${text} `);
});

test('a commit whose address is none of the web is no link', async () => {
  const it = await world();
  for (const [index, url] of ['ssh://git@x.example/a', 'git@x.example:a/b', 'file:///etc/passwd', '/srv/git', ''].entries()) {
    expect((await attest(it, `f/t${index}`, { git_commit_info: { sha1: sha, url } })).status).toBe(201);
    const { text } = await open(it, `/acme/flows/f/trails/t${index}`);
    expect(linksOf(text).every((link) => /^[#/]/.test(link))).toBe(true);
    expect(text).toContain(`<code>${sha}</code>`);
  }
});
