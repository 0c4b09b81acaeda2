import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openServing, workspaceWith, type Serving } from './serving.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
let serving: Serving;
let service: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  serving = await openServing();
  const { token = '', url = '' } = (await serving.start()).main.outputs;
  service = { 'base-url': url, 'api-token': token };
});
afterAll(() => serving.remove());

/** The one reason of a run on the service of the job. */
async function saidOf(
  inputs: Readonly<Record<string, string>>,
): Promise<{ readonly message: string; readonly fix: string; readonly log: string }> {
  const run = await openPlay({ onTestFinished }).run({ inputs: { ...service, ...inputs } });
  const [reason, ...rest] = JSON.parse(run.outputs['reasons'] ?? '');
  expect(rest).toEqual([]);
  return { ...reason, log: run.log };
}

test('where the service is gone, its end is named and where its address comes from', async () => {
  const { folder, remove } = workspaceWith({});
  onTestFinished(remove);
  const { end, main } = await serving.start({ org: 'acme' }, { workspace: folder });
  await end();
  const { fix } = await saidOf({ 'base-url': main.outputs['url'] ?? '', timeout: '3s' });
  expect(fix).toMatch(
    /^The service of this job has ended, such as after its `time-limit`, .*\n\n {2}base-url: \$\{\{ steps\.service\.outputs\.url \}\}$/,
  );
});

test('a mistyped organization is named once, with where the right one stands', async () => {
  expect(await saidOf({ org: 'acne' })).toMatchObject({
    message: "The evidence unit was not recorded: the service of this job has no organization 'acne'",
    fix: 'The service of this job has another organization: write the `org` of the step that serves',
  });
});

test('a gate where nothing was recorded names the command that records', async () => {
  expect(await saidOf({ command: 'gate', 'required-attestations': 'unit' })).toMatchObject({
    fix: expect.stringMatching(
      /^Nothing was recorded there in this job, and command: gate records nothing: command: attest-and-gate does\. /,
    ),
  });
});

test('a dry run says that it leaves nothing to decide on', async () => {
  expect(await saidOf({ 'dry-run': 'true' })).toMatchObject({
    fix: 'A dry run records nothing, and a service of this job begins empty: leave dry-run out where a verdict is wanted',
  });
});

test('a wait says once, before it waits, that no other job reaches the service', async () => {
  const { log } = await saidOf({ 'required-attestations': 'unit,lint', 'wait-timeout': '2s' });
  expect(log.match(/^Waiting up to .*$/gm)).toEqual([
    expect.stringMatching(/^Waiting up to .* for lint: no other job reaches this service, only steps of this job do$/),
  ]);
});
