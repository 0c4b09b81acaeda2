import { expect, onTestFinished, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { GitHubApiOptions, PullRequest } from '../support/github-api/open.ts';
import type { Play } from './play.ts';
import { openReported } from './reported.ts';
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

test('a green run replaces no red one of another workflow of the same flow', async () => {
  const { green, red: fails, shown } = await open();
  await fails({ run: 101, file: 'nightly.yml' });
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
