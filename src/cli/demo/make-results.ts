import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors/index.ts';

/** The tests of this repository that the demo runs: fast ones, of the gate and of the text that it prints. */
const suites = ['test/gate', 'test/text'];

/** Runs real tests of this repository by vitest, which writes the JUnit file. */
export async function passingResults(root: string, folder: string, interrupt: AbortSignal): Promise<string> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  if (!existsSync(vitest) || !existsSync(join(root, 'test'))) {
    throw new UsageError('invalid-input', 'The demo runs the tests of this repository, which are not here', {
      fix: 'Run it in a clone: npm ci && npm start',
    });
  }
  const file = join(folder, 'unit-tests.xml');
  await node([vitest, 'run', ...suites, '--reporter=junit', `--outputFile=${file}`], root, interrupt);
  return file;
}

/** Runs one test that fails by Node's own runner, which writes the JUnit file. */
export async function failingResults(folder: string, interrupt: AbortSignal): Promise<string> {
  const suite = join(folder, 'checkout.test.mjs');
  await writeFile(
    suite,
    `import { test } from 'node:test';
import assert from 'node:assert/strict';
test('the basket is empty at first', () => assert.equal([].length, 0));
test('a refund is rounded once', () => assert.equal(Math.round(2.5 * 100) / 100 + 0.01, 2.5));
`,
  );
  const file = join(folder, 'failing-tests.xml');
  await node(['--test', '--test-reporter=junit', `--test-reporter-destination=${file}`, suite], folder, interrupt);
  return file;
}

/** Runs Node to its end, whatever that is: what the tests say stands in their file. */
async function node(args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
    execFile(process.execPath, [...args], { cwd, signal, env, maxBuffer: 64 * 1024 * 1024 }, () => done());
  });
  signal.throwIfAborted();
}
