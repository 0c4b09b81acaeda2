import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, firstLine, type Build } from './build.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-ephemeral-'));
  const template = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';
  for (const name of ['shop', 'bank']) writeFileSync(join(folder, `${name}.yml`), `name: ${name}\n${template}`);
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

const ephemeral = ['serve', '--ephemeral', '--org', 'acme'];
const withFlows = [...ephemeral, '--flow', 'shop.yml', '--flow', 'bank.yml'];

/** A job of GitHub Actions: its folder for temporary files, which the runner removes at the end, and its outputs. */
function job(): { readonly temp: string; readonly outputs: string; readonly env: Readonly<Record<string, string>> } {
  const place = mkdtempSync(join(folder, 'job-'));
  const [temp, outputs] = [join(place, 'temp'), join(place, 'outputs')];
  mkdirSync(temp);
  writeFileSync(outputs, 'before=1\n');
  return { temp, outputs, env: { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: outputs, RUNNER_TEMP: temp } };
}

async function flowsAt(url: string, token: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/flows/acme`, { headers: { authorization: `Bearer ${token}` } });
  const flows: readonly { readonly name: string }[] = JSON.parse(await response.text());
  return flows.map(({ name }) => name);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    if (await holds()) return;
    await pause(100);
  }
  throw new Error('It did not come to hold within 10 s.');
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe('an ephemeral service in a job', () => {
  it('ends after its time, and leaves nothing', async () => {
    const { env, outputs, temp } = job();
    expect(await cli.run([...ephemeral, '--time-limit', '1s'], { cwd: folder, env })).toMatchObject({ code: 0 });
    const [url = ''] = /http\S+/.exec(readFileSync(outputs, 'utf8')) ?? [];
    await until(() => isGone(url));
    await until(() => readdirSync(temp).length === 0);
  });

  it('is not left running, nor named, when a flow is refused', async () => {
    const { env, outputs, temp } = job();
    const { code, stderr } = await cli.run([...ephemeral, '--flow', 'none.yml'], { cwd: folder, env });
    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining('none.yml') });
    expect(readFileSync(outputs, 'utf8')).toBe('before=1\n');
    await until(() => readdirSync(temp).length === 0);
  });

  it('says why it does not start', async () => {
    const { env } = job();
    const { code, stderr } = await cli.run(['serve', '--ephemeral', '--org', 'a c'], { cwd: folder, env });
    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringMatching(/no name for an organization[^]*Use letters/) });
  });
});

describe('an ephemeral service elsewhere', () => {
  it('prints where it is and its token, as the command line takes them, until it is told to stop', async () => {
    const { env, temp } = job();
    const child = cli.start(withFlows, { cwd: folder, env: { ...env, GITHUB_ACTIONS: '' } });
    let shown = '';
    child.stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await firstLine(child);
    await until(() => shown.split('\n').length > 2);
    const [, url = '', token = ''] = /^EVIDENCE_BASE_URL=(\S+)\nEVIDENCE_API_TOKEN=(\S+)\n$/.exec(shown) ?? [];
    expect(await flowsAt(url, token)).toEqual(['bank', 'shop']);
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect(readdirSync(temp)).toEqual([]);
  });
});
