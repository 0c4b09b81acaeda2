import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../support/sources.ts';
import { ended } from './build.ts';
import { runDemo, startDemo } from './run-demo.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('plays a week, audits it, and leaves a report and a package that its head proves', async () => {
  const home = place();
  const { code, stderr, stdout } = await runDemo(home, { args: ['--audit', 'example'] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(home)).toEqual(['example']);
  expect(readdirSync(join(home, 'example')).toSorted()).toEqual(['audit.tgz', 'head.txt', 'report.html']);
  const report = readFileSync(join(home, 'example', 'report.html'), 'utf8');
  expect(report).toContain('The report ends here.');
  expect(stdout).toContain(`Report    ${join(home, 'example', 'report.html')}`);
  // The day that a test failed on is the one that its record is of.
  const [, failed = ''] = /^ {3}(\S+) {2}tests failed/m.exec(stdout) ?? [];
  expect(stdout).toContain(`recorded unit-tests on ${failed} at 09:10 UTC`);
  expect(stdout).toContain('high change-without-trail');
  const [, command = ''] = /^ {3}Check it +compliance-evidence (.+)$/m.exec(stdout) ?? [];
  const printed = execFileSync(process.execPath, [join(root, 'src', 'cli', 'bin.ts'), ...command.split(' ')], { encoding: 'utf8' });
  expect(printed).toContain('Witnessed.');
});

it('leaves nothing of the week when it is stopped on its way', async () => {
  const home = place();
  const { child } = await startDemo(home, '2. ', { args: ['--audit', 'example'] });
  child.kill('SIGINT');
  await expect(ended(child)).resolves.toEqual({ code: 130, signal: null });
  expect(existsSync(join(home, 'example'))).toBe(false);
  expect(readdirSync(home)).toEqual([]);
});
