import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contextOf, run, type ActionResult } from '../../../src/commands/index.ts';
import { clearStatements, writeStatements, type StatementOutputs } from '../../../src/commands/run/statements.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { readStatement } from '../../../src/statement/index.ts';
import { commandNamed, type CommandName } from '../../support/commands.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { checkout, openStage, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  await stage.flow('two', ['unit', 'lint']);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
});

interface Told {
  readonly result: ActionResult;
  readonly outputs: StatementOutputs;
  /** The same run is stated, or another one in its place. */
  readonly again: (of?: ActionResult) => Promise<StatementOutputs>;
}

/** As the action does on a runner, with the clock of 2026-11-21T10:00:00Z. */
async function state(command: CommandName, raw: RawOptions = {}, env: Readonly<Record<string, string>> = {}): Promise<Told> {
  const temporary = mkdtempSync(join(tmpdir(), 'statements-'));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const context = contextOf(
    {
      RUNNER_TEMP: temporary,
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: at.sha,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '42',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_JOB: 'test',
      GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/heads/main',
      GITHUB_WORKFLOW_SHA: at.sha,
      ...env,
    },
    at.path,
    new AbortController().signal,
    () => undefined,
  );
  const tested = command === 'gate' ? {} : { 'attestation-name': 'unit', 'junit-paths': 'green.xml' };
  const given = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...tested, ...raw };
  const result = await run(commandNamed(command), { raw: given, naming: (name) => name }, { ...context, clock: fakeClock() });
  const dated = 'basis' in result && result.basis !== undefined ? { ...result, basis: { ...result.basis, at: 1_795_255_200 } } : result;
  const again = (of: ActionResult = dated) =>
    writeStatements(of, { raw: given, verifier: 'https://github.com/acme/compliance-evidence' }, context);
  return { result, outputs: await again(), again };
}

const read = (path: string | undefined): string => readFileSync(path ?? '', 'utf8');

/** Without what differs from run to run. */
function plain(path: string | undefined): string {
  const raw = execFileSync('git', ['cat-file', 'commit', at.sha], { cwd: at.path });
  const text = read(path)
    .replaceAll(createHash('sha256').update(raw).digest('hex'), 'SHA256-OF-COMMIT')
    .replaceAll(at.sha, 'COMMIT')
    .replaceAll(stage.url, 'SERVICE')
    .replaceAll(/(?<="timeCreated":")[^"]+/g, 'TIME')
    .replaceAll(/(?<="digest":\{"sha256":")[0-9a-f]{64}(?="\},"uri":"SERVICE)/g, 'SHA256-OF-POLICY');
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}

async function override(compliant: boolean): Promise<void> {
  const raw = { 'attestation-type': 'override', compliant: String(compliant), 'original-type': 'junit', reason: 'seen by hand' };
  await state('attest', { ...raw, 'junit-paths': '' });
}

describe('statements of a verdict', () => {
  it.each<readonly [name: string, command: CommandName, raw: RawOptions]>([
    ['compliant', 'attest-and-gate', {}],
    ['non-compliant', 'attest-and-gate', { 'junit-paths': 'red.xml' }],
    ['incomplete', 'attest-and-gate', { flow: 'two' }],
    ['unusable', 'attest-and-gate', { 'junit-paths': 'none.xml' }],
  ])('%s', async (name, command, raw) => {
    const { outputs, result } = await state(command, raw);
    expect(result).toMatchObject({ kind: 'judged', verdict: { name } });
    await expect(plain(outputs['statement-path'])).toMatchFileSnapshot(`../../fixtures/statements/${name}.json`);
    expect(outputs).toMatchObject({ 'predicate-type': 'https://slsa.dev/verification_summary/v1' });
    expect(outputs['test-predicate-path'] === '').toBe(name === 'unusable');
  });

  it('overridden', async () => {
    await state('attest', { 'junit-paths': 'red.xml' });
    await override(true);
    const { outputs, result } = await state('gate');
    expect(result).toMatchObject({ verdict: { name: 'compliant' } });
    await expect(plain(outputs['statement-path'])).toMatchFileSnapshot('../../fixtures/statements/overridden.json');
  });

  it('are of the same bytes for the same facts, and of the digest of the policy that was asked', async () => {
    const first = await state('attest-and-gate');
    const second = await first.again();
    for (const name of ['statement-path', 'predicate-path', 'test-predicate-path'] as const) {
      expect(second[name]).not.toBe(first.outputs[name]);
      expect(read(second[name])).toBe(read(first.outputs[name]));
    }
    const policyOf = ({ outputs }: Told) => JSON.parse(read(outputs['predicate-path'])).policy.digest.sha256;
    const same = policyOf(await state('gate', { 'fail-on': 'none', 'min-tests': '1' }));
    expect(policyOf(await state('gate'))).toBe(same);
    expect(policyOf(await state('gate', { 'min-tests': '2' }))).not.toBe(same);
    expect(policyOf(await state('gate', { 'required-attestations': 'lint' }))).not.toBe(same);
    expect(policyOf(await state('gate', { flow: 'two' }))).not.toBe(same);
    const ended = { jobs: JSON.stringify({ lint: { result: 'success' }, e2e: { result: 'skipped' } }) };
    const jobs = policyOf(await state('gate', ended));
    expect(policyOf(await state('gate', { ...ended, 'allowed-skips': 'e2e' }))).not.toBe(jobs);
    const artifact = { subject: 'artifact', fingerprint: 'cd'.repeat(32) };
    const approved = { ...artifact, 'require-approval': 'true' };
    const approvals = [artifact, approved, { ...approved, environment: 'prod' }].map((raw) => state('gate', raw).then(policyOf));
    expect(new Set(await Promise.all(approvals)).size).toBe(3);
  });

  it('say of a commit that no checkout has what is missing', async () => {
    await state('attest');
    const path = mkdtempSync(join(tmpdir(), 'empty-'));
    onTestFinished(() => rmSync(path, { recursive: true }));
    at = { ...at, path };
    const { outputs } = await state('gate');
    expect(outputs).toMatchObject({ 'subject-checksums': '', 'statement-reason': expect.stringContaining('SHA-1 alone') });
    expect(JSON.parse(read(outputs['statement-path'])).subject).toHaveLength(1);
  });

  it('name an artifact alone where it was judged, and nothing where only a trail is named', async () => {
    const fingerprint = 'ab'.repeat(32);
    const { outputs } = await state('gate', { subject: 'artifact', fingerprint });
    expect(outputs['subject-checksums']).toBe(`${fingerprint}  sha256:${fingerprint}\n`);
    const byHand = await state('gate', { trail: 'release-1' }, { GITHUB_EVENT_NAME: '', GITHUB_SHA: '' });
    expect(byHand.outputs).toEqual({ 'statement-reason': expect.stringContaining('about 0 things') });
  });
});

describe('statements of test results', () => {
  it('are the main ones of attest, with the file of the workflow and the attempt', async () => {
    at.write('.github/workflows/ci.yml', 'on: push\n');
    execFileSync('git', ['add', '.github'], { cwd: at.path });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'ci'], { cwd: at.path });
    const sha = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at.path, encoding: 'utf8' }).trim();
    at = { ...at, sha };
    const { outputs } = await state('attest', { 'junit-paths': 'red.xml', 'test-names': 'all' });
    await expect(plain(outputs['statement-path'])).toMatchFileSnapshot('../../fixtures/statements/tests.json');
    expect(outputs).toMatchObject({
      'predicate-path': outputs['test-predicate-path'],
      'predicate-type': 'https://in-toto.io/attestation/test-result/v0.1',
      'statement-reason': '',
    });
    const blob = execFileSync('git', ['rev-parse', 'HEAD:.github/workflows/ci.yml'], { cwd: at.path, encoding: 'utf8' }).trim();
    expect(JSON.parse(read(outputs['predicate-path'])).configuration[0].digest).toEqual({ gitBlob: blob });
    const raw = execFileSync('git', ['cat-file', 'commit', sha], { cwd: at.path });
    expect(outputs['subject-checksums']).toBe(`${createHash('sha256').update(raw).digest('hex')}  git cat-file commit ${sha}\n`);
    expect(readStatement(readFileSync(outputs['statement-path'] ?? '')).statement.predicateType).toBe(outputs['predicate-type']);
  });

  it.each([
    ['none', undefined, undefined],
    ['failed', ['suite › bad 0'], undefined],
    ['all', ['suite › bad 0'], ['suite › good 0', 'suite › good 1']],
  ])('name tests as test-names says: %s', async (names, failedTests, passedTests) => {
    const { outputs } = await state('attest', { 'junit-paths': 'red.xml', 'test-names': names });
    const predicate = JSON.parse(read(outputs['predicate-path']));
    expect([predicate.failedTests, predicate.passedTests, predicate.failures, predicate.successes]).toEqual([
      failedTests,
      passedTests,
      1,
      2,
    ]);
  });

  it('hide tokens in the names of passed tests', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const own = 'open-sesame-of-the-shop';
    at.write('green.xml', `<testsuite name="s"><testcase name="sends ${token}"/><testcase name="says ${own}"/></testsuite>`);
    const { outputs } = await state('attest', { 'test-names': 'all', 'github-token': own });
    expect(JSON.parse(read(outputs['predicate-path'])).passedTests).toEqual(['s › says ***', 's › sends ***']);
  });

  it('are none where the files are of another commit', async () => {
    const { outputs } = await state('attest', { commit: 'c0ffee'.padEnd(40, '0') });
    expect(outputs).toEqual({ 'statement-reason': expect.stringContaining('another commit') });
  });
});

describe('where nothing is to be stated', () => {
  const down = () => state('gate', { 'base-url': 'http://127.0.0.1:9', timeout: '1s' });
  it.each<readonly [name: string, made: () => Promise<Told>, why: string]>([
    ['unknown', down, 'Unknown'],
    ['a dry run', () => state('attest-and-gate', { 'dry-run': 'true' }), 'dry run'],
    ['usage', () => state('gate', { 'min-tests': 'many' }), 'wrong or missing'],
    ['evidence of another kind', () => state('attest', { 'attestation-type': 'generic', compliant: 'true', 'junit-paths': '' }), 'neither'],
    ['no folder to write to', () => state('attest', { 'statement-folder': 'green.xml' }), 'could not be written'],
  ])('the outputs say why: %s', async (_, made, why) => {
    const { outputs } = await made();
    expect(outputs['statement-reason']).toContain(why);
    expect({ ...outputs, 'statement-reason': '' }).toEqual({ 'statement-reason': '' });
  });

  it('an older yes in the folder goes before the run begins, and nothing else does', async () => {
    const raw = { 'statement-folder': 'out' };
    await state('attest-and-gate', raw);
    const files = () => readdirSync(join(at.path, 'out')).toSorted();
    expect(files()).toEqual(['tests-predicate.json', 'tests-statement.json', 'verdict-predicate.json', 'verdict-statement.json']);
    writeFileSync(join(at.path, 'out', 'notes.txt'), '');
    clearStatements('out', at.path, () => ({ outputs: ['verdict'] }));
    expect(files()).toHaveLength(5);
    clearStatements('out', at.path);
    expect(files()).toEqual(['notes.txt']);
    clearStatements('none', at.path);
    clearStatements(join('out', 'notes.txt'), at.path);
    mkdirSync(join(at.path, 'out', 'tests-statement.json'));
    expect(() => clearStatements('out', at.path)).toThrow('An older statement cannot be removed');
    rmSync(join(at.path, 'out', 'tests-statement.json'), { recursive: true });
    const { again, result } = await state('attest-and-gate', raw);
    if (result.kind !== 'judged') throw new Error('nothing was judged');
    clearStatements('out', at.path);
    const outputs = await again({ ...result, question: { ...result.question, flow: '\ud800' } });
    expect(outputs).toMatchObject({ 'statement-reason': 'it could not be written: URI malformed' });
    expect(files()).toEqual(['notes.txt']);
  });
});
