import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';
import type { Play, Run } from './play.ts';

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
