import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, type Build } from './build.ts';
import { runLines } from './run-lines.ts';

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

async function flowsAt(url: string, token: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/flows/acme`, { headers: { authorization: `Bearer ${token}` } });
  const flows: readonly { readonly name: string }[] = JSON.parse(await response.text());
  return flows.map(({ name }) => name);
}

/** Starts a service, waits until it is ready, and gives what it says; `stop` ends it. */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const temp = mkdtempSync(join(folder, 'temp-'));
  const child = cli.start(args, { cwd: folder, env: { RUNNER_TEMP: temp, ...env } });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (chunk: Buffer) => (said[name] += chunk.toString()));
  await until(() => said.stdout.split('\n').length > 2 || child.exitCode !== null);
  const [, url = '', token = ''] = /^EVIDENCE_BASE_URL=(\S+)\nEVIDENCE_API_TOKEN=(\S+)\n$/.exec(said.stdout) ?? [];
  return { child, said, temp, token, url };
}

async function until(holds: () => boolean): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    if (holds()) return;
    await pause(100);
  }
  throw new Error('It did not come to hold within 10 s.');
}

describe('an ephemeral service', () => {
  it('prints where it is and its token, as the command line takes them, until it is told to stop', async () => {
    const { child, said, temp, token, url } = await start(withFlows);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    expect(token.length).toBeGreaterThan(30);
    expect(await flowsAt(url, token)).toEqual(['bank', 'shop']);
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: 0, signal: null });
    expect([readdirSync(temp), said.stderr]).toEqual([[], '']);
  });

  it.each([
    ['for the flows of its files alone', withFlows, 400],
    ['for any flow where it has no file', ephemeral, 201],
  ])('takes evidence %s', async (_, args, status) => {
    const { child, token, url } = await start(args);
    const body = new FormData();
    const data = { attestation_name: 'unit', is_compliant: true, git_commit_info: { sha1: 'a'.repeat(40) } };
    body.set('data_json', JSON.stringify(data));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/attestations/acme/shpo/trail/t/generic`, { method: 'POST', headers, body });
    child.kill('SIGTERM');
    await ended(child);
    expect(answer.status).toBe(status);
  });

  it('stays in the foreground in a job too, writes no outputs, and names the action that does', async () => {
    const outputs = join(folder, 'outputs');
    writeFileSync(outputs, '');
    const { child, said, url } = await start(ephemeral, { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: outputs });
    expect(url).not.toBe('');
    expect(said.stderr).toMatch(
      /^This holds the step until it is stopped; .*uses: <owner>\/compliance-evidence\/\.github\/actions\/serve@v1\n$/,
    );
    child.kill('SIGTERM');
    await ended(child);
    expect(readFileSync(outputs, 'utf8')).toBe('');
  });
});

describe('wrong options of serve', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['serve', '--ephemeral'], /--org is missing/],
    [[...ephemeral, '--data', 'x'], /--ephemeral.*cannot be used with.*--data/],
    [[...ephemeral, '--time-limit', '600h'], /--time-limit is longer than 500h: "600h"/],
    [[...ephemeral, '--time-limit', '5 h'], /--time-limit is not a time: "5 h".*Did you mean 5h\?/s],
    [['serve', '--data', 'x', '--flow', 'shop.yml'], /--flow is about an ephemeral service/],
    [['serve', '--data', 'x', '--time-limit', '1h'], /--time-limit is about an ephemeral service/],
  ];

  it('are refused, each by its name', async () => {
    const all = await runLines(cases.map(([args]) => args));
    expect(all).toEqual(cases.map(([, message]) => ({ code: 64, stdout: '', stderr: expect.stringMatching(message) })));
  });
});
