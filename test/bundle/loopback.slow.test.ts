import { expect, onTestFinished, test } from 'vitest';
import { build } from '../cli/build.ts';
import type { ActionRun } from '../support/runner/index.ts';
import { elsewhere } from './play.ts';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

/** Everything that a run shows or hands on, except its inputs. */
function shownBy({ annotations, log, outputs, summary }: ActionRun): string {
  return [log.slice(log.indexOf('##[endgroup]')), JSON.stringify(annotations), summary, JSON.stringify(outputs)].join('\n');
}

test('a service on loopback has no links: its pages end with the job, and only the links of GitHub stay', async () => {
  const { api, play, run } = await openReported(openPlay({ onTestFinished }));
  const { host } = new URL(play.stage.baseUrl);
  await play.stage.putFlow(play.flow, ['unit', 'lint']);
  const all = { files: { 'build/unit.xml': red }, inputs: { report: 'status,comment' } };
  const done = await run(all);
  expect(done.outputs).toMatchObject({ verdict: 'non-compliant', 'trail-url': '' });
  const [reason] = JSON.parse(done.outputs['reasons'] ?? '');
  expect(reason).toEqual(
    expect.objectContaining({ code: 'failing', run: expect.objectContaining({ url: expect.stringContaining('/actions/runs/') }) }),
  );
  expect(Object.keys(reason)).not.toContain('url');
  const shown = [shownBy(done), ...api.comments.map(({ body }) => body), JSON.stringify(api.statuses)].join('\n');
  expect(shown).not.toContain(host);
  expect(done.summary).toMatch(/^\| ❌ not compliant \| unit \| junit \| template \| .* by \[/m);
  // The same run shows links where others can open them.
  const open = await run({
    ...all,
    inputs: { ...all.inputs, ...elsewhere(play.stage.baseUrl) },
    contexts: { github: { run_attempt: '2' } },
  });
  expect(open.outputs['trail-url']).toContain(`${host}/acme/flows/${play.flow}/trails/${play.sha}`);
  expect(open.summary).toMatch(/^\| ❌ not compliant \| \[unit\]\(<http/m);
  expect(JSON.parse(open.outputs['reasons'] ?? '')[0].url).toContain(host);
});

test('explain has no link to a service on loopback, and the command line has', async () => {
  const play = openPlay({ onTestFinished });
  const { host } = new URL(play.stage.baseUrl);
  await play.stage.putFlow(play.flow, ['unit']);
  await play.run({ files: { 'build/unit.xml': red }, inputs: { command: 'attest' } });
  const done = await play.run({
    files: {},
    inputs: { command: 'explain', 'attestation-name': '', 'junit-paths': '', 'user-data': '' },
  });
  expect(done.outputs).toMatchObject({ verdict: 'non-compliant', 'trail-url': '' });
  expect(shownBy(done)).not.toContain(host);
  const cli = build();
  onTestFinished(() => cli.remove());
  const connection = ['--base-url', play.stage.baseUrl, '--api-token', play.stage.tokens.member, '--org', 'acme'];
  const { stdout } = await cli.run(['explain', ...connection, '--flow', play.flow, '--trail', play.sha]);
  expect(stdout).toContain(`http://${host}/acme/flows/${play.flow}/trails/${play.sha}`);
});
