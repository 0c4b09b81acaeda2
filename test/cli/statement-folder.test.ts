import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  expect(existsSync(join(at.path, 'out', 'verdict-statement.json'))).toBe(false);
});
