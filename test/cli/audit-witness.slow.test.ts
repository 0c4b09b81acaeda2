import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../audit/world/clone.ts';
import { movedClock } from '../support/moved-clock.ts';
import { tokenOf } from '../audit/world/service.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let shop: Shop;
let clone = '';
beforeAll(async () => {
  [cli, shop] = [build(), await openShop({ roles: ['member'] })];
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

it('prints a head that a later audit takes as a witness, and that its package holds to', async () => {
  const first = await audit('--package', 'audit.tgz');
  const [, head = '', count] = /^Witness: ([0-9a-f]{64}) \(record (\d+)\), as read at \S+$/m.exec(first.stderr) ?? [];
  expect([head.length, Number(count) > 1]).toEqual([64, true]);

  const other = 'f'.repeat(64);
  writeFileSync(join(clone, 'heads.txt'), `${head} the auditor\n${other}\n`);
  const second = await audit('--package', 'audit.tgz', '--witness', 'heads.txt', '--markdown', 'a.md', '--head-file', 'head.txt');
  expect(second.stdout).toContain(`critical record-altered (new): The witness ${other} is nowhere in the log of acme`);
  expect(second.code).toBe(1);
  const report = readFileSync(join(clone, 'a.md'), 'utf8');
  expect(report).toContain(`| ${head} | the auditor | records 1 to ${count}; `);

  for (const noted of [head, 'head.txt']) {
    const verified = await run('verify', '--package', 'audit.tgz', '--head', noted, '--first-audit');
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Witnessed')]);
  }
  const kept = readFileSync(join(clone, 'head.txt'), 'utf8');
  expect(kept).toContain(
    `SHA-256 ${createHash('sha256')
      .update(readFileSync(join(clone, 'audit.tgz')))
      .digest('hex')}`,
  );
  const third = await audit('--package', 'audit.tgz', '--witness', kept, '--markdown', 'a.md');
  expect([third.stderr, readFileSync(join(clone, 'a.md'), 'utf8')]).toEqual([
    expect.stringContaining('Witness: '),
    expect.stringContaining(`| ${head} | the head file of the audit of acme/shop, `),
  ]);

  // The facts of the package give its reports again, and are none to make a package of.
  execFileSync('tar', ['-xzf', 'audit.tgz', 'collected.ndjson', 'audit.md'], { cwd: clone });
  await run('audit', '--collected', 'collected.ndjson', '--markdown', 'again.md');
  expect(readFileSync(join(clone, 'again.md'), 'utf8')).toBe(readFileSync(join(clone, 'audit.md'), 'utf8'));
  const again = await run('audit', '--collected', 'collected.ndjson', '--package', 'again.tgz');
  expect([again.code, again.stderr]).toEqual([64, expect.stringContaining('has no log of the service, which a package needs')]);
});

it('says why there is no package where the log may not be read, and ends as an audit that is not complete', async () => {
  const ended = await audit('--api-token', tokenOf('member'), '--package', 'none.tgz', '--markdown', 'b.md');
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(/No package was written, because the log of the service is missing: .*403/);
  expect([existsSync(join(clone, 'none.tgz')), existsSync(join(clone, 'b.md'))]).toEqual([false, true]);
});
