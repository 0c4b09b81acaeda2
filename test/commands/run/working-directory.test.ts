import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, run, type RunContext, type Shown, type Stopped } from '../../../src/commands/index.ts';
import { junitCommand } from '../../../src/commands/results/junit.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { checkout, openStage, play, playAny, results, type Stage } from '../setup.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  removeRepositories();
});

const dry = { 'dry-run': 'true' } as const;

test('patterns and attachments are relative to the working directory, and git finds the repository above', async () => {
  const at = checkout();
  at.write('packages/till/build/unit.xml', results(2, 0));
  at.write('packages/till/notes.txt', 'notes');
  const raw = { ...dry, 'working-directory': 'packages/till', 'junit-paths': 'build/*.xml', attachments: 'notes.txt' };
  const { events, result } = await play('attest', stage, at, raw, { github: {} });
  expect(result.evidence).toMatchObject({
    git: { commit: { sha1: at.sha }, checkout: 'subject' },
    results: { files: [{ name: 'packages/till/build/unit.xml' }], totals: { total: 2 } },
    problems: [],
  });
  expect(events.map(({ message }) => message).join('\n')).toContain('1 results file and 1 attachment');
});

test('a checkout with a folder of its own is the one that the tests ran in', async () => {
  const at = checkout();
  const other = join(at.path, 'other');
  mkdirSync(other);
  git(other, ['init', '--quiet', '--initial-branch', 'main']);
  const sha = commit(other, 'Another commit');
  at.write('other/unit.xml', results(1, 0));
  const { result } = await play('attest', stage, at, { ...dry, 'working-directory': 'other', 'junit-paths': 'unit.xml' });
  expect(result.evidence?.git?.commit.sha1).toBe(sha);
});

test.each([
  ['none', 'is no directory'],
  ['green.xml', 'is no directory'],
  ['..', 'lies outside of the workspace'],
  ['/', 'lies outside of the workspace'],
  ['link', 'lies outside of the workspace'],
])('the working directory %s is refused on a runner', async (directory, why) => {
  const at = checkout();
  symlinkSync(temporaryDirectory(), join(at.path, 'link'));
  const { result } = await playAny('attest', stage, at, { ...dry, 'working-directory': directory });
  expect(result).toMatchObject({
    kind: 'stopped',
    code: 'invalid-input',
    message: `The working directory "${directory}" ${why}`,
    fix: expect.stringContaining('relative to the workspace'),
  });
});

/** Runs `junit` as the command line does. */
async function count(workspace: string, raw: Readonly<Record<string, string>>): Promise<Shown | Stopped> {
  const context: RunContext = { ...contextOf({}, workspace, new AbortController().signal, () => undefined), mayLeave: true };
  return run(junitCommand, { raw, naming: (name) => `--${name}` }, context);
}

test('on the command line a pattern and the working directory may lead out', async () => {
  const root = makeRepository();
  mkdirSync(join(root, 'here'));
  writeFileSync(join(root, 'x.xml'), results(2, 0));
  const here = join(root, 'here');
  const files = [{ tests: 2 }];
  expect(await count(here, { 'junit-paths': '../x.xml' })).toMatchObject({ json: { files, errors: [] } });
  expect(await count(here, { 'junit-paths': 'x.xml', 'working-directory': '..' })).toMatchObject({ json: { files, errors: [] } });
  expect(await count(here, { 'junit-paths': 'x.xml', 'working-directory': '../none' })).toMatchObject({ kind: 'stopped' });
});
