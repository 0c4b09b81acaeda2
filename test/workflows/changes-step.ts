import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commit, git, makeRepository, temporaryDirectory } from '../support/git.ts';
import { examples } from './examples.ts';
import { parseWorkflow, type WorkflowStep } from './workflow.ts';

/** The step of a recipe that looks at what a pull request changes. */
export function changesStep(recipe: string): WorkflowStep | undefined {
  const text = examples().find(({ name }) => name === recipe)?.text ?? '';
  return parseWorkflow(text).jobs['changes']?.steps?.find(({ id }) => id === 'changes');
}

/** The step's answer for two commits, run as the runner runs it. */
export function answerOf(step: WorkflowStep | undefined, folder: string, base: string, head: string): string {
  const output = join(temporaryDirectory(), 'output');
  writeFileSync(output, '');
  const env = { PATH: process.env['PATH'], BASE: base, HEAD: head, GITHUB_OUTPUT: output };
  execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'false'], { cwd: folder, env, stdio: 'pipe' });
  return readFileSync(output, 'utf8').trim();
}

/** Commits a change of a file. */
export function changed(folder: string, file: string, text = `${Math.random()}`): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  git(folder, ['add', '.']);
  return commit(folder, `Change ${file}`);
}

/** A repository with one commit of a file. */
export function begun(file = 'app.mjs'): { readonly folder: string; readonly root: string } {
  const folder = makeRepository();
  return { folder, root: changed(folder, file) };
}
