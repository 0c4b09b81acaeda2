import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { draftSummary, draftTestResult, subjectsOf } from '../../src/statement/index.ts';
import { attest, putFlow, red, token, world, type World } from '../service/support.ts';
import { answer, commit, repository, run, sha, withTotals, written } from '../statement/build.ts';
import { runWords } from './run-lines.ts';

const place = mkdtempSync(join(tmpdir(), 'statements-now-'));
afterAll(() => rmSync(place, { recursive: true }));

type Variables = Readonly<Record<string, string>>;
const say = (words: string, env: Variables = {}) => runWords(words.split(' '), { cwd: place, env });

const before = Date.now() / 1000 - 60;
const statements = {
  verdict: draftSummary({ ...answer, at: before }),
  overridden: draftSummary({ ...answer, at: before, rows: [{ state: 'overridden' }] }),
  refusing: draftSummary({ ...answer, at: before, ending: 'non-compliant' }),
  tests: draftTestResult({ ...run, at: before }),
  'tests-to-come': draftTestResult({ ...run, at: before + 86_400 }),
  'tests-of-odd-name': draftTestResult({ ...run, at: before, attestation: '../..' }),
  flaky: draftTestResult({ ...run, at: before, results: withTotals({ flaky: 1 }) }),
};
for (const [name, draft] of Object.entries(statements)) writeFileSync(join(place, `${name}.json`), written(draft).statement);
writeFileSync(join(place, 'shop.tar'), 'shop');
const shop = { name: 'shop.tar', fingerprint: hash('sha256', 'shop') };
writeFileSync(join(place, 'of-file.json'), written(statements.verdict, subjectsOf(commit, [shop])).statement);
await say('key create signer');
await say(
  `sign --key signer ${Object.keys(statements)
    .map((name) => `${name}.json`)
    .join(' ')} of-file.json`,
);

const offline = `--key signer.pub --commit ${sha} --repository acme/shop`;
const at = (url: string) => `${offline} --flow f --base-url ${url} --org acme --api-token ${token}`;
const address = (it: World, path = `trails/acme/f/${sha}/statement`) => `GET ${it.service.url}/api/v2/${path}`;
const ofTests = `attestations/acme/f/trail/${sha}/unit`;

const about = { git_commit_info: { sha1: sha }, repo_info: { name: 'acme/shop', url: repository } };
const record = async (it: World, data: object = {}, trail = sha): Promise<void> => {
  expect((await attest(it, `f/${trail}`, { ...about, ...data })).status).toBe(201);
};

async function begun(): Promise<World> {
  const it = await world();
  await putFlow(it, 'f', 'version: 1\ntrail:\n  attestations:\n    - name: unit\n      type: junit\n');
  return it;
}

async function override(it: World, isYes: boolean): Promise<void> {
  const data = { attestation_name: 'unit', reason: 'seen', new_compliance_status: isYes, original_attestation_type: 'junit' };
  expect((await it.json('POST', `/attestations/acme/f/trail/${sha}/override`, data)).status).toBeLessThan(300);
}

const verify = async (it: World, file: string, more = '') =>
  await say(`verify --statement ${file}.sigstore.json ${at(it.service.url)}${more}`);

describe('a verdict, of which the service is asked', () => {
  it('is accepted where the service says yes now, and is told that it does', async () => {
    const it = await begun();
    await record(it);
    const { code, stderr, stdout } = await verify(it, 'verdict');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(1)).toEqual([
      `verdict.sigstore.json: A later one says COMPLIANCE_EVIDENCE_COMPLIANT of the same: ${address(it)}.`,
      'It is what was demanded.',
      '',
    ]);
  });

  it('is a replay where the service says no now', async () => {
    const it = await begun();
    await record(it);
    await record(it, { junit_results: [red] });
    const { code, stdout } = await verify(it, 'verdict');
    expect([code, stdout.split('\n').slice(1)]).toEqual([
      1,
      [`verdict.sigstore.json: A later one says FAILED of the same: ${address(it)}.`, 'Refused: do not rely on it.', ''],
    ]);
    expect(await say(`verify --statement verdict.sigstore.json ${offline}`)).toMatchObject({ code: 0 });
  });

  it('is refused where it stands by an override now, unless that is said to do', async () => {
    const it = await begun();
    await record(it, { junit_results: [red] });
    await override(it, true);
    expect(await verify(it, 'verdict')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('A later one says COMPLIANCE_EVIDENCE_OVERRIDDEN of the same'),
    });
    expect(await verify(it, 'verdict', ' --allow-overridden')).toMatchObject({ code: 0 });
  });

  it('says so in JSON', async () => {
    const it = await begun();
    await record(it);
    const yes = JSON.parse((await verify(it, 'verdict', ' --json')).stdout);
    expect(yes).toMatchObject({ outcome: 'accepted', statements: [{ problems: [], notes: [expect.stringContaining(address(it))] }] });
    await record(it, { junit_results: [red] });
    const no = JSON.parse((await verify(it, 'verdict', ' --json')).stdout);
    expect(no).toMatchObject({
      outcome: 'refused',
      statements: [{ problems: [`A later one says FAILED of the same: ${address(it)}`], notes: [] }],
    });
  });

  it('of an artifact is looked up on the trail that is named, by its fingerprint', async () => {
    const it = await begun();
    await record(it, {}, 'release');
    const artifact = { fingerprint: shop.fingerprint, filename: 'shop.tar', build_url: '', commit_url: '', git_commit: sha, repo_url: '' };
    const file = `verify --statement of-file.sigstore.json ${at(it.service.url).replace(/--commit \S+/, '--subject-file shop.tar')}`;
    expect(await say(file)).toMatchObject({ code: 64, stderr: expect.stringContaining('needs --trail, to ask a service') });
    expect(await say(`${file} --trail release`)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`is about something else. It is not about ${shop.fingerprint}`),
    });
    const made = await it.json('POST', '/artifacts/acme/f', { ...artifact, trail_name: 'release', template_reference_name: 'shop' });
    expect(made.status).toBe(201);
    expect(await say(`${file} --trail release`)).toMatchObject({ code: 0 });
    await record(it, { junit_results: [red] }, 'release');
    expect(await say(`${file} --trail release`)).toMatchObject({ code: 1, stdout: expect.stringContaining('A later one says FAILED') });
  });
});

it('by the bytes of a commit, as actions/attest signs, the service is asked of the commit', async () => {
  const it = await begun();
  const raw = `tree ${'a'.repeat(40)}\nauthor A <a@b.c> 1 +0000\n\nsubject\n`;
  const sha1 = hash('sha1', `commit ${raw.length}\0${raw}`);
  writeFileSync(join(place, 'raw'), raw);
  const bytes = { name: 'raw', fingerprint: hash('sha256', raw) };
  for (const [name, draft] of Object.entries({ 'raw-verdict': statements.verdict, 'raw-tests': statements.tests })) {
    writeFileSync(join(place, `${name}.json`), written(draft, subjectsOf(undefined, [bytes])).statement);
    expect(await say(`sign --key signer ${name}.json`)).toMatchObject({ code: 0 });
  }
  const verifyRaw = async (name: string) =>
    await say(`verify --statement ${name}.sigstore.json ${at(it.service.url).replace(/--commit \S+/, '--subject-file raw')}`);
  expect(await verifyRaw('raw-verdict')).toMatchObject({ code: 3 });
  await record(it, { git_commit_info: { sha1 } }, sha1);
  expect([(await verifyRaw('raw-verdict')).code, (await verifyRaw('raw-tests')).code]).toEqual([0, 0]);
  await record(it, { git_commit_info: { sha1 }, junit_results: [red] }, sha1);
  for (const name of ['raw-verdict', 'raw-tests'])
    expect(await verifyRaw(name)).toMatchObject({ code: 1, stdout: expect.stringContaining('A later one says FAILED of the same') });
});

describe('test results, of which the service is asked', () => {
  it('are accepted where the latest ones of the name say yes', async () => {
    const it = await begun();
    await record(it, { junit_results: [red] });
    await record(it);
    expect(await verify(it, 'tests')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`tests.sigstore.json: A later one says PASSED of the same: ${address(it, ofTests)}.\nIt is`),
    });
    expect(await verify(it, 'tests-to-come')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tests-to-come.sigstore.json: The service says PASSED of the same: '),
    });
  });

  it('are a replay where the latest ones of the name say no, whatever others say', async () => {
    const it = await begun();
    await record(it);
    await record(it, { junit_results: [red] });
    await record(it, { attestation_name: 'other' });
    const { code, stdout } = await verify(it, 'tests');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`tests.sigstore.json: A later one says FAILED of the same: ${address(it, ofTests)}.\nRefused`),
    ]);
    expect(await verify(it, 'tests-to-come')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The service says FAILED of the same'),
    });
  });

  it('are no replay by the results of another commit or artifact', async () => {
    const it = await begun();
    await record(it);
    await record(it, { junit_results: [red], git_commit_info: { sha1: 'b'.repeat(40) } });
    expect(await verify(it, 'tests')).toMatchObject({ code: 0 });
  });

  it('are refused where somebody has overridden them, to a no or to a yes that is not allowed', async () => {
    const it = await begun();
    await record(it);
    await override(it, false);
    expect(await verify(it, 'tests')).toMatchObject({ code: 1, stdout: expect.stringContaining('A later one says FAILED') });
    await record(it, { junit_results: [red] });
    await override(it, true);
    expect(await verify(it, 'tests')).toMatchObject({ code: 1, stdout: expect.stringContaining('says COMPLIANCE_EVIDENCE_OVERRIDDEN') });
    expect(await verify(it, 'tests', ' --allow-overridden')).toMatchObject({ code: 0 });
    await record(it);
    expect(await verify(it, 'tests')).toMatchObject({ code: 0 });
  });

  it('are not known to stand where the service has none of the name about the same', async () => {
    const it = await begun();
    await record(it, { git_commit_info: { sha1: 'b'.repeat(40) } });
    for (const file of ['tests', 'tests-of-odd-name']) {
      const { code, stderr, stdout } = await verify(it, file);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^error: /);
    }
  });
});

/** Answers each request with the same, and counts them. */
async function strange(body: unknown, status = 200) {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    reply.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const found = server.address();
  if (found === null || typeof found === 'string') throw new Error('It has no port.');
  return { url: `http://127.0.0.1:${found.port}`, asked };
}

describe('where the service cannot say how it stands, the answer is no yes', () => {
  it('because it refuses the token, or has no such organization, flow or trail', async () => {
    const it = await begun();
    const asked = at(it.service.url);
    await record(it);
    for (const [words, said] of [
      [asked.replace(token, 'another-token'), 'answered 401'],
      [asked.replace('--flow f', '--flow g'), 'answered 404'],
      [`${asked} --trail elsewhere`, 'answered 404'],
      [asked.replace('--org acme', '--org other'), 'answered 40'],
    ] as const) {
      const { code, stderr, stdout } = await say(`verify --statement verdict.sigstore.json ${words} --json`);
      expect([words, code, stdout]).toEqual([words, 3, '']);
      expect(stderr).toMatch(new RegExp(`^error: .*${said}.*\n {2}\\S`));
      expect(stderr).not.toContain('another-token');
    }
  });

  it('because it has one of another commit', async () => {
    const it = await begun();
    await record(it, { git_commit_info: { sha1: 'b'.repeat(40) } }, 'release');
    expect(await verify(it, 'verdict', ' --trail release')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`is about something else. It is not about ${sha}, but about ${'b'.repeat(40)}`),
    });
  });

  const yes = JSON.parse(written(statements.verdict).statement);
  it.each([
    ['a page', '<html>yes</html>'],
    ['nothing', ''],
    ['null', null],
    ['a list', []],
    ['another object', { compliant: true }],
    ['a statement of another repository', { ...yes, predicate: { ...yes.predicate, resourceUri: 'git+https://github.com/evil/shop' } }],
    ['a statement with more in it', { ...yes, verified: true }],
    ['test results', JSON.parse(written(statements.tests).statement)],
    ['an envelope of nothing', { payload: '', payloadType: 'application/vnd.in-toto+json', signatures: [{ sig: '' }] }],
    ['a deep one', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('because it answers with %s', async (_, body) => {
    const { url } = await strange(body);
    const { code, stderr, stdout } = await say(`verify --statement verdict.sigstore.json ${at(url)}`);
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringMatching(/^error: /)]);
    expect(stderr).not.toMatch(/\n\s+at |call stack/);
  });

  it.each([
    ['no list', { items: [] }],
    ['a list of others', [{ name: 'unit' }]],
    ['a record without its answer', [{ attestation_id: 'a', attestation_name: 'unit', created_at: 1, git_commit_info: { sha1: sha } }]],
  ])('because its records are %s', async (_, body) => {
    const { url } = await strange(body);
    const { code, stderr, stdout } = await say(`verify --statement tests.sigstore.json ${at(url)}`);
    expect([code, stdout, stderr]).toEqual([3, '', expect.stringMatching(/^error: /)]);
  });
});

describe('no service is asked', () => {
  it('without --flow, whatever variables, files and contexts say', async () => {
    const { asked, url } = await strange({});
    const env = { EVIDENCE_BASE_URL: url, EVIDENCE_API_TOKEN: token, EVIDENCE_ORG: 'acme', EVIDENCE_FLOW: 'f', EVIDENCE_TRAIL: sha };
    writeFileSync(join(place, 'compliance-evidence.yml'), 'org: acme\nflow: f\n');
    expect(await say(`verify --statement verdict.sigstore.json ${offline}`, env)).toMatchObject({ code: 0 });
    rmSync(join(place, 'compliance-evidence.yml'));
    expect(asked).toEqual([]);
  });

  it('about a statement that is no yes by itself', async () => {
    const { asked, url } = await strange({});
    expect(await say(`verify --statement refusing.sigstore.json ${at(url)}`)).toMatchObject({ code: 1 });
    expect(await say(`verify --statement verdict.json ${at(url)}`)).toMatchObject({ code: 1 });
    expect(asked).toEqual([]);
  });

  it.each([
    ['--base-url http://127.0.0.1:9', '--flow, to ask a service'],
    ['--api-token secret', '--flow, to ask a service'],
    ['--context acme', '--flow, to ask a service'],
    ['--org acme', '--flow, to ask a service'],
    ['--trail main', '--flow, to ask a service'],
    ['--flow ..', 'cannot be compared'],
    ['--flow f --trail a/b', 'cannot be compared'],
    ['--flow f', 'base-url'],
  ])('with %s, which is wrong usage', async (words, said) => {
    const { code, stderr, stdout } = await say(`verify --statement verdict.sigstore.json ${offline} ${words}`);
    expect([code, stdout, stderr]).toEqual([64, '', expect.stringContaining(said)]);
  });
});

it('finds the service by variables and contexts, once --flow asks for it', async () => {
  const it = await begun();
  await record(it, { junit_results: [red] });
  const env = { EVIDENCE_BASE_URL: it.service.url, EVIDENCE_API_TOKEN: token, EVIDENCE_ORG: 'acme' };
  const words = `verify --statement verdict.sigstore.json ${offline} --flow f`;
  expect(await say(words, env)).toMatchObject({ code: 1, stdout: expect.stringContaining('says FAILED of the same') });
  const home = mkdtempSync(join(place, 'home-'));
  mkdirSync(join(home, 'compliance-evidence'), { mode: 0o700 });
  const context = { name: 'mine', base_url: `${it.service.url}/api/v2`, org: 'acme', token };
  writeFileSync(join(home, 'compliance-evidence/contexts.json'), JSON.stringify({ current: 'mine', contexts: [context] }), { mode: 0o600 });
  expect(await say(words, { XDG_CONFIG_HOME: home })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('says FAILED of the same'),
  });
  expect(await say(words.replace(' --flow f', ''), { XDG_CONFIG_HOME: home })).toMatchObject({ code: 0 });
});
