import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { ActionRun } from '../support/runner/index.ts';

const manifest: { outputs: Record<string, unknown> } = parse(
  readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8'),
);

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
  const reasons: unknown = JSON.parse(outputs['reasons'] ?? '');
  expect(Array.isArray(reasons)).toBe(true);
  expect({ env: run.env, state: run.state, path: run.path, commandErrors: run.commandErrors, secrets: run.secretOutputs }).toEqual({
    env: {},
    state: {},
    path: [],
    commandErrors: [],
    secrets: [],
  });
}
