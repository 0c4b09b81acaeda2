import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser } from '../service/pages/reader.ts';
import { build, ended, unpack, type Build } from './build.ts';
import { runDemo, startDemo } from './run-demo.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-demo-'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

const place = (): string => mkdtempSync(join(folder, 'place-'));

// npm is a batch file on Windows.
it.skipIf(process.platform === 'win32')('works from the package, and names the README there', async () => {
  const [bin, home] = [join(unpack(cli, place()), 'lib', 'cli', 'bin.js'), place()];
  const { code, stderr, stdout } = await runDemo(home, { bin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, readme = ''] = /^ {3}README {2}(.+)$/m.exec(stdout) ?? [];
  expect(readme).toBe(join(dirname(bin), '..', '..', 'README.md'));
  expect(existsSync(readme)).toBe(true);
});

it("takes nothing of the user's git: neither hooks nor signatures nor the repository that a hook is run in", async () => {
  const home = place();
  writeFileSync(join(home, '.gitconfig'), '[commit]\n\tgpgsign = true\n[core]\n\thooksPath = /nowhere\n[init]\n\ttemplateDir = /nowhere\n');
  const { code, stderr } = await runDemo(home, { env: { GIT_DIR: join(home, 'another'), GIT_INDEX_FILE: 'index' } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

describe('colours', () => {
  const escape = '\u001b[';
  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ NO_COLOR: '1' }, false],
  ])('with %j: %s', async (env, coloured) => {
    const { stdout } = await runDemo(place(), { env });
    expect(stdout.includes(escape)).toBe(coloured);
  });
});

describe('with --keep', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'the service stays up, with pages for who has the token, until %s; then nothing is left',
    async (signal) => {
      const home = place();
      const { child, printed } = await startDemo(home, 'Stop it', { args: ['--keep'] });
      const row = (name: string): string => new RegExp(`^ {3}${name} +(.+)$`, 'm').exec(printed)?.[1] ?? '';
      const [page, token] = [row('Page'), row('Token')];
      const { origin, pathname } = new URL(page);
      const own = browser({ service: { url: origin, close: async () => {} } });
      expect((await own.get(pathname)).status).toBe(303);
      expect((await own.signIn(token, pathname)).location).toBe(pathname);
      const shown = await own.get(pathname);
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('rounds half a cent up')]);
      expect(existsSync(join(row('Files'), 'checkout-service', 'checkout.test.js'))).toBe(true);
      child.kill(signal);
      await expect(ended(child)).resolves.toEqual({ code: 0, signal: null });
      await expect(fetch(page)).rejects.toThrow('fetch failed');
      expect(readdirSync(home)).toEqual([]);
    },
  );
});

it('leaves nothing when it is stopped on its way', async () => {
  const home = place();
  const { child } = await startDemo(home, '3. ');
  child.kill('SIGINT');
  await expect(ended(child)).resolves.toEqual({ code: 130, signal: null });
  expect(readdirSync(home)).toEqual([]);
});

it('says what is missing where there is no git, and leaves nothing', async () => {
  const home = place();
  const { code, stderr } = await runDemo(home, { env: { PATH: home } });
  expect(code).toBe(64);
  expect(stderr).toMatch(
    /^error: The demo could not run git: .*ENOENT\n {2}Install git, so that `git --version` works, and run the demo again\n$/,
  );
  expect(readdirSync(home)).toEqual([]);
});
