import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { health, healthUrl } from '../../src/cli/health.ts';
import { folder, world } from '../service/support.ts';
import { listening } from './listening.ts';

test('the health of a service is asked where its own options say that it listens', () => {
  for (const [options, url] of [
    ['', 'http://127.0.0.1:8787/health'],
    ['--data /data --host 0.0.0.0 --port 9000 --behind-proxy --log-format json', 'http://127.0.0.1:9000/health'],
    ['--host=:: --port=81', 'http://[::1]:81/health'],
    ['--blobs /data --host 10.0.0.7 --tls-cert /c.pem --tls-key /k.pem', 'https://10.0.0.7:8787/health'],
  ])
    expect(healthUrl(options?.split(' ') ?? [])).toBe(url);
});

test('a service that lives is a 0, and one that does not answer is a 1 that says where it was asked', async () => {
  const dataDir = await folder();
  const it = await world(dataDir);
  const { port } = new URL(it.service.url);
  const file = join(await folder(), 'cmdline');
  await writeFile(file, ['node', '/app/lib/cli/bin.js', 'serve', '--data', '/data', '--port', port, ''].join('\0'));
  const { err, terminal } = listening();
  expect(await health(terminal, file)).toBe(0);
  await it.service.close();
  expect(await health(terminal, file)).toBe(1);
  expect(err).toEqual([expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${port}/health does not answer: `))]);
});
