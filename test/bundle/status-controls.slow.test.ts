import { expect, onTestFinished, test } from 'vitest';
import type { GitHubApiOptions, PullRequest } from '../support/github-api/open.ts';
import { openReported, type Reported } from './reported.ts';
import { openSpeakers, type Speakers } from './speakers.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

async function open(optionsOf: (sha: string) => GitHubApiOptions = () => ({})): Promise<Speakers & Pick<Reported, 'api'>> {
  const play = openPlay({ onTestFinished });
  const reported = await openReported(play, optionsOf(play.sha));
  return { ...(await openSpeakers(reported)), api: reported.api };
}

test('a run that a label cancelled leaves nothing behind: the newer one decides', async () => {
  const { api, green, shown } = await open();
  await green({ pull: 7, run: 100 });
  // A run that was ended at once leaves only the status that it began.
  const begun = api.listed.findLast(({ state }) => state === 'pending');
  if (begun === undefined) throw new Error('a run begins with a pending');
  api.listed.splice(0, api.listed.length, begun);
  await green({ pull: 7, run: 101 });
  expect(shown()).toBe('success');
});

test('a pull request that is closed and opened again has its verdict still', async () => {
  const state: { now: 'open' | 'closed' } = { now: 'open' };
  const { green, red, shown } = await open((sha) => ({
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
  await red({ pull: 7, run: 100 });
  state.now = 'closed';
  await green({ run: 101 });
  expect(shown()).toBe('success');
  state.now = 'open';
  await green({ run: 102 });
  expect(shown()).toBe('failure');
  await green({ pull: 7, run: 103 });
  expect(shown()).toBe('success');
});

test('the nightly run after the push: both green, and a red night until a green one', async () => {
  const { green, red, shown } = await open();
  const night = { event: 'schedule', file: 'nightly.yml' };
  await green({ run: 100 });
  await green({ ...night, run: 101 });
  expect(shown()).toBe('success');
  await red({ ...night, run: 102 });
  await green({ run: 100, attempt: 2 });
  expect(shown()).toBe('failure');
  await green({ ...night, run: 103 });
  expect(shown()).toBe('success');
});

test('a workflow whose file is gone from its branch says no more; one that may not be asked after does', async () => {
  const files = new Set(['ci.yml', 'old.yml']);
  const gone = await open(() => ({ hasFile: (path, ref) => files.has(path.replace(/^.*\//, '')) && ref === 'main' }));
  await gone.red({ run: 100, file: 'old.yml' });
  await gone.green({ run: 101 });
  expect(gone.shown()).toBe('failure');
  files.delete('old.yml');
  await gone.green({ run: 102 });
  expect(gone.shown()).toBe('success');
  const unseen = await open();
  await unseen.red({ run: 100, file: 'old.yml' });
  await unseen.green({ run: 101 });
  expect(unseen.shown()).toBe('failure');
});

test('a red run of the push is not ended by the pull request that is open then', async () => {
  const { green, red, shown } = await open((sha) => ({
    pullRequests: [{ number: 7, state: 'closed', sha, branch: 'topic', repository: 'acme/shop' }],
  }));
  await red({ run: 100 });
  await green({ pull: 7, run: 101 });
  expect(shown()).toBe('failure');
});

test('two organizations with one flow name: the first status gives way to an error, and `status-context` helps', async () => {
  const { api, green } = await open();
  await green({ run: 100 });
  const other = await green({ run: 101 }, { inputs: { org: 'globex' } });
  expect([other.exitCode, other.outputs['verdict']]).toEqual([64, 'usage']);
  expect(api.listed.at(-1)).toMatchObject({ state: 'error', description: expect.stringContaining('of globex') });
  const named = await green({ run: 102 }, { inputs: { 'status-context': 'compliance/acme' } });
  expect(named.exitCode).toBe(0);
  expect(api.listed.at(-1)).toMatchObject({ state: 'success', context: 'compliance/acme' });
});
