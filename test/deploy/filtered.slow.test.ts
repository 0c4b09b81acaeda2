import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { build, firstLine } from '../cli/build.ts';
import { root } from '../support/sources.ts';

const filtered = join(root, 'scripts/checks/operate/filtered.py');
const unit = readFileSync(join(root, 'deploy/systemd/compliance-evidence.service'), 'utf8');
const isHere =
  spawnSync('python3', ['-c', 'import ctypes; ctypes.CDLL("libseccomp.so.2")']).status === 0 &&
  spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!isHere).each([
  ['of its unit', unit],
  // As in a sandbox that an operator wrote without it.
  ['that let nobody ask for the networks', unit.replace(' AF_NETLINK', '')],
])('the service starts on every address under the filters %s, and answers', async (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'filtered-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'x.service'), text);
  const cli = build();
  const serve = ['serve', '--init', '--data', join(folder, 'data'), '--host', '0.0.0.0', '--port', '0', '--behind-proxy'];
  const child = spawn('python3', [filtered, join(folder, 'x.service'), process.execPath, cli.bin, ...serve], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    cli.remove();
  });
  const [, port = ''] = /:(\d+)\/api/.exec(await firstLine(child)) ?? [];
  // A busy machine is not ready for a moment.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
});

test.skipIf(!isHere)('the filters let through what the unit names, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filtered-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'x.service');
  const families = (allowed: string): string => {
    writeFileSync(file, unit.replace(/^RestrictAddressFamilies=.*$/m, `RestrictAddressFamilies=${allowed}`));
    const program =
      'import socket, sys\nfor f in (socket.AF_INET, socket.AF_NETLINK):\n  try: socket.socket(f, socket.SOCK_DGRAM); print("yes")\n  except OSError as e: print(e.errno)';
    return spawnSync('python3', [filtered, file, 'python3', '-c', program], { encoding: 'utf8' }).stdout;
  };
  expect(families('AF_INET AF_UNIX')).toBe('yes\n97\n');
  expect(families('AF_INET AF_NETLINK AF_UNIX')).toBe('yes\nyes\n');
  writeFileSync(file, unit);
  const { stderr } = spawnSync('python3', [filtered, file, 'python3', '-c', 'import os; os.chroot("/")'], { encoding: 'utf8' });
  expect(stderr).toMatch(/Operation not permitted/);
});
