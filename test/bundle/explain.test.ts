import { expect, test } from 'vitest';
import { explained, reasonsOf } from './expected.ts';
import { elsewhere } from './play.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

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

test('a checkout of another commit is reported once', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const run = await play.run({ at: play.workspaces.parent });
  expect(run.rawStdout.match(/The checkout is of another commit/g)).toHaveLength(1);
  expect(run.summary.match(/The checkout is of another commit/g)).toHaveLength(1);
});
