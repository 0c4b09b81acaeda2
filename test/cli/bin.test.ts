import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, oldNode, type Build } from './build.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-bin-'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('ends with 64 for wrong usage, says what is wrong on stderr, and nothing on stdout', async () => {
  const { code, stdout, stderr } = await cli.run(['gate', '--wait-timeout', 'long'], { cwd: folder });
  expect([code, stdout, stderr]).toEqual([64, '', expect.stringMatching(/--wait-timeout is not a time/)]);
});

describe('on an old Node', () => {
  const node = oldNode();

  it('the private Node does the work, and its exit code and streams come through', async () => {
    await expect(cli.run(['--version'], { node })).resolves.toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \(commit [\da-f]{40}(?:-dirty)?\)\n$/),
      stderr: '',
    });
    const wrong = await cli.run(['gate', '--nonsense'], { node });
    expect(wrong).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('--nonsense') });
  });
});

describe('on an old Node without a private one', () => {
  it('the program says what it needs, and ends as wrong usage', async () => {
    copyFileSync(cli.bin, join(folder, 'bin.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const alone = { ...cli, bin: join(folder, 'bin.js') };
    const { spawnSync } = await import('node:child_process');
    const [program, ...before] = oldNode();
    const result = spawnSync(program, [...before, alone.bin, '--version'], { encoding: 'utf8' });
    expect(result).toMatchObject({
      status: 64,
      stdout: '',
      stderr: expect.stringMatching(
        /^compliance-evidence needs Node\.js 24\.15 or newer, and this is \d+\.\d+\.\d+\.\nGet it from https:\/\/nodejs\.org\/\S+, or by a version manager: nvm install 24\n$/,
      ),
    });
  });
});
