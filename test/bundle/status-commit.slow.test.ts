import { expect, onTestFinished, test } from 'vitest';
import { base, ended, other, statusOn, type Parents } from './status-on.ts';
import { usePlays } from './use-plays.ts';

// A status belongs to one commit: the trail of another one says nothing of it, whoever recorded there.

const openPlay = usePlays();

test('nothing is recorded where the trail is that of another commit', async () => {
  const { done, states } = await statusOn(
    openPlay({ onTestFinished }),
    { trail: other, of: other },
    {},
    { command: 'attest-and-gate', 'attestation-name': 'unit', 'junit-paths': 'build/*.xml' },
  );
  expect([done.exitCode, states]).toEqual([64, []]);
  expect(done.outputs['attestation-id'] ?? '').toBe('');
});

test('the trail of the head says yes to its test merge', async () => {
  const play = openPlay({ onTestFinished });
  expect(ended(await statusOn(play, { trail: other, of: other }, { [play.sha]: [base, other] }))).toEqual([0, 'compliant', 'success']);
});

test.each<[string, string | undefined, Parents | null, readonly unknown[]]>([
  ['of another commit', other, {}, [2, 'incomplete', 'failure']],
  ['of no commit', undefined, {}, [3, 'unknown', 'error']],
  ['of a commit that GitHub does not tell', other, null, [3, 'unknown', 'error']],
])('on the trail of a release test results %s set no success', async (_, of, parents, end) => {
  expect(ended(await statusOn(openPlay({ onTestFinished }), { trail: 'release-1', of }, parents))).toEqual(end);
});

test('on the trail of a release test results of the commit set a success', async () => {
  const play = openPlay({ onTestFinished });
  expect(ended(await statusOn(play, { trail: 'release-1', of: play.sha }))).toEqual([0, 'compliant', 'success']);
});

test('without a status a gate on any trail judges what is there', async () => {
  expect(ended(await statusOn(openPlay({ onTestFinished }), { trail: 'release-1', of: other }, {}, { report: 'none' }))).toEqual([
    0,
    'compliant',
    undefined,
  ]);
});
