import { expect, test } from 'vitest';
import { createToken } from '../../../src/service/index.ts';
import { approve, artifact, bob, eve } from '../approving.ts';
import { print, provide, putEnvironment, report } from '../environment-support.ts';
import { attest, putPolicy, sha, world } from '../support.ts';
import { evaluatedBy, make, ofPerson } from '../types-support.ts';
import { linksOf, open, textOf } from './reader.ts';

test.each([
  ['/acme/environments', 'There is none yet.'],
  ['/acme/policies', 'There is no policy yet.'],
  ['/acme/types', 'There is none yet.'],
  ['/acme/notifications', 'There is none yet.'],
])('the empty list %s teaches how to begin it', async (address, said) => {
  const { text } = await open(await world(), address);
  expect(textOf(text)).toContain(said);
  expect(text).toContain('compliance-evidence ');
});

test('the artifacts of a flow are listed newest first, each with a link', async () => {
  const it = await world();
  await provide(it, 'a', 'first');
  await provide(it, 'b', 'second');
  const { text } = await open(it, '/acme/flows/f/artifacts');
  expect(textOf(text)).toMatch(/b\.tgz .* b{64} .*a\.tgz/);
  expect(linksOf(text)).toContain(`/acme/flows/f/artifacts/${print('b')}`);
});

test('an approval says what it is of, for where, and who answered what', async () => {
  const it = await world();
  await artifact(it);
  await attest(it, 'f/of-the-commit', { git_commit_info: { sha1: sha } });
  await approve(it, { approvals: [bob] });
  await approve(it, { approvals: [bob, eve], environment: null, src_commit_list: [sha] });
  const list = await open(it, '/acme/flows/f/approvals');
  expect(textOf(list.text)).toMatch(/✘ not approved Approval 2 .*✔ approved Approval 1/);
  const { text } = await open(it, '/acme/flows/f/approvals/2');
  expect(textOf(text)).toMatch(/Approval 2 in f ✘ not approved .*Answers ✔ approved bob .*Fine ✘ not approved eve .*Not yet/);
  expect(linksOf(text)).toContain('https://chat.example/1');
  const ofCommit = linksOf(text).find((link) => link.endsWith(sha)) ?? '';
  expect(linksOf((await open(it, ofCommit)).text)).toContain('/acme/flows/f/trails/of-the-commit');
  expect((await open(it, '/acme/flows/f/approvals/3')).status).toBe(404);
});

test('an environment lists its snapshots, and each says what came and what went, and leads to its policies', async () => {
  const it = await world();
  await putPolicy(it, 'strict', '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n');
  await putEnvironment(it, 'prod', { policies: ['strict'] });
  await report(it, 'prod', 'ab');
  await report(it, 'prod', 'bc');
  const list = await open(it, '/acme/environments');
  expect(linksOf(list.text)).toContain('/acme/environments/prod');
  const { text } = await open(it, '/acme/environments/prod');
  expect(textOf(text)).toMatch(/Snapshot 2 .* what changed .*Snapshot 1 from [\d :-]+ UTC/);
  const changed = linksOf(text).find((link) => link.endsWith('/changes/2')) ?? '';
  expect(textOf((await open(it, changed)).text)).toMatch(/Came [^a-z]*unknown.* c{64} Went .* a{64} Runs in another number Nothing\./);
  const [last = ''] = linksOf(text).filter((link) => link.endsWith('/snapshots/2'));
  expect(linksOf((await open(it, last)).text)).toContain('/acme/policies/strict');
  expect((await open(it, '/acme/environments/prod/changes/1')).status).toBe(404);
});

test('a policy shows its versions, newest first, and the environments that use it', async () => {
  const it = await world();
  await putPolicy(it, 'strict', '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n');
  await putPolicy(
    it,
    'strict',
    '_schema: https://docs.example/schemas/policy/v1\nartifacts:\n  provenance:\n    required: true\n# newer\n',
  );
  await putEnvironment(it, 'prod', { policies: ['strict'] });
  expect(linksOf((await open(it, '/acme/policies')).text)).toContain('/acme/policies/strict');
  const words = textOf((await open(it, '/acme/policies/strict')).text);
  expect(words).toMatch(/Version 2, .* # newer .*Version 1, /);
});

test('a custom type shows its schema and its rules', async () => {
  const it = await world();
  await make(it, evaluatedBy('.age > 18'), ofPerson);
  expect(linksOf((await open(it, '/acme/types')).text)).toContain('/acme/types/person');
  expect(textOf((await open(it, '/acme/types/person')).text)).toMatch(/Its schema .*"age".* Its rules \.age > 18/);
});

test('the rules that send messages say whether they arrive, and never where to', async () => {
  const it = await world(undefined, { webhookHosts: ['x.example'] });
  await putEnvironment(it, 'prod');
  const made = await it.json('PUT', '/organizations/acme/environments_notifications', {
    name: 'on-call',
    type: 'env',
    environments: ['prod'],
    triggers: ['ON_NON_COMPLIANT_ENV'],
    targets: [{ type: 'WEBHOOK', webhook: 'https://x.example/secret-hook' }],
  });
  expect([200, 201]).toContain(made.status);
  const { text } = await open(it, '/acme/notifications');
  expect(textOf(text)).toContain('✔ arrives on-call prod: ON_NON_COMPLIANT_ENV WEBHOOK');
  expect(text).not.toContain('secret-hook');
});

test('a record of the log leads to the trail that it is about, or to the flow, and names who made it', async () => {
  const it = await world();
  await attest(it, 'f/t');
  const auditor = await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'auditor' });
  const { text } = await open(it, '/acme/records', `Bearer ${auditor}`);
  expect(linksOf(text)).toContain('/acme/flows/f/trails/t');
  expect(textOf(text)).toMatch(/ attestation \S+ \S+ UTC by ada \w{12} f › t What it says /);
});

test('the log is for those who may read it, newest first, and its pages lead to each record once', async () => {
  const it = await world();
  for (let at = 0; at < 60; at += 1) await attest(it, 'f/t');
  expect((await open(it, '/acme/records')).status).toBe(403);
  const auditor = 'a-token-of-an-auditor';
  await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'auditor', token: auditor });
  const seen: number[] = [];
  for (let next: string | undefined = '/acme/records'; next !== undefined;) {
    const { text }: { readonly text: string } = await open(it, next, `Bearer ${auditor}`);
    seen.push(...[...text.matchAll(/<span>(\d+) <b>/g)].map(([, number]) => Number(number)));
    next = linksOf(text).find((link) => link.includes('before=') && !seen.includes(Number(link.split('before=')[1]) - 1));
  }
  expect(seen.length).toBeGreaterThan(60);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => seen.length - at));
});
