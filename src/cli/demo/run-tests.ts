import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resultsFile } from './shop.ts';

/** Runs the tests of the shop with Node's own runner, which writes the JUnit file. Returns how such a step of a job would end. */
export async function runTests(folder: string, signal: AbortSignal): Promise<'success' | 'failure'> {
  await mkdir(dirname(join(folder, resultsFile)), { recursive: true });
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const args = ['--test', '--test-reporter=junit', `--test-reporter-destination=${resultsFile}`];
  const child = spawn(process.execPath, args, { cwd: folder, signal, env, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return code === 0 ? 'success' : 'failure';
}
