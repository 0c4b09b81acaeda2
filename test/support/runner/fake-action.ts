import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startAction, type StartedAction } from './run-action.ts';
import type { ActionRun, RunOptions } from './types.ts';

export interface FakeAction extends Partial<RunOptions> {
  /** The body of main.mjs; `fs`, `env`, `say` (a line on stdout) and `append` (to a command file by its name) are at hand. */
  readonly main?: string;
  /** The code of post.mjs, with the same at hand. The action has no such file when this is left out. */
  readonly post?: string;
  /** The `inputs:` of action.yml, as YAML in braces. */
  readonly declare?: string;
}

/** Writes an action of a few lines to a temporary directory and runs it, in a job that ends with it. */
export async function runFake(action: FakeAction): Promise<ActionRun> {
  const { end, main } = await startFake(action);
  await end();
  return main;
}

/** The same, in a job that goes on. */
export async function startFake({ main = '', post, declare = '{}', ...options }: FakeAction): Promise<StartedAction> {
  const directory = await mkdtemp(join(tmpdir(), 'fake-action-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const runs = `{ using: node24, main: main.mjs${post === undefined ? '' : ', post: post.mjs'} }`;
  await writeFile(join(directory, 'action.yml'), `name: fake\ninputs: ${declare}\nruns: ${runs}\n`);
  for (const [name, body] of Object.entries({ main, post })) await writeFile(join(directory, `${name}.mjs`), `${prelude}\n${body ?? ''}\n`);
  return startAction({ inputs: {}, ...options, manifest: options.manifest ?? join(directory, 'action.yml') });
}

/** Runs an action that prints just these lines. */
export function runLines(lines: readonly string[], options: Partial<RunOptions> = {}): Promise<ActionRun> {
  return runFake({ ...options, main: lines.map((line) => `say(${JSON.stringify(line)});`).join('\n') });
}

/** The log without the runner's own list of inputs at its start. */
export function bodyOf(run: ActionRun): string[] {
  const lines = run.log.split('\n').slice(0, -1);
  return lines.slice(lines.indexOf('##[endgroup]') + 1);
}

const prelude = `
import fs from 'node:fs';
const env = process.env;
const say = (line) => fs.writeSync(1, line + '\\n');
const append = (name, text) => fs.appendFileSync(env['GITHUB_' + name], text);
`;
