import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runAction } from '../../src/cli/demo/run-bundle.ts';

/** A package with an action that does this. */
function packageWith(action: string) {
  const home = mkdtempSync(join(tmpdir(), 'run-bundle-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const at = (name: string): string => join(home, name);
  for (const name of ['dist', 'shop']) mkdirSync(at(name));
  writeFileSync(at('package.json'), '{"type":"commonjs"}');
  writeFileSync(at('dist/index.js'), `const { appendFileSync } = require('node:fs');\n${action}`);
  writeFileSync(
    at('action.yml'),
    "inputs:\n  org: {}\n  junit-paths: {}\n  fail-on: { default: 'unknown' }\n  github-token: { default: '${{ github.token }}' }\n",
  );
  return { at, options: { root: home, shop: at('shop'), folder: at('run/1'), commit: 'c0ffee', attempt: 7, inputs: { org: 'acme' } } };
}

const never = new AbortController().signal;

test('the action runs as a step of a job for a push, with its inputs, and nothing of this process but PATH', async () => {
  vi.stubEnv('EVIDENCE_ORG', 'of this process');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { at, options } = packageWith(
    `const event = require('node:fs').readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8');
    console.log(JSON.stringify({ env: process.env, event, cwd: process.cwd() }));`,
  );
  const { exitCode, log } = await runAction({ ...options, interrupt: never });
  const run = (name: string): string => join(at('run/1'), name);
  const said: Record<string, unknown> = JSON.parse(log.join('\n'));
  expect([exitCode, said['cwd']]).toEqual([0, at('shop')]);
  expect(said['env']).toEqual({
    PATH: process.env['PATH'],
    HOME: at('run/1'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: run('output'),
    GITHUB_STEP_SUMMARY: run('summary'),
    GITHUB_ENV: run('env'),
    GITHUB_PATH: run('path'),
    GITHUB_STATE: run('state'),
    GITHUB_EVENT_PATH: run('event.json'),
    GITHUB_WORKSPACE: at('shop'),
    RUNNER_TEMP: at('run/1'),
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: 'c0ffee',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/checkout-service',
    GITHUB_REPOSITORY_ID: '1',
    GITHUB_WORKFLOW: 'Tests',
    GITHUB_JOB: 'tests',
    GITHUB_RUN_ID: '7',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_NUMBER: '7',
    GITHUB_ACTOR: 'demo',
    INPUT_ORG: 'acme',
    'INPUT_JUNIT-PATHS': 'build/test-results/**/*.xml',
    'INPUT_FAIL-ON': 'unknown',
    'INPUT_GITHUB-TOKEN': '',
  });
  expect(JSON.parse(String(said['event']))).toEqual({
    ref: 'refs/heads/main',
    after: 'c0ffee',
    repository: { id: 1, full_name: 'acme/checkout-service', html_url: 'https://github.com/acme/checkout-service' },
  });
});

test('what the step prints is its log, its annotations, and what it wrote are its outputs and its summary', async () => {
  const { options } = packageWith(`
    console.log('Read 4 tests');
    console.log('');
    console.log('::add-mask::x');
    console.log('::error file=a%2Cb.js,line=3,title=T%3A::first%0Asecond%0D 100%25 %250A');
    console.error('::warning::careful');
    console.log('::notice title=N::');
    appendFileSync(process.env.GITHUB_OUTPUT, 'verdict<<E1\\ncompliant\\nE1\\nnot=read\\ntext<<E2\\none\\ntwo\\nE2\\nopen<<E3\\nnever ends\\nlater<<E4\\n');
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, '# Done');
    process.exitCode = 5;`);
  const { annotations, exitCode, log, outputs, summary } = await runAction({ ...options, interrupt: never });
  expect([exitCode, log, summary]).toEqual([5, ['Read 4 tests'], '# Done']);
  expect([...outputs]).toEqual([
    ['verdict', 'compliant'],
    ['text', 'one\ntwo'],
  ]);
  const nowhere = { file: undefined, line: undefined };
  expect(annotations.toSorted((one, other) => one.level.localeCompare(other.level))).toEqual([
    { level: 'error', title: 'T:', message: 'first\nsecond\r 100% %0A', file: 'a,b.js', line: '3' },
    { level: 'notice', title: 'N', message: '', ...nowhere },
    { level: 'warning', title: '', message: 'careful', ...nowhere },
  ]);
});

test('a step that is told to stop ends, and one that is killed has failed', async () => {
  const stopped = packageWith(`setInterval(() => undefined, 1000);`);
  const interrupt = new AbortController();
  const run = runAction({ ...stopped.options, interrupt: interrupt.signal });
  setTimeout(() => interrupt.abort(), 100);
  await expect(run).rejects.toThrow(/aborted/);
  const killed = packageWith(`process.kill(process.pid, 'SIGKILL');`);
  expect(await runAction({ ...killed.options, interrupt: never })).toMatchObject({ exitCode: 1 });
});
