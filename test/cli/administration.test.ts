import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runLine } from '../../src/cli/main.ts';
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { createToken, listOidcRules, listTokens } from '../../src/service/index.ts';
import { field, folder, world, type World } from '../service/support.ts';

let it: World;
let admin: string;
let out: string[];
let err: string[];
let json: unknown;
let terminal: Terminal;

beforeEach(async () => {
  it = await world();
  admin = await createToken({ dataDir: it.dataDir, user: 'grace', orgs: ['acme', 'globex'], role: 'admin' });
  [out, err, json] = [[], [], undefined];
  const [print, complain] = [(line: string) => void out.push(...line.split('\n')), (line: string) => void err.push(line)];
  terminal = { ...openTerminal(), columns: 300, style: (_, text) => text, out: print, err: complain, json: (value) => void (json = value) };
  vi.stubEnv('XDG_CONFIG_HOME', await folder());
});
afterEach(() => vi.unstubAllEnvs());

/** Runs a command by the interface, as the administrator; answers its exit code and what it printed. */
async function run(...words: readonly string[]): Promise<string> {
  return await bare(...words, '--base-url', it.service.url, '--api-token', admin, '--org', 'acme');
}

async function bare(...words: readonly string[]): Promise<string> {
  [out.length, err.length] = [0, 0];
  const code = await runLine(['node', 'compliance-evidence', ...words], terminal, new AbortController().signal);
  return `${code} ${out.join('\n')}`;
}

const idOf = async (user: string) => (await listTokens(it.dataDir)).find((token) => token.user === user)?.id ?? '';

test('an administrator makes, lists, rotates and takes back tokens of a service that runs', async () => {
  const made = await run('token', 'create', '--user', 'ci', '--role', 'recorder', '--label', 'tests', '--expires', '90d');
  expect(made).toMatch(/^0 ce_\S{43}$/);
  expect(err.join()).toMatch(/^This token ends /);
  expect((await it.as(made.slice(2)).get('/organizations/acme')).status).toBe(200);
  expect(await run('token', 'list')).toMatch(
    /ID +USER +LABEL +ORGANIZATIONS[^]*ci \(machine\) +tests +acme \(recorder\)[^]*grace +acme \(admin\)/,
  );
  expect(out.join()).not.toContain('globex');
  const id = await idOf('ci');
  const next = await run('token', 'rotate', id, '--overlap', '0');
  expect(next).toMatch(/^0 ce_\S{43}$/);
  expect(err[0]).toMatch(new RegExp(`^The token ${id} of ci ended `));
  expect((await it.as(made.slice(2)).get('/organizations/acme')).status).toBe(401);
  expect(await run('token', 'revoke', await idOf('ada'))).toMatch(/^0 The token .* of ada is refused from now on\.$/);
  expect((await it.get('/organizations/acme')).status).toBe(401);
});

test('a token that is asked for without an end says the one that it got', async () => {
  admin = await createToken({ dataDir: it.dataDir, user: 'hedy', orgs: ['acme'], role: 'admin', expiresAt: 4_000_000_000 });
  await run('token', 'create', '--user', 'ci', '--role', 'reader');
  expect((await listTokens(it.dataDir)).find(({ user }) => user === 'ci')?.expiresAt).toBeCloseTo(Date.now() / 1000 + 365 * 86_400, -2);
  expect(await run('token', 'create', '--user', 'ci', '--role', 'reader', '--expires', 'never')).toBe('3 ');
  expect(err.join()).toMatch(/Your own token ends .* Name an earlier end/);
});

test('what the service refuses is said with its reason and its fix, and nothing is printed', async () => {
  expect(await run('token', 'create', '--user', 'ada', '--role', 'reader')).toMatch(/^[1-9]\d* $/);
  expect(err.join()).toMatch(/'ada' is a person.*Give a machine a name of its own/s);
  expect(await run('token', 'revoke', await idOf('grace'))).toMatch(/^[1-9]\d* $/);
  expect(err.join()).toMatch(/would stay.*Make another one first/s);
  expect(await run('token', 'revoke', 'zzz')).toMatch(/^[1-9]\d* $/);
  expect(err.join()).toMatch(/token_id: must be an identifier as lists and answers have it/);
  expect(await run('token', 'create', '--user', 'ci', '--role', 'reader', '--token', 'of-my-own-making-0123')).toMatch(/^64 $/);
  admin = 'wrong-token-of-nobody';
  expect(await run('token', 'list')).toMatch(/^3 $/);
  expect(err.join()).not.toContain(admin);
});

test('members are those with a token that lets them in', async () => {
  await run('token', 'create', '--user', 'ci', '--role', 'recorder');
  expect(await run('member', 'list')).toMatch(/USER +MACHINE[^]*ada +acme \(member\) +1\nci +yes +acme \(recorder\) +1\ngrace/);
  await bare('member', 'list', '--json', '--data', it.dataDir);
  expect(field(json, 'members.1')).toEqual({ user: 'ci', machine: true, roles: ['acme (recorder)'], tokens: 1 });
  expect(await run('member', 'list', '-o', 'csv')).toMatch(
    /^0 "user","machine","organizations","tokens"\n"ada","","acme \(member\)","1"\n/,
  );
  expect(await run('token', 'list', '-o', 'csv')).toMatch(
    /^0 "id",.*"ends","taken"\n"[\w-]+","ada".*,"\d{4}-\d\d-\d\dT[\d:]+Z","operator","",/,
  );
  expect(await run('oidc-rule', 'list', '-o', 'yaml')).toBe('0 rules: []');
});

test('rules of jobs are made, listed and removed', async () => {
  const words = [
    '--role',
    'recorder',
    '--audience',
    'https://evidence.example',
    '--workflow',
    'acme/ci/.github/workflows/gate.yml@refs/heads/main',
  ];
  const made = await run('oidc-rule', 'add', '--repository', 'acme/*', '--owner-id', '99', ...words);
  expect(made).toMatch(/^0 [0-9a-f-]{32,36}$/);
  await run('oidc-rule', 'list', '--json');
  const onData = await listOidcRules(it.dataDir);
  expect([field(json, 'rules.0.owner_id'), onData.map(({ ownerId }) => ownerId)]).toEqual(['99', ['99']]);
  expect(await run('oidc-rule', 'remove', made.slice(2))).toMatch(/^0 The rule .* which let jobs of acme\/\* into acme as recorder/);
  expect(
    await run('oidc-rule', 'add', '--repository', 'acme/shop', '--repository-id', '1', ...words, '--issuer', 'https://ghes.example'),
  ).toBe('3 ');
  expect(err.join()).toContain('serve --oidc-issuer URL');
});

const file = (...rules: readonly string[]): string =>
  `rules:\n${rules.map((rule) => `  - {${rule}, repository_id: 7, audience: a}\n`).join('')}`;

test.each(['interface', 'data'])(
  'the rules of a file are applied by the %s: a dry run says what would be done, and a second run does nothing',
  async (way) => {
    const path = join(await folder(), 'rules.yml');
    const apply = async (...more: readonly string[]) =>
      way === 'data'
        ? await bare('oidc-rule', 'apply', path, '--data', it.dataDir, '--org', 'acme', ...more)
        : await run('oidc-rule', 'apply', path, ...more);
    await writeFile(
      path,
      file('role: reader, repository: acme/shop', 'role: member, repository: acme/shop, ref: refs/heads/main, events: [push]'),
    );
    expect(await apply('--dry-run')).toMatch(/^0 add: acme\/shop as reader [^\n]*\nadd: acme\/shop as member/);
    expect(await listOidcRules(it.dataDir)).toEqual([]);
    await apply();
    expect((await listOidcRules(it.dataDir)).map(({ events, ref, role }) => [role, ref, events])).toEqual([
      ['reader', undefined, undefined],
      ['member', 'refs/heads/main', ['push']],
    ]);
    expect(`${await apply()}${err.join()}`).toBe('0 The rules in force are those of the file');
    await writeFile(path, file('role: reader, repository: acme/renamed', 'role: recorder, repository: acme/shop, ref: refs/heads/main'));
    expect(await apply()).toMatch(/^0 change to: acme\/shop as recorder[^\n]*\nchange from \S+: acme\/shop as member[^\n]*$/);
    await writeFile(path, 'rules: []\n');
    expect(await apply()).toMatch(/^0 remove \S+: acme\/shop[^\n]*\nremove \S+: acme\/shop/);
  },
);

test('rules that are applied in part say which ones, which not, and the same command does the rest', async () => {
  const path = join(await folder(), 'rules.yml');
  const names = ['one', 'two', 'three', 'four'];
  const all = (issuer: string) =>
    names.map((name) => `role: reader, repository: acme/${name}, ref: refs/heads/${name}${name === 'three' ? issuer : ''}`);
  await writeFile(path, file(...all(', issuer: "https://ghes.example"')));
  expect(await run('oidc-rule', 'apply', path)).toMatch(/^3 add: acme\/one .*\nadd: acme\/two [^\n]*$/);
  expect(err.join('\n')).toMatch(
    /^stopped at add: acme\/three .*\nnot done add: acme\/four .*\nThe same command again does the rest\nerror: .*ghes\.example/m,
  );
  await writeFile(path, file(...all('')));
  expect(await run('oidc-rule', 'apply', path)).toMatch(/^0 add: acme\/three .*\nadd: acme\/four [^\n]*$/);
});

test.each([
  ['rules:\n  - {role: member, repository: a/b, repository_id: 1, audience: a, refs: refs/heads/main}\n', 'has no usable "refs" in rule 1'],
  ['rules:\n  - {role: member, repository: a/b, repository_id: 1.5, audience: a}\n', 'has no usable "repository_id" in rule 1'],
  ['rules:\n  - {role: member, repository: a/b, repository_id: 1, audience: a, events: push}\n', 'has no usable "events" in rule 1'],
  ['rules:\n  - text\n', 'has no usable "" in rule 1'],
  ['rules: {}\n', 'is no YAML with a list of rules'],
  ['rules: [', 'is no YAML with a list of rules'],
])('a file of rules that is mistyped changes nothing: %j', async (text, what) => {
  const path = join(await folder(), 'rules.yml');
  await writeFile(path, text);
  expect(await run('oidc-rule', 'apply', path)).toBe('64 ');
  expect(err.join()).toContain(`${path} ${what}`);
});

test('the data and a service are not named together, and neither is asked by mistake', async () => {
  const id = await idOf('grace');
  expect(await run('token', 'list', '--data', it.dataDir)).toBe('64 ');
  expect(err.join()).toMatch(/The data is named, and --base-url, --api-token and --context is about a service/);
  // On the data it would be taken back in every organization.
  expect(await bare('token', 'revoke', id, '--data', it.dataDir, '--org', 'acme')).toBe('64 ');
  expect((await it.as(admin).get('/organizations/globex')).status).toBe(200);
  expect(await bare('token', 'list')).toBe('64 ');
  vi.stubEnv('EVIDENCE_BASE_URL', it.service.url);
  vi.stubEnv('EVIDENCE_API_TOKEN', admin);
  vi.stubEnv('EVIDENCE_ORG', 'acme');
  expect(await bare('token', 'list')).toMatch(/^0 ID/);
  expect(await bare('token', 'create', '--user', 'ci', '--role', 'reader')).toMatch(/^0 ce_/);
  expect(await bare('token', 'create', '--user', 'ci', '--role', 'reader', '--data', it.dataDir)).toBe('64 ');
  expect(err.join()).toContain('--org is missing');
});
