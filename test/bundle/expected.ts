import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play, Run } from './play.ts';

export const explained = (inputs: Readonly<Record<string, string>> = {}) => ({
  files: {},
  inputs: { command: 'explain', 'attestation-name': '', 'junit-paths': '', 'user-data': '', ...inputs },
});

export const reasonsOf = ({ outputs }: ActionRun): readonly { readonly code: string; readonly fix: string }[] =>
  JSON.parse(outputs['reasons'] ?? '');

const manifest: { outputs: Record<string, unknown> } = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));

/** A number of test cases, or seconds; empty where no files were read. */
const number = /^(?:\d+(?:\.\d+)?)?$/;

/** Every output is there, and has its form; what the runner reads from the files is well-formed. */
export function expectOutputs(run: ActionRun, verdict: string): void {
  const { outputs } = run;
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(manifest.outputs).toSorted());
  expect(outputs['verdict']).toBe(verdict);
  expect(outputs['compliant']).toBe(String(verdict === 'compliant'));
  expect(outputs['commit']).toMatch(/^(?:[0-9a-f]{40})?$/);
  expect(outputs['trail-url']).toMatch(/^(?:http:\/\/127\.0\.0\.1:.*)?$/);
  for (const name of Object.keys(outputs).filter((key) => key.startsWith('tests-')))
    expect([name, outputs[name]]).toEqual([name, expect.stringMatching(number)]);
  expect(Array.isArray(JSON.parse(outputs['reasons'] ?? ''))).toBe(true);
  expect({ env: run.env, state: run.state, path: run.path, commandErrors: run.commandErrors, secrets: run.secretOutputs }).toEqual({
    env: {},
    state: {},
    path: [],
    commandErrors: [],
    secrets: [],
  });
}

/** A run, with its summary also as the action wrote it: the runner masks the summary that it uploads. */
export async function runWithSummary(play: Play, run: Run = {}): Promise<{ run: ActionRun; summary: string }> {
  const file = join(await play.workspaces.make({ 'summary.md': '' }, { checkout: false }), 'summary.md');
  const github = { ...run.contexts?.github, step_summary: file };
  const done = await play.run({ ...run, contexts: { ...run.contexts, github } });
  return { run: done, summary: await readFile(file, 'utf8') };
}

/** Nothing that leaves the action holds a secret in any of its forms, except the one line that has it masked. */
export function expectSecret(secret: string, { run, summary }: { run: ActionRun; summary: string }): void {
  const stdout = run.rawStdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  const everything = [
    stdout.join('\n'),
    run.rawStderr,
    summary,
    JSON.stringify(run.outputs),
    JSON.stringify(run.annotations),
    JSON.stringify(run.env),
  ].join('\n');
  for (const form of [secret, encodeURIComponent(secret), ...inBase64(secret), secret.replaceAll('_', '&#95;')])
    expect(everything).not.toContain(form);
}

/** The base64 characters that a secret decides, for each place in a group of bytes where it may begin. */
function inBase64(secret: string): readonly string[] {
  return ['', 'x', 'xx'].map((before) => {
    const text = Buffer.from(`${before}${secret}`).toString('base64');
    return text.slice(before === '' ? 0 : 4, -4);
  });
}

/** Words that came with the secret, to be sure that the text was shown at all. */
export const near = 'the token that you sent';

/** A results file of so many suites, each with a long name and a failure. */
export function failingSuites(count: number): string {
  const suites = Array.from({ length: count }, (_, index) => {
    const name = `${'a suite with a long name '.repeat(10)}${index}`;
    return `<testsuite name="${name}"><testcase classname="c" name="${name}"><failure message="${name}">${name}</failure></testcase></testsuite>`;
  });
  return `<testsuites>${suites.join('\n')}</testsuites>`;
}

/** The summary and the log stay within what GitHub shows, and say what they leave out. */
export function expectWithinLimits(run: ActionRun): void {
  expect(run.summaryDropped).toBe(false);
  expect(Buffer.byteLength(run.summary)).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(1024 * 1024);
  expect(run.summary.match(/<details/g)?.length).toBe(run.summary.match(/<\/details>/g)?.length);
  expect(run.rawStdout.match(/^::(?:error|warning|notice)/gm)).toHaveLength(10);
  // Faults of the whole come before each test that failed.
  expect(run.annotations[0]?.title).toBe(run.outputs['verdict'] === 'unusable' ? 'Unusable evidence' : 'Not compliant');
  expect(run.rawStdout).toMatch(/^\d+ more are in the fold above; what failed is in the job summary$/m);
  expect(Buffer.byteLength(run.rawStdout)).toBeLessThan(4 * 1024 * 1024);
}
