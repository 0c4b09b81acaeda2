import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkout, openStage, type Checkout, type Stage } from '../commands/setup.ts';
import { runWords } from './run-lines.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  at = checkout();
});
afterAll(() => stage.close());

const run = (...args: readonly string[]) => {
  const env = { EVIDENCE_BASE_URL: stage.url, EVIDENCE_API_TOKEN: stage.token, EVIDENCE_ORG: 'acme', EVIDENCE_FLOW: 'shop' };
  return runWords(args, { cwd: at.path, env });
};
const tests = ['--attestation-name', 'unit', '--junit-paths', 'green.xml'];

it('by hand statements are written into the folder that is named, of the repository of the checkout, and said', async () => {
  const { code, stderr } = await run('attest-and-gate', ...tests, '--statement-folder', 'out');
  expect([code, stderr]).toEqual([0, expect.stringContaining(`Statement: ${join(at.path, 'out', 'verdict-statement.json')}`)]);
  const { predicate } = JSON.parse(readFileSync(join(at.path, 'out', 'verdict-statement.json'), 'utf8'));
  expect(predicate).toMatchObject({
    resourceUri: 'git+https://github.com/acme/shop',
    verificationResult: 'PASSED',
    verifier: { id: 'pkg:npm/compliance-evidence' },
  });
});

it('without a folder none is written, and a fault says that there is none', async () => {
  const before = readdirSync(at.path);
  const { stderr } = await run('gate');
  expect([stderr.includes('tatement'), readdirSync(at.path)]).toEqual([false, before]);
  const wrong = await run('gate', '--min-tests', 'many', '--statement-folder', 'out');
  expect([wrong.code, wrong.stderr]).toEqual([64, expect.stringContaining('No statement: there is neither a verdict')]);
  mkdirSync(join(at.path, 'out', 'verdict-statement.json'));
  const stays = await run('gate', '--statement-folder', 'out');
  expect([stays.code, stays.stderr]).toEqual([64, expect.stringContaining('An older statement cannot be removed')]);
  rmSync(join(at.path, 'out', 'verdict-statement.json'), { recursive: true });
  expect(existsSync(join(at.path, 'out', 'verdict-statement.json'))).toBe(false);
});

it('what was written can be signed, and is a yes to whoever verifies it; a red run is none', async () => {
  const verify = (name: string) =>
    run('verify', '--statement', `out/${name}.sigstore.json`, '--key', 'signer.pub', '--commit', at.sha, '--repository', 'acme/shop');
  await run('key', 'create', 'signer');
  await run('attest-and-gate', ...tests, '--statement-folder', 'out');
  const signed = await run('sign', 'out/verdict-statement.json', 'out/tests-statement.json', '--key', 'signer');
  expect([signed.code, signed.stderr]).toEqual([0, '']);
  expect([(await verify('verdict-statement')).code, (await verify('tests-statement')).code]).toEqual([0, 0]);
  await run('attest-and-gate', '--attestation-name', 'unit', '--junit-paths', 'red.xml', '--statement-folder', 'red');
  await run('sign', 'red/verdict-statement.json', '--key', 'signer', '--out', 'out/no');
  const no = await run(
    'verify',
    '--statement',
    'out/no/verdict-statement.sigstore.json',
    '--key',
    'signer.pub',
    '--commit',
    at.sha,
    '--repository',
    'acme/shop',
  );
  expect([no.code, no.stdout + no.stderr]).toEqual([1, expect.stringContaining('FAILED')]);
});
