import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type Build } from './build.ts';

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
  it('goes on when the step is done, hides its token before all else, and ends with the folder of the job', async () => {
    const { env, outputs, temp } = job();
    const { code, stderr, stdout } = await cli.run(withFlows, { cwd: folder, env });
    const [, url = '', token = ''] = /^before=1\nurl=(\S+)\ntoken=(\S+)\n$/.exec(readFileSync(outputs, 'utf8')) ?? [];
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`::add-mask::${token}\ncompliance-evidence is ready at ${url}, for the rest of this job\n`);
    expect(token.length).toBeGreaterThan(30);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    expect(await flowsAt(url, token)).toEqual(['bank', 'shop']);

    rmSync(temp, { recursive: true });
    await until(() => isGone(url));
    expect(existsSync(temp)).toBe(false);
  });
});

describe('wrong options of serve', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['serve', '--ephemeral'], /--org is missing/],
    [[...ephemeral, '--data', 'x'], /--ephemeral.*cannot be used with.*--data/],
    [[...ephemeral, '--time-limit', '600h'], /--time-limit is not a time: 600h/],
    [[...ephemeral, '--time-limit', '5'], /--time-limit is not a time: 5/],
    [['serve', '--data', 'x', '--flow', 'shop.yml'], /--flow is about an ephemeral service/],
    [['serve', '--data', 'x', '--time-limit', '1h'], /--time-limit is about an ephemeral service/],
  ];

  it('are refused, each by its name', async () => {
    const all = await cli.runEach(cases.map(([args]) => args));
    expect(all).toEqual(cases.map(([, message]) => ({ code: 64, stdout: '', stderr: expect.stringMatching(message) })));
  });
});
