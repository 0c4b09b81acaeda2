import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';

let folder: string;
let service: RunningService;
let tokens: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rate-limit-'));
  const token = (user: string): Promise<string> => createToken({ dataDir: folder, user, orgs: ['acme'], role: 'reader' });
  tokens = [await token('ada'), await token('grace')];
  service = await startService({ host: '127.0.0.1', port: 0, dataDir: folder, requestsPerMinute: 3 });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (token: string | undefined): Promise<Response> =>
  fetch(`${service.url}/api/v2/attestations/acme`, { headers: { authorization: `Bearer ${token}` } });

test('a token that asks too often is told to wait and how long; another one is not', async () => {
  const statuses = [];
  for (let request = 0; request < 4; request += 1) statuses.push((await ask(tokens[0])).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await ask(tokens[0]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ message: expect.stringContaining('Retry-After') });
  expect((await ask(tokens[1])).status).toBe(200);
});

test('who exchanges ID tokens is counted by the address, whatever token stands next to them', async () => {
  const statuses = [];
  for (let request = 0; request < 5; request += 1) {
    const { status } = await fetch(`${service.url}/api/v2/oidc/token/acme`, {
      method: 'POST',
      headers: { authorization: `Bearer of-nobody-${request}`, 'content-type': 'application/json' },
      body: '{"token":"x"}',
    });
    statuses.push(status);
  }
  expect(statuses.at(-1)).toBe(429);
});
