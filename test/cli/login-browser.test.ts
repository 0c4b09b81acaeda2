import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { browser, hiddenIn, textOf } from '../service/pages/reader.ts';
import { attest, world } from '../service/support.ts';
import { root } from '../support/sources.ts';

/** The command line, as a process of its own in a home of its own, where there is no browser. */
function begin(home: string, ...words: readonly string[]) {
  const env = { HOME: home, XDG_CONFIG_HOME: home, PATH: process.env['PATH'] ?? '' };
  const child = spawn(process.execPath, [join(root, 'src/cli/bin.ts'), ...words], { env, cwd: home });
  onTestFinished(() => void child.kill());
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said.text += String(piece)));
  return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}

test('login with a browser waits until a person lets the terminal in, and keeps what only the terminal knows', async () => {
  const it = await world();
  await attest(it, 'shop/t');
  const home = mkdtempSync(join(tmpdir(), 'login-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const login = begin(home, 'login', '--base-url', it.service.url, '--org', 'acme', '--with-browser');
  await expect.poll(() => login.said.text, { timeout: 20_000 }).toMatch(/\/sign-in\/terminal\/[0-9a-f]{64}\n/);
  const [, path = ''] = /(\/sign-in\/terminal\/\S+)/.exec(login.said.text) ?? [];
  const [code = ''] = /[0-9A-F]{4}-[0-9A-F]{4}/.exec(login.said.text) ?? ['none'];

  const own = browser(it);
  expect((await own.signIn(undefined, path)).location).toBe(path);
  const shown = await own.get(path);
  expect(textOf(shown.text)).toContain(`Does your terminal show this code? ${code}`);
  expect((await own.post(path, hiddenIn(shown.text))).status).toBe(200);
  expect([await login.ended, login.said.text]).toEqual([0, expect.stringContaining('Logged in to')]);

  const kept = join(home, 'compliance-evidence', 'contexts.json');
  const secret = /ce_terminal_[\w-]{43}/.exec(readFileSync(kept, 'utf8'))?.[0] ?? 'none';
  expect([statSync(kept).mode & 0o777, login.said.text.includes(secret)]).toEqual([0o600, false]);
  const list = begin(home, 'flow', 'list');
  expect([await list.ended, list.said.text]).toEqual([0, expect.stringContaining('shop')]);
}, 60_000);

test('an interrupt ends the waiting, and nothing is kept', async () => {
  const it = await world();
  const home = mkdtempSync(join(tmpdir(), 'login-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const login = begin(home, 'login', '--base-url', it.service.url, '--org', 'acme', '--with-browser');
  await expect.poll(() => login.said.text, { timeout: 20_000 }).toContain('/sign-in/terminal/');
  login.child.kill('SIGINT');
  expect([await login.ended, login.said.text]).toEqual([130, expect.stringContaining('Nothing was kept')]);
}, 60_000);
