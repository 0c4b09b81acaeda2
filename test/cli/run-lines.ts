import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runLine } from '../../src/cli/main.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import type { Ended, RunOptions } from './build.ts';

/**
 * Runs the command line once for each list of arguments, from its sources and in this process: to start one takes longer than most
 * commands. As with a process of its own, nothing of the environment is there but `PATH`, a home and what is given.
 */
export async function runLines(
  lists: readonly (readonly string[])[],
  { cwd, env = {} }: Pick<RunOptions, 'cwd' | 'env'> = {},
): Promise<readonly Ended[]> {
  const home = mkdtempSync(join(tmpdir(), 'cli-home-'));
  const before = { env: process.env, cwd: process.cwd() };
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((piece) => ((said[name] += String(piece)), true)),
  );
  const ended: Ended[] = [];
  try {
    process.env = { PATH: before.env['PATH'] ?? '', HOME: home, ...env };
    process.chdir(cwd ?? home);
    for (const args of lists) {
      Object.assign(said, { stdout: '', stderr: '' });
      const code = await runLine(['node', 'compliance-evidence', ...args], openTerminal(), new AbortController().signal);
      ended.push({ code, ...said });
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.env = before.env;
    process.chdir(before.cwd);
    rmSync(home, { recursive: true, force: true });
  }
  return ended;
}

export async function runWords(args: readonly string[], options?: Pick<RunOptions, 'cwd' | 'env'>): Promise<Ended> {
  const [ended] = await runLines([args], options);
  if (ended === undefined) throw new Error('It did not run.');
  return ended;
}
