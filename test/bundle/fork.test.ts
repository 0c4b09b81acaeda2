import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeClaims } from '../../src/commands/fork/artifacts.ts';
import { head, openPair, pullRequest, states, workflowRun } from './fork-pair.ts';
import { commands, junitOf } from './hostile.ts';
import { elsewhere } from './play.ts';
import { usePlays } from './use-plays.ts';
import { green } from './workspace.ts';

const openPlay = usePlays();

test('what a fork collects without a token is recorded and judged by the workflow that has it', async () => {
  const { api, collect, play, post } = await openPair(openPlay({ onTestFinished }));
  const collected = await collect({ 'build/unit.xml': green });
  const noRepository = { level: 'warning', message: expect.stringContaining('there is no git repository around') };
  expect([collected.exitCode, collected.annotations]).toEqual([0, [expect.objectContaining(noRepository)]]);
  expect(collected.outputs).toMatchObject({
    verdict: 'collected',
    compliant: 'false',
    'artifact-name': 'compliance-evidence-unit',
    'tests-total': '3',
  });
  expect(collected.summary).toContain('## 📦 unit collected');
  const done = await post(workflowRun('completed'), elsewhere(play.stage.baseUrl));
  expect([done.exitCode, done.outputs['verdict'], done.outputs['compliant'], done.outputs['commit']]).toEqual([
    0,
    'compliant',
    'true',
    head,
  ]);
  expect(states(api)).toEqual([
    ['pending', head],
    ['success', head],
  ]);
  expect(api.statuses.at(-1)).toMatchObject({
    context: `compliance/${play.flow}`,
    target_url: expect.stringContaining(`${done.outputs['trail-url']}#`),
  });
  expect(done.summary).toContain('### Claimed by the run of a fork');
  expect(done.summary).toMatch(/\| unit \| collect \| 3 tests: .* \| success \| is recorded \|/);
});

test('a download that broke off is no yes', async () => {
  const { collect, post } = await openPair(openPlay({ onTestFinished }));
  await collect({ 'build/unit.xml': green });
  const done = await post(workflowRun('completed'), { jobs: '{"download":{"result":"failure"}}' });
  expect(done.outputs['verdict']).toBe('incomplete');
});

test('names of a stranger reach log, summary, status and outputs only as text', async () => {
  const { api, folder, post } = await openPair(openPlay({ onTestFinished }));
  for (const [index, text] of commands.entries()) {
    const claims = { attestationName: 'unit', job: text, leg: `**${text}** @ada <b>`, matrix: { [text]: text }, testOutcome: 'failure' };
    const place = join(folder, index === 0 ? text.replaceAll(/[/]/g, '') : `leg-${index}`);
    await mkdir(join(place, 'results'), { recursive: true });
    await writeFile(join(place, 'claims.json'), writeClaims(claims));
    await writeFile(join(place, 'results', 'unit.xml'), junitOf([text]));
  }
  const bad = join(folder, `::error::${commands[0]}`, 'results', `::warning::${commands[0]}.xml`);
  await mkdir(dirname(bad), { recursive: true });
  await writeFile(bad, '');
  const forged = { attestationName: 'unit', job: null, leg: null, matrix: null, testOutcome: 'success' };
  await mkdir(join(folder, 'claims'));
  await writeFile(join(folder, 'claims', 'claims.json'), writeClaims(forged).replace('"success"', JSON.stringify(commands[1])));
  const done = await post(workflowRun('completed', { name: commands[0], conclusion: commands[1], head_branch: 'topic' }));
  expect(done.outputs['verdict']).toBe('unusable');
  expect([done.commandErrors, done.state, done.env, done.path, done.matchers]).toEqual([[], {}, {}, [], []]);
  expect(done.log).not.toMatch(/^##\[(?!error|warning|notice|group|endgroup|debug)/m);
  expect(done.annotations.map(({ message }) => message)).not.toContain('forged');
  expect(done.summary).not.toMatch(/<b>|[^\\]\*\*::|[^\\`]@ada/);
  expect(String(api.statuses.at(-1)?.['description'])).not.toMatch(/[\n\r]/);
});

test('a run of a fork that attests all the same is led to the pair', async () => {
  const { play } = await openPair(openPlay({ onTestFinished }));
  const done = await play.run({ event: pullRequest, inputs: { 'api-token': '' } });
  expect(done.outputs['verdict']).toBe('usage');
  expect(done.annotations.map(({ message }) => message).join()).toMatch(/fork-collect.*fork-post.*docs\/forks\.md/s);
});
