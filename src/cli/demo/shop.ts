import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, wrongUse } from '../../errors/index.ts';

/** The README's first workflow looks for results there. */
const resultsFile = 'build/test-results/tests.xml';

const files: Readonly<Record<string, string>> = {
  '.gitignore': 'build/\n',
  'package.json': '{ "name": "checkout-service", "private": true, "type": "module" }\n',
  'checkout.js': `/** What a basket costs, in cents. */
export function total(basket) {
  return basket.reduce((sum, { pieces, price }) => sum + pieces * price, 0);
}

/** The refund for a price, in cents. */
export function refund(price, share) {
  return Math.round(price * share);
}
`,
  'checkout.test.js': `import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refund, total } from './checkout.js';

describe('basket', () => {
  test('costs nothing while it is empty', () => equal(total([]), 0));
  test('counts each piece', () => equal(total([{ pieces: 2, price: 250 }, { pieces: 1, price: 99 }]), 599));
});

describe('refund', () => {
  test('gives all back', () => equal(refund(999, 1), 999));
  test('rounds half a cent up', () => equal(refund(999, 0.5), 500));
});
`,
};

/** Returns the commit. */
export async function openShop(folder: string, interrupt: AbortSignal, by?: CommitBy): Promise<string> {
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await git(folder, ['init', '--quiet', '--initial-branch=main'], interrupt);
  await git(folder, ['remote', 'add', 'origin', 'https://github.com/acme/checkout-service.git'], interrupt);
  return commitAll(folder, 'Open the shop', interrupt, by);
}

/** Returns the commit, which fails a test. */
export async function breakShop(folder: string, interrupt: AbortSignal): Promise<string> {
  await writeFile(join(folder, 'checkout.js'), (files['checkout.js'] ?? '').replace('Math.round', 'Math.floor'));
  return commitAll(folder, 'Round refunds down', interrupt);
}

export interface ShopChange {
  readonly title: string;
  readonly author: string;
  readonly edit: readonly [from: string, to: string];
}

/** Dated `at`. Returns the commit. */
export async function changeShop(folder: string, { author, edit, title }: ShopChange, at: Date, interrupt: AbortSignal): Promise<string> {
  const file = join(folder, 'checkout.js');
  await writeFile(file, (await readFile(file, 'utf8')).replace(...edit));
  return commitAll(folder, title, interrupt, { name: author, at });
}

/** With Node's own runner, which writes the JUnit file. Returns how such a step of a job would end. */
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

interface CommitBy {
  readonly name: string;
  readonly at: Date;
}

async function commitAll(folder: string, message: string, interrupt: AbortSignal, by?: CommitBy): Promise<string> {
  await git(folder, ['add', '.'], interrupt);
  await git(folder, ['commit', '--quiet', '--no-verify', '--message', message], interrupt, by);
  return git(folder, ['rev-parse', 'HEAD'], interrupt);
}

/** Without the settings of this machine: a user's hooks, signatures and templates stay out of the demo. */
async function git(cwd: string, args: readonly string[], signal: AbortSignal, by?: CommitBy): Promise<string> {
  const name = by?.name ?? 'Demo';
  const person = { NAME: name, EMAIL: `${name.toLowerCase()}@example.com`, ...(by === undefined ? {} : { DATE: by.at.toISOString() }) };
  const people = Object.entries(person).flatMap(([what, value]) => ['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_${what}`, value]));
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(people) };
  try {
    const { stdout } = await promisify(execFile)('git', [...args], { cwd, signal, env });
    return stdout.trim();
  } catch (error) {
    signal.throwIfAborted();
    throw wrongUse(
      `The demo could not run git: ${messageOf(error)}`,
      'Install git, so that `git --version` works, and run the demo again',
      error,
    );
  }
}
