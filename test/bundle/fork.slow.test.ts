import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { head, openPair, states, workflowRun } from './fork-pair.ts';
import { usePlays } from './use-plays.ts';
import { green, red } from './workspace.ts';

const openPlay = usePlays();

test.each([
  [
    'an input of the step',
    { command: 'fork-post', commit: 'd'.repeat(40) },
    { manifest: fileURLToPath(new URL('../../action.yml', import.meta.url)) },
  ],
  ['a variable that an earlier step left', {}, { env: { INPUT_COMMIT: 'd'.repeat(40) } }],
])('a commit that %s names gets no status of another run, and a notice says so', async (_, inputs, step) => {
  const { api, collect, post } = await openPair(openPlay({ onTestFinished }));
  await collect({ 'build/unit.xml': green });
  const done = await post(workflowRun('completed'), inputs, { step });
  expect([done.exitCode, done.outputs['verdict'], done.outputs['commit']]).toEqual([0, 'compliant', head]);
  expect(states(api)).toEqual([
    ['pending', head],
    ['success', head],
  ]);
  expect(done.annotations).toContainEqual(
    expect.objectContaining({ level: 'notice', message: 'Input commit does nothing with command: fork-post, and was not used' }),
  );
});

test('a red test of a fork fails the status, and the summary names it', async () => {
  const { api, collect, post } = await openPair(openPlay({ onTestFinished }));
  const collected = await collect({ 'build/unit.xml': red }, { 'test-outcome': 'failure' });
  expect([collected.exitCode, collected.outputs['tests-failed']]).toEqual([0, '1']);
  const done = await post(workflowRun('completed', { conclusion: 'failure' }));
  expect([done.exitCode, done.outputs['verdict']]).toEqual([1, 'non-compliant']);
  expect(states(api).at(-1)).toEqual(['failure', head]);
  expect(done.summary).toContain('2 is not 1');
});

test('the status waits until the run has ended, and is no yes where it left nothing', async () => {
  const { api, post } = await openPair(openPlay({ onTestFinished }));
  for (const name of ['requested', 'waiting'] as const) {
    const waits = await post(workflowRun(name));
    expect([waits.exitCode, waits.outputs['verdict'], waits.outputs['compliant']]).toEqual([0, 'pending', 'false']);
  }
  const done = await post(workflowRun('completed'));
  expect([done.exitCode, done.outputs['verdict']]).toEqual([4, 'unusable']);
  expect(states(api).map((state) => Object(state)[0])).toEqual(['pending', 'pending', 'pending', 'failure']);
});

test('without files the first half fails, and says why; the second records that there is no evidence', async () => {
  const { collect, play, post } = await openPair(openPlay({ onTestFinished }));
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
