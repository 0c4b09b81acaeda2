import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeClaims } from '../../src/commands/fork/claims.ts';
import { payloadOf } from '../git/payloads.ts';
import { fault } from '../support/fault-server.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions, type PullRequest } from '../support/github-api/open.ts';
import { runAction, type ActionRun } from '../support/runner/index.ts';
import { commands, junitOf } from './hostile.ts';
import type { Play } from './play.ts';
import { usePlays } from './use-plays.ts';
import { green, red, type Files } from './workspace.ts';

const openPlay = usePlays();
const head = 'c0ffee0000000000000000000000000000000001';
const pull: PullRequest = { number: 7, sha: head, branch: 'topic', repository: 'mallory/shop' };
const shop = { full_name: 'acme/shop' };

/** The pull request of a fork, whose run has neither secrets nor a token that may write. */
const pullRequest = {
  name: 'pull_request',
  payload: {
    number: 7,
    repository: shop,
    pull_request: {
      number: 7,
      head: { sha: head, ref: 'topic', repo: { full_name: 'mallory/shop' } },
      base: { ref: 'main', repo: shop },
    },
  },
};

/** A real `workflow_run` of it. */
function workflowRun(
  name: 'requested' | 'waiting' | 'completed',
  run: object = {},
  action: string = name === 'waiting' ? 'completed' : name,
): { readonly name: string; readonly payload: object } {
  const payload = payloadOf(`workflow_run ${name}`);
  const held = {
    ...Object(Reflect.get(payload, 'workflow_run')),
    id: 77,
    run_attempt: 1,
    name: 'Tests',
    event: 'pull_request',
    head_sha: head,
    head_branch: 'topic',
    repository: shop,
    head_repository: { full_name: 'mallory/shop' },
    ...(name === 'completed' ? { conclusion: 'success' } : {}),
    ...run,
  };
  return { name: 'workflow_run', payload: { ...payload, action, repository: shop, workflow_run: held } };
}

interface Pair {
  readonly play: Play;
  readonly api: GitHubApi;
  /** Where artifacts are. */
  readonly folder: string;
  readonly collect: (files: Files, inputs?: Readonly<Record<string, string>>) => Promise<ActionRun>;
  readonly post: (
    event: { readonly name: string; readonly payload: object },
    inputs?: Readonly<Record<string, string>>,
    runId?: number,
    attempt?: number,
  ) => Promise<ActionRun>;
}

async function openPair(options: GitHubApiOptions = {}): Promise<Pair> {
  const play = openPlay({ onTestFinished });
  const api = await openGitHubApi({ pullRequests: [pull], ...options });
  const folder = await mkdtemp(join(tmpdir(), 'artifacts-'));
  let posts = 0;
  onTestFinished(async () => {
    await api.close();
    await rm(folder, { recursive: true });
    expect(api.breaches).toEqual([]);
  });
  const manifest = (name: string): string => fileURLToPath(new URL(`../../.github/actions/${name}/action.yml`, import.meta.url));
  return {
    play,
    api,
    folder,
    async collect(files, inputs = {}) {
      return runAction({
        manifest: manifest('fork-collect'),
        workspace: await play.workspaces.make(files, { checkout: false }),
        event: pullRequest,
        contexts: { github: { api_url: 'http://127.0.0.1:9', job: 'collect' } },
        inputs: {
          'attestation-name': 'unit',
          'junit-paths': 'build/*.xml',
          'test-outcome': 'success',
          'collect-into': join(folder, 'compliance-evidence-unit'),
          ...inputs,
        },
      });
    },
    async post(event, inputs = {}, runId = 1000 + posts, attempt = 1) {
      posts += 1;
      return runAction({
        manifest: manifest('fork-post'),
        workspace: await play.workspaces.make({}, { checkout: false }),
        event,
        contexts: { github: { api_url: api.url, sha: 'b'.repeat(40), run_id: String(runId), run_attempt: String(attempt) } },
        inputs: {
          'base-url': play.stage.baseUrl,
          'api-token': play.stage.tokens.member,
          org: 'acme',
          flow: play.flow,
          collected: folder,
          'attestation-names': 'unit',
          'required-attestations': 'unit',
          report: 'status',
          ...inputs,
        },
      });
    },
  };
}

const states = ({ statuses }: GitHubApi): readonly unknown[] => statuses.map(({ sha, state }) => [state, sha]);

test('what a fork collects without a token is recorded and judged by the workflow that has it', async () => {
  const { api, collect, play, post } = await openPair();
  const collected = await collect({ 'build/unit.xml': green });
  expect([collected.exitCode, collected.annotations]).toEqual([0, []]);
  expect(collected.outputs).toMatchObject({
    verdict: 'collected',
    compliant: 'false',
    'artifact-name': 'compliance-evidence-unit',
    'tests-total': '3',
  });
  expect(collected.summary).toContain('## 📦 unit collected');
  const done = await post(workflowRun('completed'));
  expect([done.exitCode, done.outputs['verdict'], done.outputs['compliant'], done.outputs['commit']]).toEqual([
    0,
    'compliant',
    'true',
    head,
  ]);
  expect(states(api)).toEqual([
    ['pending', head],
    ['success', head],
  ]);
  expect(api.statuses.at(-1)).toMatchObject({
    context: `compliance/${play.flow}`,
    target_url: expect.stringContaining(`${done.outputs['trail-url']}#`),
  });
  expect(done.summary).toContain('### Claimed by the run of a fork');
  expect(done.summary).toMatch(/\| unit \| collect \| 3 tests: .* \| success \| is recorded \|/);
});

test('a red test of a fork fails the status, and the summary names it', async () => {
  const { api, collect, post } = await openPair();
  const collected = await collect({ 'build/unit.xml': red }, { 'test-outcome': 'failure' });
  expect([collected.exitCode, collected.outputs['tests-failed']]).toEqual([0, '1']);
  const done = await post(workflowRun('completed', { conclusion: 'failure' }));
  expect([done.exitCode, done.outputs['verdict']]).toEqual([1, 'non-compliant']);
  expect(states(api).at(-1)).toEqual(['failure', head]);
  expect(done.summary).toContain('2 is not 1');
});

test('the status waits until the run has ended, and is no yes where it left nothing', async () => {
  const { api, post } = await openPair();
  for (const name of ['requested', 'waiting'] as const) {
    const waits = await post(workflowRun(name));
    expect([waits.exitCode, waits.outputs['verdict'], waits.outputs['compliant']]).toEqual([0, 'pending', 'false']);
  }
  const done = await post(workflowRun('completed'));
  expect([done.exitCode, done.outputs['verdict']]).toEqual([4, 'unusable']);
  expect(states(api).map((state) => Object(state)[0])).toEqual(['pending', 'pending', 'pending', 'failure']);
});

test('what a run tells of its beginning after its verdict changes nothing', async () => {
  const { api, collect, post } = await openPair();
  await collect({ 'build/unit.xml': green });
  await post(workflowRun('completed'), {}, 1003);
  await post(workflowRun('requested'), {}, 1001);
  await post(workflowRun('requested', {}, 'in_progress'), {}, 1002);
  expect(states(api)).toEqual([
    ['pending', head],
    ['success', head],
  ]);
});

test('after the service was down the same run is posted again', async () => {
  const { api, collect, play, post } = await openPair();
  await collect({ 'build/unit.xml': green });
  const down = await play.faulty(() => fault.status(503, {}));
  const failed = await post(workflowRun('completed'), { 'base-url': down.url, timeout: '1s' }, 1003);
  expect([failed.exitCode === 0, states(api).at(-1)]).toEqual([false, ['error', head]]);
  await post(workflowRun('completed'), {}, 1003, 2);
  expect(states(api).at(-1)).toEqual(['success', head]);
});

test('a run that waits for approval holds up no other pull request with this head', async () => {
  const other: PullRequest = { number: 8, sha: head, branch: 'copy', repository: 'eve/shop' };
  const { api, collect, post } = await openPair({ pullRequests: [pull, other] });
  await collect({ 'build/unit.xml': green });
  await post(workflowRun('completed'));
  const copy = { id: 78, head_branch: 'copy', head_repository: { full_name: 'eve/shop' } };
  await post(workflowRun('waiting', { ...copy, conclusion: 'action_required' }));
  expect(states(api).at(-1)).toEqual(['success', head]);
  await post(workflowRun('requested', copy, 'in_progress'));
  expect(states(api).at(-1)).toEqual(['pending', head]);
});

test('a download that broke off is no yes', async () => {
  const { collect, post } = await openPair();
  await collect({ 'build/unit.xml': green });
  const done = await post(workflowRun('completed'), { jobs: '{"download":{"result":"failure"}}' });
  expect(done.outputs['verdict']).toBe('incomplete');
});

test('without files the first half fails, and says why; the second records that there is no evidence', async () => {
  const { collect, play, post } = await openPair();
  const collected = await collect({});
  expect([collected.exitCode, collected.outputs['verdict'], collected.outputs['collected']]).toEqual([
    4,
    'unusable',
    expect.stringContaining('compliance-evidence-unit'),
  ]);
  expect(JSON.parse(collected.outputs['reasons'] ?? '')).toMatchObject([{ code: 'evidence-unusable', fix: expect.any(String) }]);
  const done = await post(workflowRun('completed'));
  expect(done.outputs['verdict']).toBe('unusable');
  expect((await play.stage.records()).filter(({ flow_name: flow }) => flow === play.flow)).toMatchObject([{ is_compliant: false }]);
});

test('names of a stranger reach log, summary, status and outputs only as text', async () => {
  const { api, folder, post } = await openPair();
  for (const [index, text] of commands.entries()) {
    const claims = { attestationName: 'unit', job: text, leg: `**${text}** @ada <b>`, matrix: { [text]: text }, testOutcome: 'failure' };
    const place = join(folder, index === 0 ? text.replaceAll(/[/]/g, '') : `leg-${index}`);
    await mkdir(join(place, 'results'), { recursive: true });
    await writeFile(join(place, 'claims.json'), writeClaims(claims));
    await writeFile(join(place, 'results', 'unit.xml'), junitOf([text]));
  }
  const bad = join(folder, `::error::${commands[0]}`, 'results', `::warning::${commands[0]}.xml`);
  await mkdir(dirname(bad), { recursive: true });
  await writeFile(bad, '');
  const forged = { attestationName: 'unit', job: null, leg: null, matrix: null, testOutcome: 'success' };
  await mkdir(join(folder, 'claims'));
  await writeFile(join(folder, 'claims', 'claims.json'), writeClaims(forged).replace('"success"', JSON.stringify(commands[1])));
  const done = await post(workflowRun('completed', { name: commands[0], conclusion: commands[1], head_branch: 'topic' }));
  expect(done.outputs['verdict']).toBe('unusable');
  expect([done.commandErrors, done.state, done.env, done.path, done.matchers]).toEqual([[], {}, {}, [], []]);
  expect(done.log).not.toMatch(/^##\[(?!error|warning|notice|group|endgroup|debug)/m);
  expect(done.annotations.map(({ message }) => message)).not.toContain('forged');
  expect(done.summary).not.toMatch(/<b>|[^\\]\*\*::|[^\\`]@ada/);
  expect(String(api.statuses.at(-1)?.['description'])).not.toMatch(/[\n\r]/);
});

test('a run of a fork that attests all the same is led to the pair', async () => {
  const { play } = await openPair();
  const done = await play.run({ event: pullRequest, inputs: { 'api-token': '' } });
  expect(done.outputs['verdict']).toBe('usage');
  expect(done.annotations.map(({ message }) => message).join()).toMatch(/fork-collect.*fork-post.*docs\/forks\.md/s);
});
