import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { putEnvironment, report } from '../service/environment-support.ts';
import { field, folder, world } from '../service/support.ts';

const page = readFileSync(new URL('../../docs/notifications.md', import.meta.url), 'utf8');
const path = '/organizations/acme/environments_notifications';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = Object(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a receiver of the page, copied as it stands there; answers what it has printed. */
async function receiver(language: string, file: string, env: Readonly<Record<string, string>>): Promise<() => string> {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  const script = join(await folder(), file);
  await writeFile(script, code);
  const program = language === 'python' ? 'python3' : process.execPath;
  const child = spawn(program, [script], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (printed += text));
  await Promise.race([vi.waitUntil(() => printed.includes('ready'), { timeout: 20_000 }), once(child, 'exit')]);
  return () => printed.replace('ready\n', '');
}

test.each([
  ['js', 'receiver.mjs'],
  ['python', 'receiver.py'],
])('the receiver in %s takes what the service signed with its secret, and nothing else', async (language, file) => {
  const [own, foreign] = [await freePort(), await freePort()];
  const it = await world(undefined, { webhookHosts: [`127.0.0.1:${own}`, `127.0.0.1:${foreign}`] });
  await putEnvironment(it, 'prod');
  const targets = [own, foreign].map((port) => ({ type: 'WEBHOOK', webhook: `http://127.0.0.1:${port}/hook` }));
  const rule = { name: 'all', environments: ['prod'], triggers: ['ON_STARTED_ARTIFACT'], targets };
  const { body } = await it.json('PUT', path, rule);
  const SIGNING_SECRET = String(Object(field(body, 'signing_secrets'))['targets[0]']);
  const [taken, refused] = await Promise.all([
    receiver(language, file, { PORT: String(own), SIGNING_SECRET }),
    // The second webhook has another secret than its receiver was told.
    receiver(language, file, { PORT: String(foreign), SIGNING_SECRET }),
  ]);
  await report(it, 'prod', 'a');
  await vi.waitUntil(() => taken() !== '' && it.log.length > 0, { timeout: 20_000 });
  expect(taken()).toMatch(/^[a-f0-9-]{32} 1 instance started running \(from 0 to 1\)\n$/);
  expect(refused()).toBe('');
  expect(it.log.join('\n')).toContain(`did not arrive at 127.0.0.1:${foreign}: it answered 401`);
});
