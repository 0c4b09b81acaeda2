import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monday, openYear, type Year } from '../audit/series/year.ts';
import { build, type Build } from './build.ts';

let cli: Build;
let year: Year;
beforeAll(async () => {
  [cli, year] = [build(), openYear()];
  const first = await year.pack({ name: 'a', since: monday(1), until: monday(2) });
  const second = await year.pack({ name: 'b', since: monday(2), until: monday(3), previous: first });
  await year.pack({ name: 'c', since: monday(4), until: monday(5), previous: second });
});
afterAll(() => {
  cli.remove();
  year.remove();
});

it('shows the weeks, what is wrong, and the verdict; files come as a shell writes them for a glob', async () => {
  const { code, stderr, stdout } = await cli.run(['audit', '--series', 'a.tgz', 'b.tgz', 'c.tgz', '--html', 's.html'], {
    cwd: year.folder,
  });
  expect(stderr).toBe('Checking 3 files\n');
  expect(stdout).toMatch(/^2026-W03 {2}2026-01-12 {4}0 {2}no /m);
  expect(stdout).toContain('high series-hole: No complete audit covers the time from 2026-01-12 to 2026-01-19\n');
  expect(stdout).toMatch(/\n\? Unknown {2}3 audits from 2025-12-29 to 2026-01-26; 1 hole; /);
  expect(code).toBe(3);
  expect(readFileSync(join(year.folder, 's.html'), 'utf8')).toContain('2026-W03');
});

it('prints the JSON report alone with --json, and takes a folder and a glob', async () => {
  const [folder, glob] = await Promise.all(
    [['.'], ['[ab].tgz']].map((paths) => cli.run(['audit', '--json', '--series', ...paths], { cwd: year.folder })),
  );
  expect(JSON.parse(folder?.stdout ?? '')).toMatchObject({ kind: 'series', verdict: 'unknown', complete: false });
  expect([JSON.parse(glob?.stdout ?? ''), glob?.code]).toMatchObject([{ verdict: 'not-applicable', complete: true }, 0]);
});

it('asks nobody: it needs no service, and refuses what only an audit reads', async () => {
  const { code, stderr } = await cli.run(['audit', '--series', '.', '--publish', '--sarif', 'x.sarif'], { cwd: year.folder });
  expect([code, stderr.includes('--publish does nothing with series'), stderr.includes('--sarif does nothing with series')]).toEqual([
    64,
    true,
    true,
  ]);
});
