import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, firstLine, type Build } from './build.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-ephemeral-'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

const ephemeral = ['serve', '--ephemeral', '--org', 'acme'];
/** The place where the service makes its folder. */
const place = (): string => mkdtempSync(join(folder, 'temp-'));

describe('an ephemeral service', () => {
  it('ends by a signal, and leaves nothing', async () => {
    const temp = place();
    const child = cli.start(ephemeral, { cwd: folder, env: { RUNNER_TEMP: temp } });
    expect(await firstLine(child)).toMatch(/^EVIDENCE_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(readdirSync(temp)).toEqual([]);
  });

  it('ends after its time, and leaves nothing', async () => {
    const temp = place();
    const { code, stderr } = await cli.run([...ephemeral, '--time-limit', '1s'], { cwd: folder, env: { RUNNER_TEMP: temp } });
    expect({ code, stderr, left: readdirSync(temp) }).toEqual({ code: 0, stderr: '', left: [] });
  });

  it.each([
    ['a flow that is not there', ['--flow', 'none.yml'], /--flow none\.yml/],
    ['a name that is none', ['--org', 'a c'], /no name for an organization[^]*Use letters/],
  ])('says why it does not start, and leaves nothing: %s', async (_, options, message) => {
    const temp = place();
    const { code, stderr, stdout } = await cli.run([...ephemeral, ...options], { cwd: folder, env: { RUNNER_TEMP: temp } });
    expect({ code, stdout, stderr, left: readdirSync(temp) }).toEqual({
      code: 64,
      stdout: '',
      stderr: expect.stringMatching(message),
      left: [],
    });
  });
});
