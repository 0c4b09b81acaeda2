import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type Organization } from '../audit/organization/world.ts';
import { check, requiredChecks, ruleset, suite } from '../support/github-api/world/make.ts';
import { root } from '../support/sources.ts';
import { build, unpack, type Build, type Ended } from './build.ts';

/*
 * The commands of docs/audit-github.md as they stand there, from the package as npm installs it in an empty folder. The last month is that
 * of this machine's clock, so that what lands, lands in it.
 */

let cli: Build;
let acme: Organization;
let folder = '';
let packed = '';
beforeAll(async () => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'packed-audit-'));
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: unpack(cli, unpacked),
    stdio: 'ignore',
  });
  packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  // GitHub's own program, which tells the token of its user.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'gh'), '#!/bin/sh\n[ "$*" = \'auth token\' ] && echo ghs_of_the_installation\n', { mode: 0o755 });
  const now = new Date();
  // Its changes land a day after.
  const begins = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 0, 12)).toISOString();
  const repositories = [
    { name: 'shop', covered: 2 },
    { name: 'stock', covered: 1, pushed: 1 },
    { name: 'site', covered: 1 },
  ];
  acme = await openOrganization(repositories, { hasService: false, begins });
  for (const { world } of acme.api.repositories) {
    world.rulesets.push(ruleset({ id: 5, changedAt: world.createdAt, rules: [requiredChecks('test')] }));
    for (const { head, openedAt } of world.pulls)
      world.suites.push(
        suite({
          sha: head,
          at: openedAt,
          checks: [check({ name: 'test', conclusion: 'success', startedAt: openedAt, endedAt: openedAt })],
        }),
      );
  }
});
afterAll(async () => {
  cli.remove();
  await acme.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of the page under a heading, which lie between two fences. */
function commandsUnder(heading: string): readonly string[] {
  const page = readFileSync(join(root, 'docs', 'audit-github.md'), 'utf8');
  const [, commands = ''] = /```sh\n([^]*?)```/.exec(page.slice(page.indexOf(heading))) ?? [];
  return commands.trim().split('\n');
}

/** By a shell, in a folder that holds the installed package and nothing else. */
async function run(commands: readonly string[]): Promise<Ended & { readonly left: readonly string[]; readonly cwd: string }> {
  const cwd = mkdtempSync(join(folder, 'empty-'));
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const env = {
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: mkdtempSync(join(folder, 'home-')),
    RUNNER_TEMP: temporary,
    TMPDIR: temporary,
    GITHUB_API_URL: acme.api.url,
    GITHUB_SERVER_URL: acme.api.url,
    npm_config_offline: 'true',
  };
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', packed], { cwd, env });
  const installed = new Set(readdirSync(cwd));
  return new Promise((fulfil) => {
    const child = execFile('sh', ['-c', commands.join('\n')], { cwd, env, maxBuffer: 1e8 }, (_, stdout, stderr) => {
      const left = [...readdirSync(cwd).filter((name) => !installed.has(name)), ...readdirSync(temporary)];
      // Node keeps the last one, and not the command.
      fulfil({ code: child.exitCode, stdout, stderr, left: left.filter((name) => name !== 'node-compile-cache').toSorted(), cwd });
    });
  });
}

const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('audits a repository by the one command of the page', async () => {
  const commands = commandsUnder('# An audit without a service');
  expect(commands).toHaveLength(1);
  const { code, cwd, left, stderr, stdout } = await run(commands);
  expect([code, left, stderr]).toEqual([0, ['audit.html'], expect.stringContaining('Cloning acme/shop')]);
  expect(stdout).toContain('Evidence of: GitHub’s checks; no evidence service was asked');
  expect(readFileSync(join(cwd, 'audit.html'), 'utf8')).toContain('acme/shop');
});

it.skipIf(isWindows)('audits an organization of three repositories by two commands', async () => {
  const commands = commandsUnder('## All repositories of an organization');
  expect(commands.filter((line) => line.startsWith('npx '))).toHaveLength(2);
  const { code, cwd, left, stdout } = await run(commands);
  expect([code, left]).toEqual([1, ['organization.html', 'plan.json', 'reports']]);
  expect(stdout).toContain('acme: 5 changes, 4 covered, in 3 audited repositories');
  for (const name of ['shop', 'stock', 'site']) expect(existsSync(join(cwd, 'reports', `acme-${name}`, 'audit.html'))).toBe(true);
  expect(acme.api.breaches).toEqual([]);
});
