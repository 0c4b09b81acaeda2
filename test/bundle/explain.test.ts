import { expect, test } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';
import { usePlays } from './use-plays.ts';
import { elsewhere } from './play.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

const explained = (inputs: Readonly<Record<string, string>> = {}) => ({
  files: {},
  inputs: { command: 'explain', 'attestation-name': '', 'junit-paths': '', 'user-data': '', ...inputs },
});
const reasonsOf = ({ outputs }: ActionRun): readonly { readonly code: string; readonly fix: string }[] =>
  JSON.parse(outputs['reasons'] ?? '');

test('explain says why in the log, the summary and the outputs, and fails nothing', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit', 'lint', 'scan']);
  await play.run({ files: { 'build/unit.xml': red }, inputs: { command: 'attest' } });
  const run = await play.run(explained({ 'required-attestations': 'e2e', ...elsewhere(play.stage.baseUrl) }));
  expect(run).toMatchObject({ exitCode: 0, conclusion: 'success', annotations: [] });
  expect(run.outputs).toMatchObject({ verdict: 'non-compliant', compliant: 'false', subject: 'trail', trail: play.sha, commit: play.sha });
  expect(run.outputs['trail-url']).toContain(play.sha);
  expect(reasonsOf(run).map(({ code }) => code)).toEqual(['failing', 'missing', 'missing', 'missing']);
  expect(run.log).toMatch(/^1\. unit is not compliant: 1 test failed$/m);
  expect(run.log).toMatch(/^ {3}- uses: acme\/compliance-evidence@v1$/m);
  expect(run.summary).toMatch(/^\| ❌ not compliant \| \[unit\].* \| junit \| template \| .* by \[push › CI › test\]/m);
  expect(run.summary).toMatch(/^\| 🔴 missing \| e2e \| {2}\| required-attestations \| {2}\|$/m);
  // Three attestations are missing, and one step is proposed for all of them.
  expect(run.summary.match(/attestation-name: lint/g)).toHaveLength(1);
  expect(run.summary.match(/The same fix as for lint/g)).toHaveLength(2);
  expect(await play.recordsOf(run)).toEqual([]);
});

test('explain says yes where the gate does, and no more than that it knows nothing where it could not ask', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  await play.run({ inputs: { command: 'attest' } });
  const yes = await play.run(explained());
  expect([yes.exitCode, yes.outputs['verdict'], yes.outputs['compliant']]).toEqual([0, 'compliant', 'true']);
  const unknown = await play.run(explained({ 'api-token': play.stage.tokens.stranger }));
  expect([unknown.exitCode, unknown.outputs['verdict'], unknown.outputs['compliant']]).toEqual([3, 'unknown', 'false']);
});

test('runs of a push and of a pull request are told to have one trigger, for their job is the same', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const repo = { full_name: 'acme/shop' };
  const pull = { number: 1, head: { sha: play.sha, ref: 'fix', repo }, base: { ref: 'main', repo } };
  await play.run({ files: { 'build/unit.xml': red }, inputs: { command: 'attest' } });
  await play.run({
    event: { name: 'pull_request', payload: { number: 1, repository: repo, pull_request: pull } },
    inputs: { command: 'attest' },
  });
  const [reason] = reasonsOf(await play.run(explained()));
  expect(reason?.fix).toContain('each event is a group of its own');
  expect(reason?.fix).toContain('attestation-name: unit-${{ github.event_name }}');
  expect(reason?.fix).not.toContain('github.job');
});

test('a checkout of another commit is reported once', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const run = await play.run({ at: play.workspaces.parent });
  expect(run.rawStdout.match(/The tests ran on another commit/g)).toHaveLength(1);
  expect(run.summary.match(/The tests ran on another commit/g)).toHaveLength(1);
});

test('legs of a matrix are told once how to be seen apart', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  for (const [os, files] of [
    ['linux', red],
    ['mac', red],
    ['windows', undefined],
  ] as const)
    await play.run({
      ...(files === undefined ? {} : { files: { 'build/unit.xml': files } }),
      inputs: { command: 'attest', matrix: JSON.stringify({ os }) },
    });
  const run = await play.run({ files: {}, inputs: { command: 'gate' } });
  expect(reasonsOf(run)).toHaveLength(2);
  for (const said of [run.rawStdout, run.summary]) expect(said.match(/attestation-name: unit-\$\{\{ matrix\.os \}\}/g)).toHaveLength(1);
});
