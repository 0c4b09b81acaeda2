import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { openReported } from './reported.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

test('wrong inputs and a service that is down end in an error, never in an older success', async (context) => {
  const { api, play, run } = await openReported(openPlay(context), {});
  await run();
  const wrong = await run({ inputs: { 'attestation-name': 'two words', report: 'status' }, contexts: { github: { run_attempt: '2' } } });
  expect(wrong.outputs['verdict']).toBe('usage');
  expect(api.statuses.at(-1)).toMatchObject({ state: 'error', description: expect.stringContaining('attestation-name') });
  const server = await play.faulty(() => fault.status(503, {}));
  await run({ inputs: { 'base-url': server.url, timeout: '1s' }, contexts: { github: { run_attempt: '3' } } });
  // The third attempt begins with the no of the second one.
  expect(api.statuses.map(({ state }) => state)).toEqual(['pending', 'success', 'error', 'failure', 'error']);
});

test('the summary is written always, where something is wrong, or never', async (context) => {
  const play = openPlay(context);
  const isWritten = async (summary: string, isRed: boolean): Promise<boolean> =>
    (await usual(play, { inputs: { summary }, ...(isRed ? { files: { 'build/unit.xml': red } } : {}) })).summary !== '';
  expect(await isWritten('full', false)).toBe(true);
  expect(await isWritten('failed', false)).toBe(false);
  expect(await isWritten('failed', true)).toBe(true);
  expect(await isWritten('off', true)).toBe(false);
});
