import { expect, onTestFinished, test } from 'vitest';
import type { GitHubApi } from '../support/github-api/open.ts';
import { payloadOf } from '../git/payloads.ts';
import type { Run } from './play.ts';
import { openReported } from './reported.ts';
import { told } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

const tip = 'b'.repeat(40);

/**
 * A real `workflow_run` of `acme/shop`, which runs at the tip of the default branch, with the test's facts about the other run.
 */
function workflowRun(
  name: 'requested' | 'waiting' | 'completed',
  sha: string,
  run: object = {},
  action: string = name,
): Required<Pick<Run, 'event' | 'contexts'>> {
  const payload = payloadOf(`workflow_run ${name}`);
  const shop = { full_name: 'acme/shop' };
  const held = {
    ...Object(Reflect.get(payload, 'workflow_run')),
    id: 77,
    name: 'Tests',
    event: 'pull_request',
    head_sha: sha,
    head_branch: 'topic',
    repository: shop,
  };
  const followed = { ...held, head_repository: { full_name: 'mallory/shop' }, ...run };
  return {
    event: { name: 'workflow_run', payload: { ...payload, action, repository: shop, workflow_run: followed } },
    contexts: { github: { sha: tip } },
  };
}

const said = ({ statuses }: GitHubApi): readonly unknown[] => statuses.map(({ description, sha, state }) => [state, sha, description]);

test.each([
  ['requested', 'requested', 'The run of Tests has not begun'],
  ['requested', 'in_progress', 'The run of Tests has not ended'],
  ['waiting', 'requested', 'The run of Tests waits for somebody to approve it'],
  ['waiting', 'completed', 'The run of Tests waits for somebody to approve it'],
] as const)('a run that is %s (%s) is pending: no yes, no verdict, and nothing is recorded', async (name, action, words) => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  const done = await run(workflowRun(name, play.sha, {}, action));
  expect(said(api)).toEqual([['pending', play.sha, words]]);
  expect(api.statuses[0]).toMatchObject({ target_url: expect.stringContaining('https://github.com/acme/shop/actions/runs/77#') });
  expect({ exitCode: done.exitCode, ...done.outputs }).toMatchObject({
    exitCode: 0,
    verdict: 'pending',
    compliant: 'false',
    'would-fail': 'false',
    commit: play.sha,
    'trail-url': '',
  });
  expect(done.summary).toContain('## ⏳ Pending');
  expect(await play.recordsOf(done)).toEqual([]);
});

test('wrong inputs show before the other run has ended', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  const done = await run({ ...workflowRun('requested', play.sha), inputs: { 'min-tests': 'many' } });
  expect([done.exitCode, done.outputs['verdict']]).toEqual([64, 'usage']);
  expect(api.statuses.map(({ state }) => state)).toEqual(['error']);
});

test('a pending status that cannot be set fails the step', async () => {
  const play = openPlay({ onTestFinished });
  const { run } = await openReported(play, { refuse: () => ({ status: 403 }) });
  const done = await run(workflowRun('requested', play.sha));
  expect([done.exitCode, done.outputs['verdict'], done.outputs['compliant']]).toEqual([3, 'pending', 'false']);
});

test('without a status nothing waits: the run is judged as it stands', async () => {
  const play = openPlay({ onTestFinished });
  const { run } = await openReported(play);
  const done = await run({ ...workflowRun('requested', play.sha), inputs: { command: 'gate', report: 'none' } });
  expect([done.exitCode, done.outputs['verdict']]).toEqual([2, 'incomplete']);
});

test('a run that has ended is judged, at its own head and not at the tip', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  await run(workflowRun('completed', play.sha));
  await run({ ...workflowRun('completed', play.sha, { conclusion: 'failure', run_attempt: 2 }), files: { 'build/unit.xml': red } });
  expect(api.statuses.map(({ sha, state }) => [state, sha])).toEqual(
    ['pending', 'success', 'pending', 'failure'].map((state) => [state, play.sha]),
  );
});

test('a run that followed another workflow_run has no commit to report on, and says what to do', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  const done = await run({ ...workflowRun('completed', tip, { event: 'workflow_run' }), inputs: { command: 'gate' } });
  expect(api.asked).toEqual([]);
  expect([done.exitCode, done.outputs['verdict']]).toEqual([64, 'usage']);
  expect(told(done)).toContain('Let this workflow follow the first one');
});

test.each([
  ['merge_group', (sha: string) => ({ merge_group: { head_sha: sha, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x' } })],
  ['push', (sha: string) => ({ ref: 'refs/heads/topic', after: sha })],
])('the status of a %s is on its own head', async (name, payload) => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  await run({ event: { name, payload: payload(play.sha) } });
  expect(said(api)).toEqual([
    ['pending', play.sha, expect.any(String)],
    ['success', play.sha, 'Compliant'],
  ]);
});

test('the push that deletes a branch is about no commit, whatever the run has', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  const event = { name: 'push', payload: { ref: 'refs/heads/topic', before: play.sha, after: '0'.repeat(40), deleted: true } };
  const attested = await run({ event });
  expect(attested.outputs).toMatchObject({ verdict: 'usage', compliant: 'false', commit: '' });
  const gated = await run({ event, inputs: { command: 'gate' } });
  expect(gated.outputs).toMatchObject({ verdict: 'usage', compliant: 'false' });
  for (const done of [attested, gated]) expect(told(done)).toContain('if: ${{ !github.event.deleted }}');
  expect(api.asked).toEqual([]);
});

const fork = { branch: 'topic', repository: 'mallory/shop' };

test('the comment of a workflow_run is on the pull request that GitHub knows, also of a fork', async () => {
  const play = openPlay({ onTestFinished });
  const older = { number: 6, ...fork, sha: tip };
  const { api, run } = await openReported(play, { pullRequests: [older, { number: 7, ...fork, sha: play.sha }] });
  await run({ ...workflowRun('completed', play.sha), inputs: { report: 'comment' } });
  expect(api.asked.filter((request) => request.startsWith('POST'))).toEqual(['POST /repos/acme/shop/issues/7/comments']);
  expect(api.comments[0]?.body).toContain('## ✅ Compliant');
});

test.each([
  ['two pull requests have the head', [7, 9], {}, 'the pull requests 7 and 9 have the head'],
  ['none is open any more', [], {}, 'no open pull request has the head'],
  ['the fork is gone', [7], { head_repository: null }, 'is gone'],
])('no comment is written, and a notice says so, where %s', async (_, numbers, followed, words) => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play, { pullRequests: numbers.map((number) => ({ number, ...fork, sha: play.sha })) });
  const done = await run({ ...workflowRun('completed', play.sha, followed), inputs: { report: 'comment' } });
  expect(done.outputs['verdict']).toBe('compliant');
  expect(api.comments).toEqual([]);
  expect(
    done.annotations
      .filter(({ level }) => level === 'notice')
      .map(({ message }) => message)
      .join('\n'),
  ).toContain(words);
});

test.each([
  ['push', (sha: string) => ({ name: 'push', payload: { ref: 'refs/heads/topic', after: sha } })],
  ['push', (sha: string) => workflowRun('completed', sha, { event: 'push' }).event],
])('a %s is about no pull request: nothing is asked, and the log says so', async (name, eventOf) => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play, { pullRequests: [{ number: 7, ...fork, sha: play.sha }] });
  const done = await run({ event: eventOf(play.sha), inputs: { report: 'comment' } });
  expect(done.outputs['verdict']).toBe('compliant');
  expect(done.log).toContain(`No comment is written: a ${name} event is about no pull request`);
  expect(done.annotations).toEqual([]);
  expect(api.asked).toEqual([]);
});

test('a name that no flow can have reaches neither status nor comment', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  const done = await run({ inputs: { report: 'status,comment', flow: '--><img/src=x>' } });
  expect(done.outputs['verdict']).toBe('usage');
  expect(api.asked).toEqual([]);
});

test("on a server of one's own every link and every request goes there, with no empty part in its path", async () => {
  const play = openPlay({ onTestFinished });
  const commit = (sha: string): object => ({ sha, html_url: `https://github.corp/acme/shop/commit/${sha}`, parents: [], files: [] });
  const { api, run } = await openReported(play, { below: '/api/v3', commit });
  const done = await run({
    // Without a checkout GitHub is asked for the commit.
    checkout: false,
    inputs: { report: 'status,comment' },
    contexts: { github: { server_url: 'https://github.corp/', api_url: `${api.url}/api/v3/` } },
  });
  expect(done.outputs['verdict']).toBe('compliant');
  expect(api.asked.map((request) => request.replace(/[0-9a-f]{40}|\?.*/g, '')).toSorted()).toEqual([
    'GET /api/v3/repos/acme/shop/commits/',
    ...Array.from({ length: 4 }, () => 'GET /api/v3/repos/acme/shop/commits//statuses'),
    'GET /api/v3/repos/acme/shop/issues/7/comments',
    'GET /api/v3/user',
    'POST /api/v3/repos/acme/shop/issues/7/comments',
    'POST /api/v3/repos/acme/shop/statuses/',
    'POST /api/v3/repos/acme/shop/statuses/',
  ]);
  expect(api.statuses[0]?.['target_url']).toMatch(/^https:\/\/github\.corp\/acme\/shop\/actions\/runs\/1658821493#/);
  const [record] = await play.recordsOf(done);
  expect(record).toMatchObject({
    origin_url: 'https://github.corp/acme/shop/actions/runs/1658821493',
    git_commit_info: { url: `https://github.corp/acme/shop/commit/${play.sha}` },
    repo_info: { url: 'https://github.corp/acme/shop', provider: 'github' },
  });
  for (const text of [
    JSON.stringify(record),
    done.log,
    done.summary,
    JSON.stringify(done.outputs),
    ...api.comments.map(({ body }) => body),
  ])
    expect(text).not.toMatch(/\/\/(?:api\.)?github\.com/);
});
