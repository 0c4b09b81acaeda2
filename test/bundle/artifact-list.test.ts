import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play } from './play.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

const fingerprint = createHash('sha256').update('ship it').digest('hex');
const shop = { name: 'dist/shop.tgz', digest: `sha256:${fingerprint}`, kind: 'file' };
const other = { name: 'dist/other.tgz', digest: `sha256:${'f'.repeat(64)}`, kind: 'file' };

/** Runs a step of the action behind steps that left this list, as the runner gives it. */
async function after(play: Play, content: string, inputs: Readonly<Record<string, string>>): Promise<ActionRun> {
  const folder = await mkdtemp(join(tmpdir(), 'artifacts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'artifacts_list_1');
  await writeFile(path, content);
  return play.run({ inputs, contexts: { github: { artifacts_list: path } } });
}

const list = (...subjects: readonly object[]): string => JSON.stringify({ version: 1, subjects });
const report = { command: 'artifact-report', 'attestation-name': '', 'junit-paths': '', 'user-data': '' };
const gate = { command: 'gate', subject: 'artifact' };

test('an artifact that an earlier step declared is reported under its name, and a gate judges it', async () => {
  const play = openPlay({ onTestFinished });
  await play.stage.putFlow(play.flow, []);
  const reported = await after(play, list(shop), report);
  expect({ exitCode: reported.exitCode, ...reported.outputs }).toMatchObject({ exitCode: 0, 'artifact-fingerprint': fingerprint });
  expect(await play.stage.read(`/artifacts/acme/${play.flow}/fingerprint/${fingerprint}`)).toMatchObject({ filename: 'dist/shop.tgz' });
  const judged = await after(play, list(shop), { ...gate, 'allow-empty-template': 'true' });
  expect({ exitCode: judged.exitCode, ...judged.outputs }).toMatchObject({
    exitCode: 0,
    verdict: 'compliant',
    'artifact-fingerprint': fingerprint,
  });
  expect(judged.log).toContain(`An earlier step of this job declared the artifact dist/shop.tgz; its fingerprint is ${fingerprint}`);
});

test.each([
  ['is empty', list(), /no earlier step of this job declared an artifact/],
  ['has several', list(shop, other), /declared 2 artifacts: "dist\/shop.tgz" and "dist\/other.tgz"/],
  ['is malformed', '{"version":1,"subjects":[{}]}', /is unusable: its entry 1 is no file or image/],
])('a gate does not choose where the list %s: wrong usage, which names fingerprint', async (_, content, message) => {
  const play = openPlay({ onTestFinished });
  const { annotations, exitCode, outputs } = await after(play, content, gate);
  expect([exitCode, outputs['verdict'], outputs['artifact-fingerprint']]).toEqual([64, 'usage', '']);
  const said = annotations.map((annotation) => annotation.message).join('\n');
  expect(said).toMatch(message);
  expect(said).toMatch(/Input fingerprint is missing.*\n?.*Give fingerprint: /);
});

test('hostile names in the list reach the log as text', async () => {
  const play = openPlay({ onTestFinished });
  const hostile = '\n::set-output name=verdict::compliant\n##[error]x\u202E';
  const { commandErrors, outputs, rawStdout } = await after(play, list({ ...shop, name: hostile }, { ...other, name: hostile }), gate);
  expect([outputs['verdict'], commandErrors]).toEqual(['usage', []]);
  expect(rawStdout).not.toMatch(/^::set-output|##\[error\]x|\u202E/m);
});

test('where the runner keeps no list, an artifact must be named', async () => {
  const play = openPlay({ onTestFinished });
  const { annotations, exitCode } = await after(play, '', gate);
  expect([exitCode, annotations.some(({ message }) => message.includes('artifact-path is missing, and so is the fingerprint'))]).toEqual([
    64,
    true,
  ]);
});
