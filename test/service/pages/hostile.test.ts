import { expect, test } from 'vitest';
import { print, provide, putEnvironment } from '../environment-support.ts';
import { attest, putFlow, putPolicy, red, sha, world, type Answer, type World } from '../support.ts';
import { make } from '../types-support.ts';
import { linksOf, open, openRecord, textOf } from './reader.ts';

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

async function taken(answer: Promise<Answer>): Promise<void> {
  const { body, status } = await answer;
  expect([200, 201], `answered ${JSON.stringify(body)}`).toContain(status);
}

/** Everything that somebody may send, in every field that a page shows. */
async function filled(text: string): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', `version: 1\n# ${text.replace(/[\p{C}\n]/gu, '').slice(0, 1000)}\n`);
  await taken(it.form('PUT', '/flows/acme/template_file', { name: 'f', description: text }));
  await taken(it.json('PATCH', '/tags/acme/flow/f', { set_tags: { a: text.replace(/\p{Cc}/gu, '').slice(0, 250) } }));
  const label = text.replace(/[=.]/g, '').slice(0, 300);
  const commit = {
    sha1: sha,
    message: text,
    author: text,
    branch: text,
    url: `https://x.example/${encodeURIComponent(text.toWellFormed().slice(0, 1000))}`,
  };
  const about = { git_commit_info: commit, description: text, external_urls: { [label]: { href: 'https://x.example/"><script>' } } };
  await taken(it.form('PUT', '/trails/acme/f', { name: 't', ...about, origin_url: 'https://x.example/?"><script>' }));
  await taken(
    attest(
      it,
      'f/t',
      {
        ...about,
        junit_results: [{ ...red, name: text }],
        annotations: { a: text },
        user_data: {
          compliance_evidence: {
            event: text,
            workflow: text,
            job: text,
            failed_tests: [text],
            failures: [{ test: text, message: text, place: text }],
          },
        },
      },
      { name: 'r.xml', content: 'x' },
    ),
  );
  await taken(
    it.json('POST', '/attestations/acme/f/trail/t/override', {
      attestation_name: 'unit',
      reason: text.slice(0, 8000),
      new_compliance_status: true,
      original_attestation_type: 'junit',
    }),
  );
  await provide(it, 'a', 't', {
    ...about,
    description: text.slice(0, 8000),
    filename: text.slice(0, 1000),
    build_url: 'https://x.example/"><script>',
  });
  await putEnvironment(it, 'prod');
  await taken(
    it.json('PUT', '/environments/acme/prod/report/server', {
      artifacts: [{ digests: { [text.slice(0, 1000)]: print('b') }, creationTimestamp: 1 }],
    }),
  );
  await taken(
    it.json('PUT', '/environments/acme/prod/report/server', {
      artifacts: [{ digests: { [text.slice(0, 1000)]: print('c') }, creationTimestamp: 2 }],
    }),
  );
  const answer = {
    state: 'APPROVED',
    comment: text.slice(0, 8000),
    approved_by: text.slice(0, 1000),
    approval_url: 'https://x.example/"><script>',
  };
  const approved = {
    artifact_fingerprint: print('a'),
    description: text.slice(0, 8000),
    src_commit_list: [sha],
    approvals: [answer],
    user_data: {},
  };
  await taken(it.json('POST', '/approvals/acme/f', approved));
  await taken(
    putPolicy(it, 'p', '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n', {
      description: text.slice(0, 8000),
    }),
  );
  await taken(make(it, { description: text.slice(0, 8000) }));
  return it;
}

const addresses = [
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
  const record = linksOf((await open(it, '/acme/flows/f/trails/t')).text).find((link) => link.includes('attestation_id='));
  for (const address of [...addresses, record ?? '']) {
    const { status, text: page } = await open(it, address);
    expect(status, `at ${address}`).toBe(200);
    const body = page.slice(page.indexOf('</style>') + '</style>'.length);
    // Only what our own templates are made of.
    const tags = new Set([...body.matchAll(/<\/?([^\s>/]+)/g)].map(([, tag]) => tag));
    const ours =
      'a article b br button code dd details div dl dt figcaption figure footer form h1 h2 h3 header input label li main nav ol option p pre rect select span summary svg table tbody td th thead time title tr ul';
    expect([...tags].filter((tag) => !` ${ours} body head html `.includes(` ${tag} `))).toEqual([]);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(/[\p{Cc}\p{Cs}\u200F\u202E\u2066]/u.exec(page.replaceAll('\n', ''))).toBeNull();
    expect(page.length).toBeLessThan(100_000);
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
