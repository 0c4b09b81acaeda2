import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectOutputs } from './expected.ts';
import type { Play } from './play.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

test('wrong inputs of every command', async (context) => {
  const play = openPlay(context);
  for (const inputs of [
    { command: 'atest' },
    { command: 'attest', flow: '' },
    { command: 'gate', org: 'a b' },
    { timeout: 'soon' },
    { 'user-data': '[]' },
  ] as const) {
    const run = await play.run({ inputs });
    expectOutputs(run, 'usage');
    expect([run.exitCode, run.outputs['attestation-id'], run.outputs['tests-total']]).toEqual([64, '', '']);
  }
});

test('a run that does not heed the interruption is ended after five seconds, with every output', async (context) => {
  const play = openPlay(context);
  const { path, started } = await slowGit(play);
  const run = await usual(play, { env: { PATH: path }, signalAfter: { promise: started } });
  expectOutputs(run, 'interrupted');
  expect(run.exitCode).toBe(130);
  expect(run.outputs['reasons']).toContain('Nothing was sent');
});

/** A PATH whose git does not come back. A run waits for it without being told of the interruption. */
async function slowGit(play: Play): Promise<{ readonly path: string; readonly started: Promise<void> }> {
  const folder = join(await play.workspaces.make({}, { checkout: false }), 'bin');
  await mkdir(folder);
  await writeFile(join(folder, 'git'), `#!/bin/sh\ntouch '${folder}/started'\nexec sleep 60\n`);
  await chmod(join(folder, 'git'), 0o755);
  const hasStarted = async (): Promise<void> => {
    while (!existsSync(join(folder, 'started'))) await delay(50);
  };
  return { path: `${folder}:/usr/bin:/bin`, started: hasStarted() };
}
