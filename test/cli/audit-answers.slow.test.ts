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
beforeAll(async () => {
  [cli, shop] = [build(), await openShop()];
  clone = shop.clone();
});
afterAll(async () => {
  cli.remove();
  await shop.close();
});

const githubToken = `ghs_${'x'.repeat(36)}`;

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { moments, serverUrl, service } = shop;
  return cli.run(args, {
    cwd: clone,
    node: [process.execPath, '--import', movedClock(moments.end)],
    env: {
      EVIDENCE_BASE_URL: service.url,
      EVIDENCE_API_TOKEN: service.token,
      EVIDENCE_ORG: 'acme',
      EVIDENCE_GITHUB_TOKEN: githubToken,
      GITHUB_API_URL: shop.double.url,
      GITHUB_SERVER_URL: serverUrl,
      NO_COLOR: '1',
      ...env,
    },
  });
}

it('keeps each answer of GitHub in the package, also a no, and the same bytes from the kept facts', async () => {
  const double = await shop.another();
  double.forbid('/deployments');
  double.twist('/activity', (body) =>
    JSON.parse(JSON.stringify(body).replace('"push"', `"push","note":"${githubToken} ${shop.service.token}"`)),
  );
  const first = [
    'audit',
    '--repository',
    'acme/shop',
    '--since',
    shop.moments.begin,
    '--package',
    'first.tgz',
    '--keep-collected',
    'kept.ndjson',
  ];
  await run(first, { GITHUB_API_URL: double.url });
  const lines = execFileSync('tar', ['-xzOf', 'first.tgz', 'github.ndjson'], { cwd: clone, encoding: 'utf8' }).trim().split('\n');
  expect(lines.length).toBe(double.asked.length);
  const answers = lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
  expect(answers.filter(({ status }) => status === 403)).toEqual([
    expect.objectContaining({ request: expect.objectContaining({ method: 'GET', path: '/repos/acme/shop/deployments' }), form: 'json' }),
  ]);
  expect(answers.filter(({ masked }) => masked)).toHaveLength(1);
  const all = readFileSync(join(clone, 'kept.ndjson'), 'utf8') + lines.join('\n');
  for (const secret of [githubToken, shop.service.token]) expect(all).not.toContain(secret);
  expect(all).toContain('\\"note\\":\\"*** ***\\"');

  await run(['audit', '--collected', 'kept.ndjson', '--package', 'second.tgz']);
  expect(readFileSync(join(clone, 'second.tgz')).equals(readFileSync(join(clone, 'first.tgz')))).toBe(true);
  const verified = await run(['verify', '--package', 'second.tgz']);
  expect(verified.stdout).toContain(`${lines.length} answers of GitHub, as they were read: GitHub signs none, so that they prove nothing`);
  expect(verified.code).toBe(2);
});

it('keeps none where nobody asks for a package', async () => {
  await run(['audit', '--repository', 'acme/shop', '--since', shop.moments.begin, '--keep-collected', 'plain.ndjson']);
  expect(readFileSync(join(clone, 'plain.ndjson'), 'utf8')).not.toContain('"kind":"answer"');
});

it('shows a package in the time zone that was named, and makes the same bytes again from its facts', async () => {
  const args = ['--repository', 'acme/shop', '--since', shop.moments.begin, '--time-zone', 'Asia/Kathmandu', '--package', 'zoned.tgz'];
  const { stdout } = await run(['audit', ...args]);
  expect(stdout).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d \+05:45/);
  const member = (name: string): string => execFileSync('tar', ['-xzOf', 'zoned.tgz', name], { cwd: clone, encoding: 'utf8' });
  expect(member('index.html')).toMatch(/<time datetime="[^"]+Z">[^<]+\s\+05:45</);
  const [header = ''] = member('collected.ndjson').split('\n', 1);
  expect(JSON.parse(header)).toMatchObject({ timeZone: 'Asia/Kathmandu', period: { since: expect.stringMatching(/Z$/) } });
  const verified = await run(['verify', '--package', 'zoned.tgz', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({
    recomputed: { problems: [], reports: expect.arrayContaining(['index.html', 'audit.md']) },
  });
});
