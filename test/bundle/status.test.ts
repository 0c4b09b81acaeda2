import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { GitHubApiOptions, PullRequest } from '../support/github-api/open.ts';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play } from './play.ts';
import { openReported } from './reported.ts';
import { told } from './scenarios/scenario.ts';
import { openSpeakers, type Speakers } from './speakers.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

async function open(optionsOf: (play: Play) => GitHubApiOptions = () => ({})): Promise<Speakers> {
  const play = openPlay({ onTestFinished });
  return openSpeakers(await openReported(play, optionsOf(play)));
}

test('of two pull requests with one head a red one decides, until it is closed', async () => {
  const state: { now: 'open' | 'closed' } = { now: 'open' };
  const {
    green,
    red: fails,
    shown,
    words,
  } = await open(({ sha }) => ({
    pullRequests: [
      {
        number: 7,
        sha,
        branch: 'topic',
        repository: 'acme/shop',
        get state() {
          return state.now;
        },
      } satisfies PullRequest,
    ],
  }));
  await fails({ pull: 7, run: 100 });
  expect((await green({ pull: 8, run: 101 })).exitCode).toBe(0);
  expect(shown()).toBe('failure');
  expect(words()).toBe('Not compliant: pull_request #7 › ci.yml › gate says no in run 100: run it again, or push');
  state.now = 'closed';
  await green({ pull: 8, run: 101, attempt: 2 });
  expect(shown()).toBe('success');
});

test('a re-run of failed jobs is believed, and one of an older run outvotes no newer run', async () => {
  const { green, red: fails, shown, words } = await open();
  await fails({ run: 100 });
  await green({ run: 100, attempt: 2 });
  expect(shown()).toBe('success');
  await fails({ run: 101 });
  await green({ run: 100, attempt: 3 });
  expect(shown()).toBe('failure');
  expect(words()).toContain('newer run 101 of push main › ci.yml › gate says no: run that one again, or push');
  await green({ run: 101, attempt: 2 });
  expect(shown()).toBe('success');
});

test.each([
  ['another job', { run: 100, job: 'e2e' }],
  ['another workflow of the same flow', { run: 101, file: 'nightly.yml' }],
])('a green run replaces no red one of %s', async (_, other) => {
  const { green, red: fails, shown } = await open();
  await fails(other);
  await green({ run: 100 });
  expect(shown()).toBe('failure');
});

test('the push and the pull request of one file are both green', async () => {
  const { green, shown } = await open();
  await green({ run: 100 });
  await green({ pull: 7, run: 101 });
  expect(shown()).toBe('success');
});

test('evidence that turns red while the status is set makes the verdict, the job and the status red', async () => {
  const play = openPlay({ onTestFinished });
  const { api, run } = await openReported(play);
  await run({ inputs: { report: 'none' } });
  let isRecorded = false;
  const server = await play.faulty(async () => {
    if (!isRecorded && api.listed.at(-1)?.state === 'success') {
      isRecorded = true;
      await play.run({ inputs: { command: 'attest' }, files: { 'build/unit.xml': red }, contexts: { github: { job: 'e2e' } } });
    }
    return fault.pass();
  });
  const done = await run({ inputs: { command: 'gate', 'base-url': server.url } });
  expect(api.statuses.map(({ state }) => state)).toEqual(['pending', 'success', 'failure']);
  expect([done.exitCode, done.outputs['verdict'], done.outputs['compliant']]).toEqual([1, 'non-compliant', 'false']);
});

describe('of an artifact', () => {
  const fingerprint = createHash('sha256').update('ship it').digest('hex');
  const report = { command: 'artifact-report', 'attestation-name': '', 'junit-paths': '', 'user-data': '', report: 'none' };
  const gate = { command: 'gate', subject: 'artifact', 'allow-empty-template': 'true', fingerprint };

  interface Shipped {
    readonly play: Play;
    readonly ship: (sha: string, inputs?: Readonly<Record<string, string>>) => Promise<ActionRun>;
    readonly judge: (inputs?: Readonly<Record<string, string>>, repository?: string) => Promise<ActionRun>;
    readonly set: () => readonly unknown[];
  }

  async function openShipped(): Promise<Shipped> {
    const play = openPlay({ onTestFinished });
    await play.stage.putFlow(play.flow, []);
    const { api } = await openReported(play);
    const deploy = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main', repository: { full_name: 'acme/shop' } } };
    return {
      play,
      ship: (sha, inputs) =>
        play.run({
          checkout: false,
          event: { name: 'push', payload: { ref: 'refs/heads/main', after: sha } },
          inputs: { ...report, fingerprint, filename: 'shop.tgz', ...inputs },
        }),
      judge: (inputs, repository = 'acme/shop') =>
        play.run({
          checkout: false,
          event: deploy,
          contexts: { github: { api_url: api.url, sha: 'd'.repeat(40), repository } },
          inputs: { ...gate, report: 'status', ...inputs },
        }),
      set: () => api.listed.map(({ sha, state }) => [state, sha]),
    };
  }

  const [one, two] = ['1'.repeat(40), '2'.repeat(40)] as const;

  test('the status is on the commit that it was reported with, not on that of the event', async () => {
    const { judge, set, ship } = await openShipped();
    expect((await ship(one)).exitCode).toBe(0);
    const done = await judge();
    expect([done.exitCode, done.outputs['verdict']]).toEqual([0, 'compliant']);
    expect(set()).toEqual([
      ['pending', one],
      ['success', one],
    ]);
  });

  test('of several commits `commit` chooses, and the error lists them', async () => {
    const { judge, set, ship } = await openShipped();
    await ship(one);
    await ship(two);
    const unsaid = await judge();
    expect([unsaid.exitCode, unsaid.outputs['verdict']]).toEqual([64, 'usage']);
    expect(told(unsaid)).toContain(one);
    expect(told(unsaid)).toContain(two);
    expect(set()).toEqual([]);
    expect((await judge({ commit: two })).exitCode).toBe(0);
    expect(set().at(-1)).toEqual(['success', two]);
    const other = await judge({ commit: '3'.repeat(40) });
    expect([other.exitCode, set().length]).toEqual([64, 2]);
  });

  test('where none was reported, or the artifact is of another repository, no status is set', async () => {
    const { judge, set, ship } = await openShipped();
    const unknown = await judge();
    expect([unknown.exitCode, unknown.outputs['verdict']]).toEqual([64, 'usage']);
    expect(told(unknown)).toContain('was reported with no commit');
    await ship(one);
    const foreign = await judge({}, 'acme/fork');
    expect(foreign.exitCode).toBe(64);
    expect(told(foreign)).toMatch(/was made in .*acme\/shop.* cannot be set in .*acme\/fork/);
    expect(set()).toEqual([]);
  });

  test('where the service does not answer, no status can be set: the job fails and says so', async () => {
    const { judge, play, set, ship } = await openShipped();
    await ship(one);
    const down = await play.faulty(() => fault.status(503, {}));
    const done = await judge({ 'base-url': down.url, timeout: '1s', 'fail-on': 'none' });
    expect(done.exitCode).not.toBe(0);
    expect(done.annotations.map(({ message }) => message).join('\n')).toContain('The verdict could not be reported');
    expect(set()).toEqual([]);
  });
});
