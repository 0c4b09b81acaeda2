import { createHash } from 'node:crypto';
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

function run(...args: readonly string[]): Promise<Ended> {
  const { moments, serverUrl, service } = shop;
  return cli.run(args, {
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
    },
  });
}

const audit = (...args: readonly string[]): Promise<Ended> =>
  run('audit', '--repository', 'acme/shop', '--since', shop.moments.begin, ...args);
const digestOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(clone, name)))
    .digest('hex');
const statesOf = (name: string): unknown =>
  JSON.parse(readFileSync(join(clone, name), 'utf8')).changes.map(({ sha, state }: Record<string, string>) => [sha, state]);

it('publishes two audits of one day, each with the digests of its files, and neither is evidence of a commit', async () => {
  const first = await audit('--json-file', 'first.json', '--package', 'first.tgz', '--publish');
  const second = await audit('--json-file', 'second.json', '--previous', 'first.tgz', '--publish');
  const names = [first, second].map(({ stdout }) =>
    /! The audit is recorded as (audit-\S+) on trail (audit-2030-01-\d\d) of flow compliance-audits, and says no: its verdict is non-compliant/.exec(
      stdout,
    ),
  );
  expect([first.code, second.code, names.every((found) => found !== null), names[0]?.[2] === names[1]?.[2]]).toEqual([1, 1, true, true]);
  expect(statesOf('second.json')).toEqual(statesOf('first.json'));

  const found = await run('trail', 'get', names[0]?.[2] ?? '', '--flow', 'compliance-audits', '--json');
  expect(names.map((one) => found.stdout.includes(one?.[1] ?? 'no name'))).toEqual([true, true]);
  const verified = JSON.parse((await run('verify', '--package', 'first.tgz', '--json')).stdout);
  const dry = await audit('--collected', 'none', '--publish');
  expect([verified.outcome, dry.code]).toEqual(['consistent', 64]);
  expect(names[0]?.[1]).toContain(digestOf('first.json').slice(0, 12));
  expect(JSON.parse(readFileSync(join(clone, 'second.json'), 'utf8')).previous).toMatchObject({
    digest: digestOf('first.json'),
    manifest: verified.manifest,
  });
});

it('shows what it would send in a dry run, and reports where the service is gone', async () => {
  const { code, stdout } = await audit('--publish', '--dry-run');
  expect([code, stdout.includes('Dry run: nothing was sent'), stdout.includes('"type_name": "compliance-audit"')]).toEqual([1, true, true]);
  await audit('--keep-collected', 'kept.ndjson');
  const gone = await run(
    'audit',
    '--collected',
    'kept.ndjson',
    '--publish',
    '--base-url',
    'http://127.0.0.1:9',
    '--timeout',
    '3s',
    '--html',
    'gone.html',
  );
  expect([gone.code, gone.stdout]).toEqual([3, expect.stringContaining('? The audit was not recorded as')]);
  expect(readFileSync(join(clone, 'gone.html'), 'utf8')).toContain('Findings');
});
