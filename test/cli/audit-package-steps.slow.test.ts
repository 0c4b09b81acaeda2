import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../audit/world/clone.ts';
import { tokenOf } from '../audit/world/service.ts';
import { movedClock } from '../support/moved-clock.ts';
import { root } from '../support/sources.ts';
import { build, type Build, type Ended } from './build.ts';

let cli: Build;
let shop: Shop;
let folder = '';
beforeAll(async () => {
  [cli, shop] = [build(), await openShop({ roles: ['auditor'] })];
  folder = mkdtempSync(join(tmpdir(), 'package-steps-'));
  mkdirSync(join(folder, 'bin'));
  // The program under its name, by the clock of the month after that of the story.
  const program = `#!/bin/sh\nexec '${process.execPath}' --import '${movedClock('2030-02-05T08:00:00Z')}' '${cli.bin}' "$@"\n`;
  writeFileSync(join(folder, 'bin', 'compliance-evidence'), program);
  chmodSync(join(folder, 'bin', 'compliance-evidence'), 0o755);
});
afterAll(async () => {
  cli.remove();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of the steps, as the page prints them before its first heading. */
function steps(): readonly string[] {
  const page = readFileSync(join(root, 'docs', 'audit-package.md'), 'utf8');
  return Array.from(page.slice(0, page.indexOf('\n## ')).matchAll(/^```sh\n([^]*?)^```$/gm), ([, text = '']) => text);
}

/** Runs a step in a shell. The address of GitHub leads to the origin of the story. */
function run(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { double, serverUrl, service } = shop;
  return new Promise((fulfil) => {
    const child = execFile(
      'sh',
      ['-ec', script],
      {
        cwd,
        env: {
          PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          EVIDENCE_BASE_URL: service.url,
          EVIDENCE_API_TOKEN: tokenOf('auditor'),
          EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_test',
          GITHUB_API_URL: double.url,
          GITHUB_SERVER_URL: serverUrl,
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: `url.${serverUrl}/.insteadOf`,
          GIT_CONFIG_VALUE_0: 'https://github.com/',
          NO_COLOR: '1',
          ...env,
        },
      },
      (_, stdout, stderr) => fulfil({ code: child.exitCode, stdout, stderr }),
    );
  });
}

it('lets an auditor go the four steps of the page as they are printed', async () => {
  const [make = '', verify = '', again = '', ...more] = steps();
  expect(more).toEqual([]);
  const team = shop.clone();
  const made = await run(make, team, { GITHUB_REPOSITORY: 'acme/shop' });
  expect([made.code, made.stdout]).toEqual([1, expect.stringContaining('change-without-trail')]);

  const auditor = join(folder, 'auditor');
  mkdirSync(auditor);
  for (const name of ['audit.tgz', 'head.txt']) copyFileSync(join(team, name), join(auditor, name));
  const verified = await run(verify, auditor);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringContaining('acme/shop, branch main, 2030-01-01T00:00:00.000Z to 2030-02-01'),
  ]);

  const reperformed = await run(again, auditor);
  expect([reperformed.code, reperformed.stdout]).toEqual([0, expect.stringContaining('The same: acme/shop')]);
});
