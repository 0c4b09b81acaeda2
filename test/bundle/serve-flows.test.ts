import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ask, openServing, workspaceWith, type Serving } from './serving.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
let serving: Serving;
beforeAll(async () => {
  serving = await openServing();
});
afterAll(() => serving.remove());

const flow =
  'name: checkout-service\ntemplate:\n  version: 1\n  trail:\n    attestations:\n' +
  '      - name: unit\n        type: junit\n      - name: lint\n        type: junit\n';

/** Serves with these inputs, and records and gates with a flow. */
async function recorded(name: string, inputs: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const { folder, remove } = workspaceWith({ 'flow.yml': flow });
  onTestFinished(remove);
  const { end, main } = await serving.start({ org: 'acme', ...inputs }, { workspace: folder });
  onTestFinished(async () => void (await end()));
  const { token = '', url = '' } = main.outputs;
  const run = await openPlay({ onTestFinished }).run({
    inputs: { 'base-url': url, 'api-token': token, flow: name, 'required-attestations': 'unit', ...more },
  });
  return { run, flows: (await ask(url, token, '/flows/acme')).body };
}

test('a mistyped flow does not pass where the step that serves has flow-files', async () => {
  const { flows, run } = await recorded('checkout-servce', { 'flow-files': 'flow.yml' });
  expect([run.exitCode, run.outputs['verdict'], run.outputs['compliant']]).toEqual([3, 'unknown', 'false']);
  expect(JSON.parse(run.outputs['reasons'] ?? '')).toEqual([
    expect.objectContaining({
      code: 'not-recorded',
      message: expect.stringMatching(/There is no flow 'checkout-servce'.*there is checkout-service\. Did you mean checkout-service\?/),
    }),
  ]);
  expect(flows).toMatchObject([{ name: 'checkout-service' }]);
});

test('neither does it in a dry run', async () => {
  const { run } = await recorded('checkout-servce', { 'flow-files': 'flow.yml' }, { 'dry-run': 'true' });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([3, 'unknown']);
});

test('without flow-files evidence begins its flow', async () => {
  const { flows, run } = await recorded('fresh', {});
  expect([run.exitCode, run.outputs['verdict']]).toEqual([0, 'compliant']);
  expect(flows).toMatchObject([{ name: 'fresh' }]);
});
