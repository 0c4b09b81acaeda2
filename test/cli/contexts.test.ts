import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fault, startFaultServer, type FaultServer } from '../support/fault-server.ts';
import { root } from '../support/sources.ts';
import { onTerminal } from './on-terminal.ts';
import { runWords } from './run-lines.ts';

/* Contexts, the file of a repository and variables: which service is asked, with which token. No token may reach another address. */

const secret = 'ce_a-token-that-nobody-may-see';
let home = '';
let repository = '';
let [ours, theirs]: FaultServer[] = [];

async function service(): Promise<FaultServer> {
  const server = await startFaultServer({ script: () => fault.status(200, {}, []) });
  onTestFinished(() => server.close());
  return server;
}

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'contexts-'));
  repository = join(home, 'repository');
  mkdirSync(join(repository, '.git'), { recursive: true });
  mkdirSync(join(repository, 'below'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  [ours, theirs] = [await service(), await service()];
});

const path = (): string => join(home, 'config', 'compliance-evidence', 'contexts.json');
const settings = (env: Readonly<Record<string, string>> = {}) => ({ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env });
const ask = (words: string, env: Readonly<Record<string, string>> = {}, cwd = repository) =>
  runWords(words.split(' '), { env: settings(env), cwd });

/** The login of a person, by a pipe, as a process of its own. */
async function login(server: FaultServer | undefined, token = secret, words: readonly string[] = []) {
  const line = [join(root, 'src/cli/bin.ts'), 'login', '--base-url', server?.url ?? '', '--org', 'acme', ...words];
  const child = spawn(process.execPath, line, { env: { ...settings(), PATH: process.env['PATH'] ?? '' }, cwd: home });
  child.stdin.end(`${token}\n`);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  const [code]: unknown[] = await once(child, 'close');
  return { code, said };
}

/** The tokens that a service was sent. */
function tokensAt(server: FaultServer | undefined): readonly string[] {
  return (server?.requests ?? []).map(({ headers }) => String(headers['authorization'] ?? '').replace('Bearer ', ''));
}

describe('login', () => {
  it('keeps a token that the service takes, for its user alone, and shows it nowhere', async () => {
    const { code, said } = await login(ours);
    expect([code, said.includes(secret)]).toEqual([0, false]);
    expect(said).toContain('Logged in to');
    expect([statSync(path()).mode & 0o777, statSync(join(path(), '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(join(path(), '..'))).toEqual(['contexts.json']);
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ current: 'acme', contexts: [{ name: 'acme', token: secret }] });
    const listed = await ask('flow list');
    expect([listed.code, tokensAt(ours)]).toEqual([0, [secret, secret]]);
  });

  it('keeps nothing that the service refuses, or that is empty', async () => {
    const refusing = await startFaultServer({ script: () => fault.status(401, {}, { message: 'no' }) });
    onTestFinished(() => refusing.close());
    expect(await login(refusing)).toMatchObject({ code: 3, said: expect.stringContaining('Nothing was kept') });
    expect(await login(ours, '')).toMatchObject({ code: 64, said: expect.stringContaining('No token was given') });
    expect(existsSync(path())).toBe(false);
  });

  it('says that nothing was kept in a sentence of its own', async () => {
    await theirs?.close();
    expect((await login(theirs)).said).toMatch(/after \d attempts\. Nothing was kept\.\n/);
  }, 60_000);

  it('next to others loses no context', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const all = await Promise.all(names.map((name) => login(ours, `${secret}-${name}`, ['--name', name])));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const kept = readFileSync(path(), 'utf8').matchAll(/"name": "(.*)"/g);
    expect(new Set(Array.from(kept, ([, name]) => name))).toEqual(new Set(names));
    expect(readdirSync(dirname(path()))).toEqual(['contexts.json']);
  }, 60_000);

  it('goes on after one that was killed while it wrote', async () => {
    await login(ours);
    writeFileSync(`${path()}.part`, '');
    utimesSync(`${path()}.part`, 1, 1);
    expect((await login(ours, 'another', ['--name', 'other'])).code).toBe(0);
    expect((await ask('context use acme')).code).toBe(0);
  });

  it('says what to do where nothing can be kept', async () => {
    mkdirSync(`${path()}.part`, { recursive: true });
    utimesSync(`${path()}.part`, 1, 1);
    const { code, said } = await login(ours);
    expect([code, said]).toEqual([64, expect.stringMatching(/The contexts cannot be kept: .*\n {2}Let XDG_CONFIG_HOME name/)]);
  });

  it('is told where nothing says where a token is, and not where something does', async () => {
    const hint = 'Nothing says which service is meant: `compliance-evidence login';
    expect((await ask('flow list')).stderr).toContain(hint);
    await login(ours);
    expect((await ask('flow list')).stderr).not.toContain(hint);
  });

  it('has no option for the token, so that no list of processes shows it', async () => {
    expect(await ask(`login --base-url ${ours?.url} --org acme --api-token x`)).toMatchObject({ code: 64 });
    expect(await ask(`login --base-url ${ours?.url} --org acme --token x`)).toMatchObject({ code: 64 });
  });

  it('asks on a terminal without showing what is typed', async () => {
    const words = ['login', '--base-url', ours?.url ?? '', '--org', 'acme'];
    const { code, shown } = await onTerminal(words, { env: settings(), typed: [['not shown', `${secret}\r`]] });
    expect([code, shown.includes(secret), tokensAt(ours)]).toEqual([0, false, [secret]]);
    const stopped = await onTerminal(words, { env: settings(), typed: [['not shown', 'abc\u0003']] });
    expect(stopped).toMatchObject({ code: 130, shown: expect.stringContaining('Interrupted') });
    expect(stopped.shown).not.toContain('abc');
  }, 30_000);

  it('does not replace the token of another address without being told', async () => {
    await login(ours);
    expect(await login(theirs)).toMatchObject({ code: 64, said: expect.stringContaining('--name NAME') });
    expect((await login(theirs, 'other', ['--name', 'other'])).code).toBe(0);
    expect((await ask('context list')).stdout).toMatch(/^IN USE +CONTEXT +ORGANIZATION +ADDRESS\n +acme +acme .*\n\* +other +acme /);
    expect((await ask('context list')).stdout).not.toContain(secret);
    expect((await ask('context use acme')).code).toBe(0);
    expect((await ask('context use none')).code).toBe(64);
    await ask('flow list');
    expect(tokensAt(theirs)).toEqual(['other']);
    expect((await ask('logout')).code).toBe(0);
    expect(readFileSync(path(), 'utf8')).not.toContain(secret);
  });
});

describe('an audit', () => {
  const audit = (words = '', env: Readonly<Record<string, string>> = {}) => ask(`audit --since 2020-01-01${words}`, env);
  const asked = (): readonly string[] => [...new Set(tokensAt(ours))];

  beforeEach(() => {
    rmSync(join(repository, '.git'), { recursive: true });
    const git = (words: string) => execFileSync('git', words.split(' '), { cwd: repository });
    git('init --quiet --initial-branch main');
    git('-c user.name=Ada -c user.email=ada@example.com commit --quiet --allow-empty --message one');
    mkdirSync(dirname(path()), { recursive: true });
    const contexts = [{ name: 'acme', base_url: `${ours?.url}/api/v2`, org: 'acme', token: secret }];
    writeFileSync(path(), JSON.stringify({ current: 'acme', contexts }), { mode: 0o600 });
    writeFileSync(join(repository, 'compliance-evidence.yml'), 'org: acme\n');
  });

  it.each([
    [' --evidence service', {}],
    [' --context acme', {}],
    [' --org acme', {}],
    ['', { EVIDENCE_CONTEXT: 'acme' }],
  ])('with%s %j is about the service of the context', async (words, env) => {
    await audit(words, env);
    expect([asked(), tokensAt(theirs)]).toEqual([[secret], []]);
  });

  it.each(['', ' --evidence github', ' --evidence auto'])('with%s is about GitHub, whatever was logged in to', async (words) => {
    await audit(words);
    expect(asked()).toEqual([]);
  });

  it('sends the token of a context nowhere else', async () => {
    expect(await audit(` --context acme --base-url ${theirs?.url}`)).toMatchObject({ code: 64 });
    expect(await audit(` --org acme --base-url ${theirs?.url}`)).toMatchObject({ code: 64 });
    writeFileSync(join(repository, 'compliance-evidence.yml'), `base-url: ${theirs?.url}\n`);
    expect(await audit(' --evidence service')).toMatchObject({ code: 64 });
    expect([asked(), tokensAt(theirs)]).toEqual([[], []]);
  });
});

describe('the file of contexts', () => {
  it.each([0o640, 0o604, 0o660])('of mode %o is not used, because others may read or write it', async (mode) => {
    await login(ours);
    chmodSync(path(), mode);
    expect(await ask('flow list')).toMatchObject({ code: 64, stderr: expect.stringMatching(/Others may read or write .*\n.*chmod 600/) });
    expect(tokensAt(ours)).toEqual([secret]);
  });

  it.each([
    ['a pipe that nobody writes to', () => execFileSync('mkfifo', ['-m', '600', path()])],
    ['a folder', () => mkdirSync(path(), { mode: 0o700 })],
    ['larger than any list of contexts', () => (writeFileSync(path(), '', { mode: 0o600 }), truncateSync(path(), 2 ** 30))],
  ])('is refused where it is %s', async (_, make) => {
    mkdirSync(dirname(path()), { recursive: true });
    make();
    expect(await ask('flow list')).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/The contexts cannot be read: .*\n.*log in again: rm /),
    });
  });

  it('is not read where option or variable say all', async () => {
    await login(ours);
    chmodSync(path(), 0o644);
    const env = { EVIDENCE_BASE_URL: theirs?.url ?? '', EVIDENCE_API_TOKEN: 'mine', EVIDENCE_ORG: 'acme' };
    expect((await ask('flow list', env)).code).toBe(0);
    expect(tokensAt(theirs)).toEqual(['mine']);
  });
});

describe('a token', () => {
  it('of a context goes to no other address, whoever names it', async () => {
    await login(ours);
    for (const [words, env] of [
      [`flow list --base-url ${theirs?.url}`, {}],
      ['flow list', { EVIDENCE_BASE_URL: theirs?.url ?? '' }],
      ['flow list', { KOSLI_HOST: theirs?.url ?? '' }],
      [`flow list --context acme --base-url ${theirs?.url}`, {}],
    ] as const)
      expect([words, (await ask(words, env)).code]).toEqual([words, 64]);
    expect(tokensAt(theirs)).toEqual([]);
    expect((await ask(`flow list --base-url ${ours?.url.replace('/api/v2', '/')}`)).code).toBe(0);
    expect(tokensAt(ours)).toEqual([secret, secret]);
  });

  it('of a variable goes to no address of a context', async () => {
    await login(ours);
    const { code, stderr } = await ask('flow list', { EVIDENCE_API_TOKEN: 'mine' });
    expect([code, tokensAt(ours)]).toEqual([64, [secret]]);
    expect(stderr).toContain('A token goes only where it is said to go in the same way');
  });
});

describe('the file of a repository', () => {
  const says = (...lines: readonly string[]): void => writeFileSync(join(repository, 'compliance-evidence.yml'), `${lines.join('\n')}\n`);

  it('names organization and flow, below it too, and comes after variables', async () => {
    await login(ours);
    says('org: shop-org', 'flow: shop');
    await ask('trail list', {}, join(repository, 'below'));
    await ask('trail list', { EVIDENCE_ORG: 'acme' });
    await ask('trail list --flow other');
    await ask('artifact list');
    const asked = ours?.requests.slice(1).map(({ url }) => url.replace(/\?.*|\/api\/v2/g, ''));
    expect(asked).toEqual(['/trails/shop-org/shop', '/trails/acme/shop', '/trails/shop-org/other', '/artifacts/shop-org']);
    expect(ours?.requests.at(-1)?.url).not.toContain('flow_name');
  });

  it('of a stranger cannot say where a token goes', async () => {
    await login(ours);
    says('org: acme', `base-url: ${theirs?.url}`);
    expect(await ask('flow list')).toMatchObject({ code: 64, stderr: expect.stringContaining('there is no context for it') });
    says('org: acme', 'base-url: http://a.example;touch $(id)');
    expect((await ask('flow list')).stderr).toContain("--base-url 'http://a.example;touch $(id)' --org ORG");
    says('org: acme', 'context: acme', `base-url: ${theirs?.url}`);
    expect(await ask('flow list')).toMatchObject({ code: 64, stderr: expect.stringContaining('The context acme is for') });
    says(`base-url: ${theirs?.url}`);
    expect((await ask('flow list', { EVIDENCE_API_TOKEN: 'mine', EVIDENCE_ORG: 'acme' })).code).toBe(64);
    expect([tokensAt(theirs), tokensAt(ours)]).toEqual([[], [secret]]);
  });

  it('chooses among the contexts that are there', async () => {
    await login(ours);
    await login(theirs, 'other', ['--name', 'other']);
    says('context: acme');
    expect((await ask('flow list')).code).toBe(0);
    expect(tokensAt(ours)).toEqual([secret, secret]);
    says(`base-url: ${ours?.url}`);
    await ask('flow list');
    expect([tokensAt(ours).length, tokensAt(theirs)]).toEqual([3, ['other']]);
    await ask('flow list --context other');
    expect(tokensAt(theirs)).toEqual(['other', 'other']);
    says('context: none');
    expect(await ask('flow list')).toMatchObject({ code: 64, stderr: expect.stringContaining('Choose from acme and other;') });
  });

  it.each([
    ['- a', 'is no YAML of keys'],
    ['api-token: x', 'has "api-token", which nothing reads'],
    ['org: 7', 'has no text for org'],
    ['org: [', 'is no YAML'],
  ])('with %j is wrong usage', async (line, message) => {
    says(line);
    expect(await ask('flow list')).toMatchObject({ code: 64, stderr: expect.stringContaining(message) });
  });

  it('outside of a checkout is looked for in the working directory alone', async () => {
    await login(ours);
    rmSync(join(repository, '.git'), { recursive: true });
    says('org: [');
    expect((await ask('flow list', {}, join(repository, 'below'))).code).toBe(0);
    expect((await ask('flow list')).code).toBe(64);
  });
});

describe('variables of the Kosli client', () => {
  const kosli = () => ({ KOSLI_HOST: theirs?.url ?? '', KOSLI_API_TOKEN: 'theirs', KOSLI_ORG: 'acme', KOSLI_FLOW: 'shop' });

  it('are read where no other variable names the service, and that is said once', async () => {
    const { code, stderr } = await ask('trail list', kosli());
    expect([code, tokensAt(theirs), theirs?.requests[0]?.url]).toEqual([0, ['theirs'], expect.stringContaining('/trails/acme/shop')]);
    expect(stderr.match(/KOSLI_ variables/g)).toHaveLength(1);
    await ask('flow list', { ...kosli(), EVIDENCE_BASE_URL: ours?.url ?? '', EVIDENCE_API_TOKEN: 'ours', EVIDENCE_ORG: 'acme' });
    expect([tokensAt(ours), tokensAt(theirs)]).toEqual([['ours'], ['theirs']]);
  });

  it('with a token and no host are wrong usage: the token goes nowhere', async () => {
    await login(ours);
    const { KOSLI_HOST: _, ...rest } = kosli();
    expect(await ask('flow list', rest)).toMatchObject({ code: 64, stderr: expect.stringContaining('Set KOSLI_HOST') });
    expect(await ask('flow list', { ...rest, EVIDENCE_BASE_URL: ours?.url ?? '' })).toMatchObject({ code: 0 });
    expect(tokensAt(ours)).toEqual([secret, secret]);
  });
});

it('`config show` says where each value comes from, and never the token', async () => {
  await login(ours);
  writeFileSync(join(repository, 'compliance-evidence.yml'), 'flow: shop\n');
  const { stdout } = await ask('config show', { EVIDENCE_ORG: 'other' });
  expect(stdout).not.toContain(secret);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['OPTION', 'VALUE', 'FROM'],
    ['base-url', `${ours?.url}/api/v2`, 'context acme'],
    ['api-token', '(set, not shown)', 'context acme'],
    ['org', 'other', 'variable EVIDENCE_ORG'],
    ['flow', 'shop', 'compliance-evidence.yml'],
    ['context', 'acme', 'context use'],
  ]);
  expect(JSON.parse((await ask('config show --json')).stdout)).toMatchObject({ 'api-token': { value: '(set, not shown)' } });
});

it('a wrong value is said to be of the variable, file or context that it comes from', async () => {
  await login(ours);
  writeFileSync(join(repository, 'compliance-evidence.yml'), 'flow: my shop\n');
  const said = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).stderr;
  expect(await said('flow list', { EVIDENCE_TIMEOUT: 'soon' })).toContain('--timeout (variable EVIDENCE_TIMEOUT) is not a time: "soon"');
  expect(await said('flow list --timeout late', { EVIDENCE_TIMEOUT: 'soon' })).toContain('--timeout is not a time: "late"');
  expect(await said('trail list')).toContain('--flow (compliance-evidence.yml) ');
  const kosli = { KOSLI_HOST: 'https://nowhere.example', KOSLI_API_TOKEN: 'x', KOSLI_ORG: 'a b' };
  expect(await said('flow list', kosli)).toContain('--org (variable KOSLI_ORG) ');
  expect(await said('token list', { EVIDENCE_ORG: 'a b' })).toContain('--org (variable EVIDENCE_ORG) ');
});
