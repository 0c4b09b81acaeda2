import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from '../../src/audit/package/manifest.ts';
import { archive, member } from '../audit/package/packing.ts';
import { openShop, type Shop } from '../audit/world/clone.ts';
import { tokenOf } from '../audit/world/service.ts';
import { movedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let shop: Shop;
let clone = '';
let head = '';

const day = 86_400_000;

interface Running {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Days after the audit. */
  readonly days?: number;
}

function run(args: readonly string[], { cwd = clone, days = 0, env = {} }: Running = {}): Promise<Ended> {
  const { moments, serverUrl, service } = shop;
  return cli.run(args, {
    cwd,
    node: [process.execPath, '--import', movedClock(new Date(Date.parse(moments.end) + days * day).toISOString())],
    env: {
      EVIDENCE_BASE_URL: service.url,
      EVIDENCE_API_TOKEN: service.token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_test',
      GITHUB_API_URL: shop.double.url,
      GITHUB_SERVER_URL: serverUrl,
      NO_COLOR: '1',
      ...env,
    },
  });
}

beforeAll(async () => {
  [cli, shop] = [build(), await openShop({ roles: ['reader', 'auditor'] })];
  clone = shop.clone();
  const first = await run(['audit', '--repository', 'acme/shop', '--since', shop.moments.begin, '--package', 'audit.tgz']);
  head = /^Witness: ([0-9a-f]{64}) /m.exec(first.stderr)?.[1] ?? '';
  writeFileSync(join(clone, 'heads.txt'), `${head} the auditor\n`);
});
afterAll(async () => {
  cli.remove();
  await shop.close();
});

/** Performs the audit again, on another day. */
function again(args: readonly string[] = [], running: Running = {}): Promise<Ended> {
  return run(['audit', '--reperform', join(clone, 'audit.tgz'), ...args], { days: 3, ...running });
}

it('says that nothing differs where nothing does, from a clone of the auditor’s own', async () => {
  const env = { EVIDENCE_API_TOKEN: tokenOf('auditor') };
  const cwd = shop.clone();
  const args = ['--witness', join(clone, 'heads.txt'), '--keep-collected', 'again.ndjson'];
  const { code, stderr, stdout } = await again(args, { cwd, env });
  expect(stdout).toMatch(
    /^✅ The same: acme\/shop from .*; 0 differences that must not be, 0 that may; .*witnessed by a head that you gave$/m,
  );
  expect(stderr).not.toContain('warning');
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'again.ndjson'), 'utf8').split('\n', 1)[0]).toContain('"repository":"acme/shop"');
  expect(shop.double.breaches).toEqual([]);
});

it('prints one JSON object with --json, and nothing else', async () => {
  const { code, stdout } = await again(['--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'audited',
    repository: 'acme/shop',
    package: { outcome: 'consistent' },
    clone: { lacking: 0 },
    counts: { altered: 0, later: 0, not_compared: 0 },
    differences: [],
    findings: [],
  });
  expect(code).toBe(0);
});

it('finds a review that is another than it was, and the findings that follow', async () => {
  const double = await shop.another();
  double.twist('PullRequestsOfCommits', (body) =>
    JSON.parse(JSON.stringify(body).replace('"state":"APPROVED"', '"state":"CHANGES_REQUESTED"')),
  );
  const { code, stdout } = await again([], { env: { GITHUB_API_URL: double.url } });
  expect(stdout).toMatch(/^Differs, and must not: 1\n {3}pull request \d, review \w+: said was APPROVED, and is CHANGES_REQUESTED$/m);
  expect(stdout).toMatch(/^Findings that differ: \d\n {3}opened merged-without-review:/m);
  expect(stdout).toMatch(/^❌ Differs: /m);
  expect(code).toBe(1);
});

it.each([
  ['there is no token of GitHub', async () => ({ EVIDENCE_GITHUB_TOKEN: '' }), /^ {3}landings: GitHub was not asked: there is no token$/m],
  [
    'the token may not read pull requests',
    async () => {
      const double = await shop.another();
      double.forbid('PullRequestsOfCommits');
      return { GITHUB_API_URL: double.url };
    },
    /^ {3}pull requests: GitHub refused to .*\(403\)/m,
  ],
  [
    'the token of the service may not read the log',
    async () => ({ EVIDENCE_API_TOKEN: tokenOf('reader') }),
    /^Could not be compared\n {3}log of the service: .*403.* Use the token of an auditor/m,
  ],
])('never says the same where %s', async (_, given, words) => {
  const { code, stdout } = await again([], { env: await given() });
  expect(stdout).toMatch(/^Could not be compared\n/m);
  expect(stdout).toMatch(words);
  expect(stdout).toMatch(/^❔ Not all could be compared: .*; 0 differences that must not be, /m);
  expect(code).toBe(3);
});

it('says which commits the clone lacks, and that a branch was moved by force', async () => {
  const old = shop.clone();
  const git = (...args: readonly string[]): string => execFileSync('git', ['-C', old, ...args], { encoding: 'utf8' }).trim();
  git('update-ref', 'refs/remotes/origin/main', 'HEAD~1');
  const moved = await again([], { cwd: old });
  expect(moved.stdout).toMatch(/^ {3}branch main: history was [0-9a-f]{40}, and is [0-9a-f]{40}, which does not come after it$/m);
  expect(moved.code).toBe(1);

  const shallow = shop.clone('--depth', '1');
  const lacking = await again([], { cwd: shallow });
  expect(lacking.stdout).toMatch(/^ {3}clone: .*shallow/m);
  expect(lacking.code).toBe(3);
});

it.each([
  ['was changed', (bytes: Buffer) => bytes.with(bytes.length - 20, (bytes.at(-20) ?? 0) ^ 1), [], 'The package does not hold: '],
  ['is of another log than the head', (bytes: Buffer) => bytes, ['--witness', 'others.txt'], 'is nowhere in the records'],
])('refuses a package that %s, before anybody is asked', async (_, change, args, words) => {
  const cwd = shop.clone();
  writeFileSync(join(cwd, 'other.tgz'), change(readFileSync(join(clone, 'audit.tgz'))));
  writeFileSync(join(cwd, 'others.txt'), `${'0'.repeat(64)}\n`);
  const before = shop.double.asked.length;
  const { code, stderr } = await run(['audit', '--reperform', 'other.tgz', ...args], { cwd });
  expect(stderr).toContain(words);
  expect([code, shop.double.asked.length]).toEqual([4, before]);
});

it.each([
  [
    ['--since', '2030-01-01', '--html', 'a.html'],
    ['--since does nothing with reperform', '--html does nothing with reperform'],
  ],
  [['--org', 'other'], ['The package is of the organization acme, and other would be asked']],
  [['--fail-on-severity', 'low'], ['--fail-on-severity does nothing with reperform']],
])('refuses %j', async (args, words) => {
  const { code, stderr } = await again(args);
  for (const word of words) expect(stderr).toContain(word);
  expect(code).toBe(64);
});

it('finds facts of GitHub that were forged, where verify has only the reports to tell it by', async () => {
  const folder = mkdtempSync(join(clone, 'forged-'));
  execFileSync('tar', ['-xzf', join(clone, 'audit.tgz')], { cwd: folder });
  const { members, ...manifest }: Required<Manifest> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const forged = (path: string, content: Buffer): string | Buffer =>
    path === 'collected.ndjson'
      ? content.toString('utf8').replace(/"mergedBy":\{"id":1002,"login":"bob"/g, '"mergedBy":{"id":1003,"login":"carol"')
      : content;
  const contents = members.map(({ path }) => member(path, forged(path, readFileSync(join(folder, path)))));
  writeFileSync(join(folder, 'forged.tgz'), gzipSync(await archive(manifest, contents)));
  const verified = await run(['verify', '--package', 'forged.tgz', '--head', head], { cwd: folder });
  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('audit.json is not what the facts give')]);

  const { code, stdout } = await run(['audit', '--reperform', join(folder, 'forged.tgz')], { days: 3 });
  expect(stdout).toMatch(/^ {3}pull request \d: mergedBy was \{"id":1003,"login":"carol".*, and is \{"id":1002,"login":"bob"/m);
  expect(code).toBe(1);
});

// The last one: it changes the origin.
it('says so where the origin was pushed by force, and a new clone has not all', async () => {
  const work = shop.clone();
  const git = (...args: readonly string[]): string => execFileSync('git', ['-C', work, ...args], { encoding: 'utf8', stdio: 'pipe' });
  git('push', '--quiet', '--force', 'origin', 'HEAD~1:refs/heads/main');
  const { code, stderr, stdout } = await again([], { cwd: shop.clone() });
  expect(stderr).toMatch(/The clone lacks 1 of the \d+ commits of the package, the first is [0-9a-f]{40}/);
  expect(stdout).toMatch(/^ {3}history of main: The clone lacks the tip/m);
  expect(code).toBe(3);
});
