import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, firstLine, oldNode, pretended, type Build } from './build.ts';

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

const serving = (): readonly string[] => ['serve', '--data', mkdtempSync(join(folder, 'data-')), '--init', '--port', '0'];

/** Whether something still answers at the address that a line names. */
async function answers(line: string): Promise<boolean> {
  const [url = ''] = /http:\S+/.exec(line) ?? [];
  return fetch(new URL('/ready', url)).then(
    () => true,
    () => false,
  );
}

async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await condition()) return true;
    await delay(50);
  }
  return false;
}

describe.each([
  ['an old Node', oldNode()],
  ['a Node that is a little too old', pretended('24.14.9')],
])('on %s', (_, node) => {
  it('the private Node does the work, and its exit code and streams come through', async () => {
    await expect(cli.run(['--version'], { node })).resolves.toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \(commit [\da-f]{40}(?:-dirty)?\)\n$/),
      stderr: '',
    });
    const wrong = await cli.run(['gate', '--nonsense'], { node });
    expect(wrong).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('--nonsense') });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('%s reaches the work, which ends as it should', async (signal) => {
    const child = cli.start(serving(), { node });
    const line = await firstLine(child);
    child.kill(signal);
    await expect(ended(child)).resolves.toEqual({ code: 0, signal: null });
    expect(await answers(line)).toBe(false);
  });

  it('the work ends when the one that started it is killed outright', async () => {
    const child = cli.start(serving(), { node });
    const line = await firstLine(child);
    expect(await answers(line)).toBe(true);
    child.kill('SIGKILL');
    await ended(child);
    expect(await until(async () => !(await answers(line)))).toBe(true);
  });
});
