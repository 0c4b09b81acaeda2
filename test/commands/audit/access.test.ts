import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { addOidcRule, createToken, listTokens, replaceToken, revokeToken } from '../../../src/service/index.ts';
import { attest, folder, world } from '../../service/support.ts';
import { playNamed } from '../play-named.ts';

/** A service where people and jobs were granted this and that; the command as an auditor runs it. */
async function stage() {
  const it = await world();
  const { dataDir } = it;
  await attest(it, 'shop/t1');
  const auditor = await createToken({ dataDir, user: 'eve', orgs: ['acme'], role: 'auditor', label: 'year 2026' });
  await createToken({ dataDir, user: 'bob', orgs: ['acme'], role: 'approver', flows: ['shop'] });
  const audience = 'https://evidence.example';
  const { id: rule } = await addOidcRule(dataDir, {
    org: 'acme',
    issuer: 'https://token.actions.githubusercontent.com',
    audience,
    repository: 'acme/shop',
    repositoryId: '4711',
    ref: 'refs/heads/main',
    role: 'recorder',
    flows: ['shop'],
  });
  const workspace = await folder();
  const run = async (more: RawOptions = {}): Promise<Result> => {
    const raw = { 'base-url': it.service.url, 'api-token': auditor, org: 'acme', ...more };
    return (await playNamed('audit-access', raw, { workspace })).result;
  };
  return { ...it, rule, run, workspace };
}

function shown(result: Result): string {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const terminal = { ...openTerminal(), columns: 400, style: (_: unknown, text: string) => text, out: write, err: write };
  if (result.kind !== 'stopped') showResult(result, terminal);
  return lines.join('\n');
}

const json = (result: Result) => Object(result.kind === 'stopped' ? result : resultJson(result));

it('says who may do what, who granted it, and who may override and approve', async () => {
  const { rule, run } = await stage();
  const result = await run();
  expect(result).toMatchObject({ ending: 'answered', fails: false });
  const text = shown(result).replaceAll(/ {2,}/g, ' | ');
  expect(text).toMatch(/^WHO \| ROLE \| OVERRIDES \| APPROVES \| DEFINES \| FLOWS \| UNTIL \| GRANTED \| BY$/m);
  expect(text).toMatch(/^eve \(year 2026\) \| auditor \| all \| \S+Z \| operator, with the command token create$/m);
  expect(text).toMatch(/^bob \| approver \| yes \| yes \| shop \| \S+Z \| operator/m);
  expect(text).toMatch(/^jobs of acme\/shop: ref refs\/heads\/main, .* \| recorder \| shop \|/m);
  expect(text).toContain('no record says who that is');
  expect(json(result).access).toContainEqual(expect.objectContaining({ kind: 'job-rule', id: rule, inForce: true, jobs: 0 }));
});

it('is of a past moment, before what was taken back was taken back', async () => {
  const { dataDir, run, workspace } = await stage();
  const bob = (await listTokens(dataDir)).find(({ user }) => user === 'bob');
  const before = json(await run()).at;
  await revokeToken(dataDir, bob?.id ?? '');
  const now = await run({ csv: 'access.csv' });
  const of = (result: Result) => json(result).access.find(({ who }: { readonly who: string }) => who === 'bob');
  expect([of(now), of(await run({ 'as-of': before }))]).toMatchObject([
    { inForce: false, takenBackBy: /.*/ },
    { inForce: true, takenBackBy: null },
  ]);
  expect(shown(now)).toContain('1 more had ended');
  const row = readFileSync(join(workspace, 'access.csv'), 'utf8')
    .split('\r\n')
    .find((line) => line.includes('"bob"'));
  expect(row).toContain('"approver","override approve read","shop","no"');
  expect(json(await run({ 'as-of': '2020-01-01' }))).toMatchObject({ access: [], head: null });
});

it('follows a token that was made in the place of another one', async () => {
  const { dataDir, run } = await stage();
  const bob = (await listTokens(dataDir)).find(({ user }) => user === 'bob')?.id ?? '';
  await replaceToken({ dataDir, id: bob, command: 'token rotate', overlap: 3600 });
  const tokens = json(await run()).access.filter(({ who }: { readonly who: string }) => who === 'bob');
  expect(tokens).toMatchObject([
    { id: bob, inForce: true, until: expect.stringMatching(/Z$/) },
    { inForce: true, until: null, replaces: bob, grantedBy: 'operator, with the command token rotate' },
  ]);
});

it('is not known to somebody who may not read the log, and not asked of a moment that is to come', async () => {
  const { as: _as, dataDir, run } = await stage();
  const reader = await createToken({ dataDir, user: 'rob', orgs: ['acme'], role: 'reader' });
  const result = await run({ 'api-token': reader });
  expect(result).toMatchObject({ ending: 'unknown', fails: true });
  expect(shown(result)).toContain('Who had access to acme');
  expect(json(result).access).toBeNull();
  expect(await run({ 'as-of': '2999-01-01' })).toMatchObject({ kind: 'stopped', ending: 'usage' });
  expect(await run({ 'as-of': 'soon' })).toMatchObject({ kind: 'stopped', ending: 'usage' });
});
