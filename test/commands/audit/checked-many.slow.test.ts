import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { mostMegabytes, peakScript } from '../../../scripts/checks/bench/audit-run.ts';
import { build } from '../../cli/build.ts';
import { removeRepositories } from '../../support/git.ts';
import { check, suite } from '../../support/github-api/world/make.ts';
import { openGitHubWorld } from '../../support/github-api/world/open.ts';
import { manyChecked, tenChecks, type SuitesOf } from '../../support/many-checked.ts';

const cli = build();
const folder = mkdtempSync(join(tmpdir(), 'checked-many-'));
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
  removeRepositories();
});

const run = promisify(execFile);

const tenSuites: SuitesOf = (sha, before) =>
  Array.from({ length: 10 }, (_, index) => {
    const checks = [check({ name: `test ${index}`, startedAt: before(20), endedAt: before(10) })];
    const id = Number.parseInt(sha.slice(0, 8), 16) * 10 + index;
    const workflow = { id, path: `.github/workflows/ci-${index}.yml`, event: 'pull_request', at: before(45), changedAt: before(10) };
    return suite({ sha, at: before(45), checks, workflow });
  });

it.each([
  ['in one suite', tenChecks],
  ['in suites of their own', tenSuites],
])('an audit of 1,000 changes with 10 checks each %s takes few requests, as its plan says, and little memory', async (name, suitesOf) => {
  const { directory, github } = manyChecked(1_000, suitesOf);
  const clone = join(folder, name);
  execFileSync('git', ['clone', '--quiet', `file://${directory}`, clone]);
  const double = await openGitHubWorld(github);
  const peak = join(folder, 'peak.txt');
  const env = { PATH: process.env['PATH'], HOME: folder, GITHUB_API_URL: double.url, EVIDENCE_GITHUB_TOKEN: 'ghs_token', PEAK: peak };
  const told = ['--import', `data:text/javascript,${encodeURIComponent(peakScript)}`, cli.bin, 'audit', '--repository', 'acme/app'];
  const time = ['--since', '2026-11-03T00:01:00Z', '--until', '2026-11-20'];
  const audit = (...more: readonly string[]) => run(process.execPath, [...told, ...time, ...more], { cwd: clone, env, maxBuffer: 2 ** 28 });
  const { stdout: plan } = await audit('--plan');
  const [, planned = ''] = /All of these, a ruleset a branch +(\d+)/.exec(plan) ?? [];
  const before = double.asked.length;
  const { stdout } = await audit('--package', join(folder, 'audit.tgz'));
  await double.close();
  const asked = double.asked.length - before;
  const megabytes = Number(readFileSync(peak, 'utf8')) / 1024;
  expect(double.breaches).toEqual([]);
  expect(stdout).toContain('Each of the 1,000 changes was approved and tested before its merge');
  expect(asked).toBeLessThan(250);
  expect(Math.abs(asked - Number(planned))).toBeLessThanOrEqual(3);
  expect(megabytes).toBeLessThan(mostMegabytes);
});
