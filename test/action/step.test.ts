import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { variableOf } from '../../src/action/inputs.ts';
import { openStage, type Stage } from '../bundle/stage.ts';
import { green, openWorkspaces, red, type Files, type Workspaces } from '../bundle/workspace.ts';
import { openGitHubApi } from '../support/github-api/open.ts';

/*
 * The entry of the action runs in this process, so that a line of it that is changed is seen by these tests: what it prints, the
 * outputs and the summary are compared with test/fixtures/steps, a file for each step. `npx vitest run test/action/step.test.ts -u`
 * writes these files; look at what changed.
 */

interface Step {
  readonly inputs?: Readonly<Record<string, string | undefined>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly event?: { readonly name: string; readonly payload: object } | 'pull request';
  readonly files?: Files;
  /** The names that the template of the flow demands. */
  readonly demands?: readonly string[];
  /** Steps of the same flow that ran before. */
  readonly before?: readonly Step[];
  /** The job is cancelled when this text is printed. */
  readonly cancelAt?: string;
  /** Lets the steps of this flow report to GitHub; the status with which GitHub refuses. */
  readonly gitHub?: number | 'takes all' | 'refuses the first';
  readonly checkout?: boolean;
}

const shop = { full_name: 'acme/shop' };
const attest = { 'attestation-name': 'unit', 'junit-paths': 'build/*.xml' };
const gate = { command: 'gate' };
const redFiles = { 'build/unit.xml': red };
const pullOf = (sha: string, repo: object) => {
  const pull = { number: 7, head: { sha, ref: 'topic', repo }, base: { ref: 'main', repo: shop } };
  return { name: 'pull_request', payload: { number: 7, repository: shop, pull_request: pull } };
};
const stranger = pullOf('c0ffee'.padEnd(40, '0'), { full_name: 'eve/shop', fork: true });
const followed = {
  id: 20,
  name: 'CI',
  run_attempt: 1,
  event: 'push',
  head_sha: 'c0ffee'.padEnd(40, '0'),
  head_branch: 'main',
  head_repository: shop,
};
const running = { name: 'workflow_run', payload: { action: 'requested', repository: shop, workflow_run: followed } };
const tokens = { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://SERVICE/no/token?x=1', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a-request-token' };
const many = `<testsuite name="many">${Array.from({ length: 24 }, (_, at) => `<testcase classname="c" name="t${at}"><failure message="m ${at}">at x.ts:${at}</failure></testcase>`).join('')}</testsuite>`;

const steps: Readonly<Record<string, Step>> = {
  compliant: { inputs: { ...attest, summary: 'full' } },
  'a test failed': { inputs: { ...attest, summary: 'failed' }, files: redFiles },
  'many tests failed': { inputs: attest, files: { 'build/unit.xml': many } },
  incomplete: { inputs: { ...attest, 'wait-timeout': '0s' }, demands: ['unit', 'lint'] },
  'incomplete elsewhere': {
    inputs: { ...attest, 'base-url': 'http://0.0.0.0/api/v2', 'allow-insecure-http': 'true', summary: 'full' },
    demands: ['unit', 'lint'],
  },
  'nothing recorded in this job': { inputs: gate, demands: [] },
  'a dry run of an empty service': { inputs: { ...attest, 'dry-run': 'true' }, demands: [] },
  'a dry run of a gate': { inputs: { ...gate, 'dry-run': 'true' } },
  'files unusable': { inputs: attest, files: { 'build/unit.xml': green.slice(0, 200) } },
  'no files': { inputs: attest, files: {} },
  'let through until a day': { inputs: { ...attest, 'enforce-from': '2999-01-01' }, files: redFiles },
  'summary for faults and none': { inputs: { ...attest, summary: 'failed' } },
  'gate of what failed': { inputs: gate, before: [{ inputs: { ...attest, command: 'attest' }, files: redFiles }] },
  'gate of an artifact': { inputs: { ...gate, subject: 'artifact', 'artifact-path': 'build/unit.xml' } },
  'gate of a commit': { inputs: { ...gate, subject: 'commit', commit: 'c0ffee'.padEnd(40, '0') }, before: [{ inputs: attest }] },
  explained: {
    inputs: { command: 'explain', summary: 'failed' },
    demands: ['unit', 'lint'],
    before: [{ inputs: attest, files: redFiles }],
  },
  attested: { inputs: { ...attest, command: 'attest' } },
  'attested and a test failed': { inputs: { ...attest, command: 'attest', summary: 'failed' }, files: redFiles },
  'would attest': { inputs: { ...attest, command: 'attest', 'dry-run': 'true', summary: 'full' } },
  'trail begun': { inputs: { command: 'trail-begin', summary: 'full' } },
  'trail begun without a checkout': { inputs: { command: 'trail-begin' }, checkout: false },
  'would begin a trail': { inputs: { command: 'trail-begin', 'dry-run': 'true' } },
  'artifact reported': { inputs: { command: 'artifact-report', 'artifact-path': 'build/unit.xml', 'artifact-name': 'shop' } },
  answered: { inputs: { command: 'query', operation: 'list-policies', summary: 'full' } },
  'answered with nothing to see': { inputs: { command: 'query', operation: 'list-policies', summary: 'failed' } },
  'answered into no folder': { inputs: { command: 'query', operation: 'list-policies' }, env: { RUNNER_TEMP: '/nowhere' } },
  'a fault in detail': { inputs: { command: 'query', operation: 'list-policies' }, env: { RUNNER_TEMP: '/nowhere', RUNNER_DEBUG: '1' } },
  collected: { inputs: { command: 'fork-collect', ...attest, summary: 'failed' }, event: stranger },
  'collected and a test failed': { inputs: { command: 'fork-collect', ...attest, summary: 'failed' }, event: stranger, files: redFiles },
  'collected nothing': { inputs: { command: 'fork-collect', ...attest, summary: 'failed' }, event: stranger, files: {} },
  'outputs unwritable': { inputs: attest, env: { GITHUB_OUTPUT: '/nowhere/at/all' } },
  'summary unwritable': { inputs: { ...attest, summary: 'full' }, env: { GITHUB_STEP_SUMMARY: '/nowhere/at/all' } },
  'no summary file': { inputs: { ...attest, summary: 'full' }, env: { GITHUB_STEP_SUMMARY: '' } },
  'wrong values': {
    inputs: { ...attest, 'min-tests': 'many', 'fail-on': 'sometimes', report: 'status,none', summary: 'long', 'test-outcome': ' ' },
  },
  'no inputs': { inputs: { 'base-url': undefined, 'api-token': ' ', org: '', flow: undefined } },
  'nothing to ask': { inputs: { command: 'query', org: '', operation: ' ' } },
  'no token': { inputs: { ...attest, 'api-token': '', 'base-url': 'https://evidence.example' } },
  'no secrets for a fork': { inputs: { ...attest, 'base-url': 'https://evidence.example', 'api-token': '' }, event: stranger },
  'no secrets and no service': { inputs: { ...attest, 'base-url': '', 'api-token': '' }, event: stranger },
  'no service of this job': { inputs: { ...attest, 'base-url': '', 'api-token': '' }, env: { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' } },
  'unknown command': { inputs: { command: 'attest-and-gat' }, env: { RUNNER_DEBUG: '1' } },
  'the command of another action': { inputs: { command: 'serve' } },
  mistyped: { inputs: { ...attest, flwo: 'shop', flow: '', 'junit-path': 'build/x.xml', 'something-else': 'x', 'min-tests': 'many' } },
  'mistyped token': { inputs: { ...gate, 'api-token': '', 'api-tokn': 'a-secret' } },
  'mistyped command': { inputs: { comand: 'gate' } },
  'read by another command': { inputs: { ...gate, 'test-outcome': 'failure', 'junit-paths': 'build/*.xml', 'user-data': '{}' } },
  'not read and harmless': { inputs: { ...attest, command: 'attest', report: 'status', 'fail-on': 'none', 'wait-timeout': '5s' } },
  'wrong token': { inputs: { ...gate, 'api-token': 'ce_wrong' } },
  'another organization': { inputs: { ...gate, org: 'globex' } },
  cancelled: { inputs: { ...gate, 'wait-timeout': '50s' }, before: [{ inputs: { command: 'trail-begin' } }], cancelAt: 'Waiting' },
  'waited in vain': { inputs: { ...gate, 'wait-timeout': '1s' }, before: [{ inputs: { command: 'trail-begin' } }] },
  'status set': { inputs: { ...attest, report: 'status,comment' }, event: 'pull request', gitHub: 'takes all' },
  'status of what failed': { inputs: { ...attest, report: 'status,comment' }, files: redFiles, event: 'pull request', gitHub: 'takes all' },
  'status of an artifact': {
    inputs: { ...gate, report: 'status', subject: 'artifact', 'artifact-path': 'build/unit.xml', commit: 'C0FFEE'.padEnd(40, '0') },
    gitHub: 'takes all',
  },
  'status and wrong values': { inputs: { ...attest, report: 'status', 'min-tests': 'many' }, gitHub: 'takes all' },
  'status of a run that goes on': { inputs: { ...gate, report: 'status' }, event: running, gitHub: 'takes all' },
  'status without a name': {
    inputs: { ...gate, report: 'status', subject: 'commit', commit: 'c0ffee'.padEnd(40, '0'), flow: '' },
    gitHub: 'takes all',
  },
  'status refused at first': { inputs: { ...attest, report: 'status' }, gitHub: 'refuses the first' },
  'status refused': { inputs: { ...attest, report: 'status' }, gitHub: 403 },
  'comment refused': { inputs: { ...attest, report: 'comment' }, event: 'pull request', gitHub: 403 },
  'a job that identifies itself': { inputs: { ...gate, 'api-token': '' }, env: tokens },
  'a job that has a token too': { inputs: gate, env: tokens },
  'gate of a listed artifact': {
    inputs: { ...gate, subject: 'artifact' },
    files: {
      'list.json': JSON.stringify({ version: 1, subjects: [{ name: 'shop.tgz', kind: 'file', digest: `sha256:${'ab'.repeat(32)}` }] }),
    },
    env: { GITHUB_ARTIFACTS_LIST: 'WORKSPACE/list.json' },
  },
};

let stage: Stage;
let workspaces: Workspaces;
let taken = 0;

beforeAll(async () => {
  [stage, workspaces] = await Promise.all([openStage(), openWorkspaces()]);
});
afterAll(async () => {
  await stage.close();
  await workspaces.close();
});

test.each(Object.entries(steps))('%s', async (name, step) => {
  const flow = name.replaceAll(/[^a-z]+/g, '-');
  if (step.demands?.length !== 0) await stage.putFlow(flow, step.demands ?? ['unit']);
  for (const one of step.before ?? []) await take(one, flow);
  const shown = await take(step, flow);
  await expect(shown).toMatchFileSnapshot(`../fixtures/steps/${flow}.txt`);
});

test.each([
  'unknown command',
  'no inputs',
  'no secrets for a fork',
  'mistyped token',
  'wrong values',
  'status without a name',
  'wrong token',
  'files unusable',
])('no older yes stays in the folder that is named: %s', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const older = ['verdict', 'tests'].flatMap((of) => [`${of}-statement.json`, `${of}-predicate.json`]);
  for (const each of ['notes.txt', ...older]) writeFileSync(join(folder, each), 'PASSED');
  const { inputs, ...step } = steps[name] ?? {};
  await take({ ...step, inputs: { ...inputs, 'statement-folder': folder } }, 'older');
  const left = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(left.filter((text) => text.includes('PASSED'))).toEqual(['PASSED']);
});

test('a command that states nothing leaves statements where they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'verdict-statement.json'), 'PASSED');
  const { inputs } = steps['answered'] ?? {};
  await take({ inputs: { ...inputs, 'statement-folder': folder } }, 'older');
  expect(readdirSync(folder)).toEqual(['verdict-statement.json']);
});

/** Exit code, log, outputs that are not empty, summary, and reports on GitHub. */
async function take(
  { cancelAt, checkout = true, env = {}, event: on, files = { 'build/unit.xml': green }, gitHub, inputs = {} }: Step,
  flow: string,
) {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'step-')));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const place = (name: string, text = ''): string => {
    writeFileSync(join(temporary, name), text);
    return join(temporary, name);
  };
  const event = on === 'pull request' ? pullOf(workspaces.sha, shop) : on;
  let refusals = gitHub === 'takes all' ? 0 : gitHub === 'refuses the first' ? 1 : Infinity;
  const refuse = () => (refusals-- > 0 ? { status: typeof gitHub === 'number' ? gitHub : 403 } : undefined);
  const api = gitHub === undefined ? undefined : await openGitHubApi({ refuse });
  // No page of a service on loopback can be opened by others; this one has another name.
  const elsewhere = inputs['base-url']?.includes('0.0.0.0') === true ? { 'base-url': stage.baseUrl.replace('127.0.0.1', '0.0.0.0') } : {};
  const address = stage.baseUrl.replace('/api/v2', '').replace('http://', '');
  const [output, summary] = [place('output'), place('summary')];
  const workspace = await workspaces.make(files, { checkout });
  mkdirSync(join(temporary, 'temp'));
  const { log, exitCode } = await runEntry(
    {
      PATH: process.env['PATH'],
      HOME: temporary,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: api?.url ?? 'http://127.0.0.1:9',
      GITHUB_EVENT_NAME: event?.name ?? 'push',
      GITHUB_EVENT_PATH: place('event.json', JSON.stringify(event?.payload ?? { ref: 'refs/heads/main', repository: shop })),
      GITHUB_JOB: 'test',
      GITHUB_OUTPUT: output,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_ID: '1658821493',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_SHA: workspaces.sha,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKFLOW: 'CI',
      GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/heads/main',
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: join(temporary, 'temp'),
      ...variablesOf({
        'base-url': stage.baseUrl,
        'api-token': stage.tokens.member,
        org: 'acme',
        flow,
        summary: 'off',
        'github-token': 'ghs_x',
        ...inputs,
        ...elsewhere,
      }),
      ...Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value?.replace('SERVICE', address).replace('WORKSPACE', workspace)]),
      ),
    },
    join(temporary, '_actions/acme/compliance-evidence/v1/dist/index.js'),
    cancelAt,
  );
  await api?.close();
  expect(api?.breaches ?? []).toEqual([]);
  const parts = [
    `exit code ${exitCode}\n\n${log}`,
    outputsIn(readFileSync(output, 'utf8')),
    readFileSync(summary, 'utf8'),
    ...(api === undefined ? [] : [JSON.stringify({ statuses: api.statuses, comments: api.comments }, undefined, 2)]),
  ];
  const hidden: readonly (readonly [what: RegExp | string, name: string])[] = [
    [temporary, 'TEMPORARY'],
    [workspace, 'WORKSPACE'],
    [address, 'SERVICE'],
    [api?.url ?? 'no GitHub', 'GITHUB'],
    [address.replace('127.0.0.1', '0.0.0.0'), 'ELSEWHERE'],
    [workspaces.sha, 'COMMIT'],
    [workspaces.sha.slice(0, 12), 'SHORT'],
    [stage.tokens.member, 'TOKEN'],
    [/(?<=Witness: )[0-9a-f]{64}/g, 'WITNESS'],
    [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]+/g, 'ID'],
    [/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME'],
    [/\b[12]\d{9}(?:\.\d+)?\b/g, 'SECONDS'],
    [/(?<=compliance-evidence-(?:collected-)?)\w{6}\b(?=\/(?:result|verdict-|tests-)|\n|;)/g, 'RANDOM'],
    [/(?<=asking again in |Waiting up to )[\d.]+ m?s/g, 'SOME TIME'],
    [/(?:\n {4}at .*)+/g, '\n    at PLACES'],
    [/(?<=slot=|sha256:)[\w-]+/g, 'HASH'],
  ];
  return hidden.reduce((text, [what, name]) => text.replaceAll(what, name), parts.join('\n---\n'));
}

function variablesOf(inputs: Step['inputs'] = {}): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [variableOf(name), value]));
}

/** An entry runs when it is imported, and another address is another import. */
async function runEntry(env: NodeJS.ProcessEnv, program: string, cancelAt?: string) {
  const log: string[] = [];
  const signals = new Map<unknown, () => void>();
  const { argv, env: ours, exitCode } = process;
  const exit = vi.spyOn(process, 'exit').mockImplementation(vi.fn<() => never>());
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text, done?: unknown) => {
    log.push(String(text));
    if (cancelAt !== undefined && String(text).includes(cancelAt)) signals.get('SIGTERM')?.();
    if (typeof done === 'function') done();
    return true;
  });
  const heard = vi.spyOn(process.stdout, 'on').mockReturnValue(process.stdout);
  const on = vi.spyOn(process, 'on').mockImplementation((name, act) => {
    signals.set(name, act);
    return process;
  });
  Object.assign(process, { env, argv: [process.execPath, program], exitCode: undefined });
  try {
    taken += 1;
    const entry = new URL(`../../src/action/main.ts?step=${taken}`, import.meta.url).href;
    await import(/* @vite-ignore */ entry);
    expect(exit).toHaveBeenCalledTimes(1);
    return { log: log.join(''), exitCode: process.exitCode };
  } finally {
    Object.assign(process, { env: ours, argv, exitCode });
    for (const spy of [write, exit, heard, on]) spy.mockRestore();
  }
}

function outputsIn(text: string): string {
  const outputs = Array.from(text.matchAll(/^(.+)<<(ghadelimiter_.+)\n([^]*?)\n\2$/gm), ([, name, , value]) => [name, value] as const);
  const lines = outputs.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return `${outputs.length} outputs\n${lines.join('\n')}\n`;
}
