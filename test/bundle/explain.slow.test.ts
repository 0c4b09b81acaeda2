import { expect, test } from 'vitest';
import { explained, reasonsOf } from './expected.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

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
