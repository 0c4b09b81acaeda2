import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve, type ServeOptions } from '../../src/cli/serve.ts';
import { createToken } from '../../src/service/index.ts';
import { createKey } from '../../src/signing/index.ts';
import { listening } from './listening.ts';

/** Starts a service in this process, and answers once it says where it is. `stop` tells it to end, and gives its exit code. */
async function started(more: Partial<ServeOptions> = {}) {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'serve-')));
  const token = await createToken({ dataDir: data, user: 'ada', orgs: ['acme'], role: 'member' });
  const interrupt = new AbortController();
  const { err, out, terminal } = listening();
  const over = serve({ data, host: '127.0.0.1', port: '0', ...more }, interrupt.signal, terminal);
  const stop = async (): Promise<number> => {
    interrupt.abort();
    return await over;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  });
  await expect.poll(() => out.length, { interval: 5 }).toBeGreaterThan(0);
  const [, url = ''] = /^compliance-evidence is ready at (http:\/\/127\.0\.0\.1:\d+)\/api\/v2$/.exec(out[0] ?? '') ?? [];
  const ask = async (path: string): Promise<number> =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })).status;
  return { ask, err, out, stop };
}

const probe = expect.stringMatching(/^GET \/health 200 [\d.]+ ms [\w-]+$/);
const asked = expect.stringMatching(/^GET \/api\/v2\/flows\/:org 200 [\d.]+ ms ada [\w-]+$/);
const refused = expect.stringMatching(/^GET none 404 [\d.]+ ms [\w-]+$/);
const ending = [
  'The service stops: it finishes the requests that are under way. A second signal ends it at once.',
  'The service has stopped.',
];

test.each([
  ['debug', [probe, asked, refused, ...ending]],
  ['info', [asked, refused, ...ending]],
  ['error', []],
  [undefined, []],
])('serve answers until it is told to stop, and at the level %s says so much', async (logLevel, lines) => {
  const { ask, err, out, stop } = await started(logLevel === undefined ? {} : { logLevel });
  expect([await ask('/health'), await ask('/api/v2/flows/acme'), await ask('/nothing/at/all')]).toEqual([200, 200, 404]);
  expect(await stop()).toBe(0);
  expect([out.length, err]).toEqual([1, lines]);
});

test('serve has metrics where their port is named, and says where', async () => {
  const { err, stop } = await started({ metricsPort: '0', logLevel: 'info', rateLimit: '120', maxConnections: '100', behindProxy: true });
  const [, metrics = ''] = /^The metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(err.join('\n')) ?? [];
  expect((await fetch(metrics, { headers: { connection: 'close' } })).status).toBe(200);
  expect(await stop()).toBe(0);
});

test('serve signs statements with a key that nobody else can change or read, under an address that stays', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'key-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const statementKey = join(home, 'key');
  createKey(statementKey, 'ed25519');
  const publicUrl = 'https://evidence.example';
  const refusal = (options: Partial<ServeOptions>): Promise<number> =>
    serve({ data: home, host: '127.0.0.1', port: '0', ...options }, new AbortController().signal, listening().terminal);
  await expect(refusal({ statementKey })).rejects.toThrow('--statement-key needs --public-url');
  await expect(refusal({ statementKey: `${statementKey}.pub`, publicUrl })).rejects.toThrow('--statement-key');
  const { ask, err } = await started({ statementKey, publicUrl });
  expect([await ask('/statement-key.pem'), err]).toEqual([200, []]);
  if (process.platform === 'win32') return;
  chmodSync(statementKey, 0o644);
  await expect(refusal({ statementKey, publicUrl })).rejects.toThrow('Others can read or change the key of --statement-key');
});
