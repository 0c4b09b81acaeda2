import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../audit/world/clone.ts';
import { movedClock } from '../support/moved-clock.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let shop: Shop;
let clone = '';
/** The head of the pull request that was squashed: the one trail that there is. */
let trail = '';
beforeAll(async () => {
  [cli, shop] = [build(), await openShop()];
  clone = shop.clone();
  const { token, url } = shop.service;
  const answer = await fetch(`${url}/trails/acme/unit`, { headers: { authorization: `Bearer ${token}` } });
  [, trail = ''] = /"name":"([0-9a-f]{40})"/.exec(await answer.text()) ?? [];
});
afterAll(async () => {
  cli.remove();
  await shop.close();
});

function audit(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { moments, serverUrl, service } = shop;
  return cli.run(['audit', '--repository', 'acme/shop', ...args], {
    cwd: clone,
    node: [process.execPath, '--import', movedClock(moments.end)],
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

it('packages one trail, whose squashed change is found by its pull request', async () => {
  const ended = await audit(['--flow', 'unit', '--trail', trail, '--package', 'trail.tgz']);
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining(shop.shas.covered.slice(0, 12))]);
  expect(ended.stdout).not.toContain(shop.shas.uncovered.slice(0, 12));
  execFileSync('tar', ['-xzf', 'trail.tgz'], { cwd: clone });
  const read = (path: string): string => readFileSync(join(clone, path), 'utf8');
  expect(JSON.parse(read('manifest.json')).scope).toEqual({ kind: 'trail', flow: 'unit', trail });
  expect(read('changes.csv').trim().split('\r\n')).toHaveLength(2);
  expect(read('in-force/index.csv')).toContain('"flows","unit"');
  execFileSync('sha256sum', ['-c', '--quiet', '--strict', 'SHA256SUMS'], { cwd: clone });
  const verified = await cli.run(['verify', '--package', 'trail.tgz'], { cwd: clone });
  expect([verified.code, verified.stdout]).toEqual([2, expect.stringContaining('Consistent')]);
});

it('says of a trail and an artifact that nobody knows what to fix, and asks nothing more', async () => {
  const unknown = await audit(['--flow', 'unit', '--trail', 'nowhere']);
  expect([unknown.code, unknown.stderr]).toEqual([64, expect.stringContaining('has no trail nowhere in a flow unit')]);
  const artifact = await audit(['--fingerprint', 'c'.repeat(64)]);
  expect([artifact.code, artifact.stderr]).toEqual([64, expect.stringContaining('was told of an artifact')]);
  const both = await audit(['--flow', 'unit', '--trail', trail, '--since', '2030-01-01']);
  expect([both.code, both.stderr]).toEqual([64, expect.stringContaining('does nothing with trail')]);
});

it('ends an audit of a squashed trail without a token as unknown, also where a sample was asked for', async () => {
  const args = ['--flow', 'unit', '--trail', trail, '--sample', '1'];
  const ended = await audit(args, { EVIDENCE_GITHUB_TOKEN: '' });
  expect(ended.code).toBe(3);
  expect(ended.stdout + ended.stderr).toContain('the sample');
  expect(ended.stdout + ended.stderr).toContain('the population is not known');
});
