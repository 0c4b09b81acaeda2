import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serve } from '../../src/cli/serve.ts';
import { listening } from './listening.ts';
import { runLines } from './run-lines.ts';

let folder = '';
const before = process.cwd();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-ephemeral-'));
  const template = 'template:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n';
  for (const name of ['shop', 'bank']) writeFileSync(join(folder, `${name}.yml`), `name: ${name}\n${template}`);
  process.chdir(folder);
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const both = ['shop.yml', 'bank.yml'];

async function flowsAt(url: string, token: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/flows/acme`, { headers: { authorization: `Bearer ${token}` } });
  const flows: readonly { readonly name: string }[] = JSON.parse(await response.text());
  return flows.map(({ name }) => name);
}

/** Starts a service, waits until it is ready, and gives what it says; `stop` ends it. */
async function start(flow: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const temp = mkdtempSync(join(folder, 'temp-'));
  for (const [name, value] of Object.entries({ GITHUB_ACTIONS: '', RUNNER_TEMP: temp, ...env })) vi.stubEnv(name, value);
  const interrupt = new AbortController();
  const { err, out, terminal } = listening();
  const over = serve({ ephemeral: true, org: 'acme', host: '127.0.0.1', flow }, interrupt.signal, terminal);
  const stop = async (): Promise<number> => {
    interrupt.abort();
    return await over;
  };
  onTestFinished(async () => void (await stop()));
  await expect.poll(() => out.length, { interval: 5 }).toBe(2);
  const [, url = '', token = ''] = /^EVIDENCE_BASE_URL=(\S+)\nEVIDENCE_API_TOKEN=(\S+)$/.exec(out.join('\n')) ?? [];
  return { err, stop, temp, token, url };
}

describe('an ephemeral service', () => {
  it('prints where it is and its token, as the command line takes them, until it is told to stop', async () => {
    const { err, stop, temp, token, url } = await start(both);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    expect(token.length).toBeGreaterThan(30);
    expect(await flowsAt(url, token)).toEqual(['bank', 'shop']);
    expect(readdirSync(temp)).toEqual([expect.stringMatching(/^compliance-evidence-/)]);
    expect(await stop()).toBe(0);
    expect([readdirSync(temp), err]).toEqual([[], []]);
  });

  it.each([
    ['for the flows of its files alone', both, 400],
    ['for any flow where it has no file', [], 201],
  ])('takes evidence %s', async (_, flow, status) => {
    const { token, url } = await start(flow);
    const body = new FormData();
    const data = { attestation_name: 'unit', is_compliant: true, git_commit_info: { sha1: 'a'.repeat(40) } };
    body.set('data_json', JSON.stringify(data));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/attestations/acme/shpo/trail/t/generic`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });

  it('stays in the foreground in a job too, writes no outputs, and names the action that does', async () => {
    const outputs = join(folder, 'outputs');
    writeFileSync(outputs, '');
    const { err, url } = await start([], { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: outputs });
    expect(url).not.toBe('');
    expect(err).toEqual([
      expect.stringMatching(/^This holds the step until it is stopped; .*uses: <owner>\/compliance-evidence\/\.github\/actions\/serve@v1$/),
    ]);
    expect(readFileSync(outputs, 'utf8')).toBe('');
  });
});

describe('wrong options of serve', () => {
  const ephemeral = ['serve', '--ephemeral', '--org', 'acme'];
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

  it('are those of a service that keeps its data, or outlives a job', async () => {
    const flags = ['--init', '--oidc-http-loopback'];
    const withValue = ['--data', '--database-url', '--blobs', '--public-url', '--rate-limit', '--webhook-host', '--smtp-url'].concat(
      ['--smtp-password-file', '--smtp-from', '--tls-cert', '--tls-key', '--max-connections', '--metrics-port', '--metrics-host'],
      ['--log-format', '--log-level', '--drain'],
    );
    const wrong = [...flags.map((flag) => [flag]), ...withValue.map((name) => [name, 'x'])];
    const all = await runLines(wrong.map((args) => [...ephemeral, ...args]));
    expect(all.map(({ code, stderr }) => [code, /cannot be used with option '(--[a-z-]+)/.exec(stderr)?.[1]])).toEqual(
      wrong.map(([name]) => [64, name]),
    );
  });
});
