import { expect, test, type TestContext } from 'vitest';
import type { GitHubApiOptions } from '../support/github-api/open.ts';
import { elsewhere, type Run } from './play.ts';
import { openReported, type Reported } from './reported.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays();

const open = (context: TestContext, options: GitHubApiOptions = {}): Promise<Reported> => openReported(openPlay(context), options);
const attempt = (number: number): Pick<Run, 'contexts'> => ({ contexts: { github: { run_attempt: String(number) } } });

test('the status is pending first, then the verdict, with the trail behind it', async (context) => {
  const { api, play, run } = await open(context);
  const done = await run({ inputs: elsewhere(play.stage.baseUrl) });
  expect(done.exitCode).toBe(0);
  expect(done.outputs['trail-url']).toContain(play.sha);
  expect(api.statuses).toEqual([
    {
      sha: play.sha,
      state: 'pending',
      context: `compliance/${play.flow}`,
      description: `Flow ${play.flow} is being checked`,
      target_url: expect.stringMatching(
        /^https:\/\/github\.com\/acme\/shop\/actions\/runs\/1658821493#evidence=1&word=running&run=1658821493\.1&/,
      ),
    },
    {
      sha: play.sha,
      state: 'success',
      context: `compliance/${play.flow}`,
      description: 'Compliant',
      target_url: expect.stringContaining(`${done.outputs['trail-url']}#evidence=1&word=yes&run=1658821493.1&`),
    },
  ]);
});

test('a no is a failure, and says why; until enforce-from it is let through, as the job is', async (context) => {
  const { api, run } = await open(context);
  await run({ files: { 'build/unit.xml': red } });
  expect(api.statuses.at(-1)).toMatchObject({ state: 'failure', description: expect.stringMatching(/^Not compliant: unit /) });
  const soft = await run({ files: { 'build/unit.xml': red }, inputs: { 'enforce-from': '2999-01-01' }, ...attempt(2) });
  expect(soft.exitCode).toBe(0);
  expect(soft.outputs).toMatchObject({ verdict: 'non-compliant', compliant: 'false', 'would-fail': 'true' });
  expect(api.statuses.at(-1)).toMatchObject({ state: 'success', description: expect.stringContaining('would have failed') });
});

test('a status that cannot be set fails the step, and names the permission', async (context) => {
  const { run } = await open(context, { refuse: () => ({ status: 403 }) });
  const done = await run();
  expect(done.exitCode).toBe(3);
  expect(done.outputs['verdict']).toBe('compliant');
  expect(done.annotations.map(({ message }) => message).join('\n')).toContain('permissions:\n  statuses: write');
});

test('a dry run reports nothing, and a command that does not judge takes no report', async (context) => {
  const { api, run } = await open(context);
  await run({ inputs: { 'dry-run': 'true', report: 'status,comment' } });
  const attested = await run({ inputs: { command: 'attest', report: 'status' } });
  expect(api.asked).toEqual([]);
  expect(attested.annotations.map(({ message }) => message)).toContain('Input report does nothing with command: attest, and was not used');
});

test('the comment of a pull request shows the verdict, and is kept up to date', async (context) => {
  const { api, run } = await open(context);
  await run({ files: { 'build/unit.xml': red }, inputs: { report: 'comment' } });
  expect(api.comments[0]?.body).toContain('## ❌ Not compliant');
  await run({ inputs: { report: 'comment' }, ...attempt(2) });
  expect(api.comments).toHaveLength(1);
  expect(api.comments[0]?.body).toContain('## ✅ Compliant');
  expect(api.statuses).toEqual([]);
});

test('all wrong inputs are named at once, those of the reports too', async (context) => {
  const { run } = await open(context);
  const done = await run({ inputs: { report: 'status,none', summary: 'long', 'min-tests': 'many' } });
  const reasons: readonly { readonly message: string; readonly fix: string }[] = JSON.parse(done.outputs['reasons'] ?? '');
  expect(reasons.map(({ message }) => /min-tests|summary|report/.exec(message)?.[0])).toEqual(['summary', 'report', 'min-tests']);
});

test('no summary is written where nothing is wrong and only faults are asked for', async (context) => {
  expect((await usual(openPlay(context), { inputs: { summary: 'failed' } })).summary).toBe('');
});
