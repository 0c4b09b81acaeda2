import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';
import { bodyOf, inputs, type Body, type Input } from './inputs.ts';

let dataDir: string;
let token: string;
let service: RunningService;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'growth-'));
  token = await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member' });
  service = await startService({ host: '127.0.0.1', port: 0, dataDir });
});

afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function send({ method, path }: Input, { content, type }: Body): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const response = await fetch(`${service.url}/api/v2${path}`, { method, headers, body: new Uint8Array(content) });
  return { status: response.status, text: await response.text() };
}

/** The processor time of this process for one request, the least of several: what other processes do does not count. */
async function cost(input: Input, size: number): Promise<number> {
  const body = bodyOf(input, size);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round += 1) {
    const before = process.cpuUsage();
    await send(input, body);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

describe.each(inputs.map((input) => [input.name, input] as const))('%s', (_, input) => {
  test('beyond the bound are refused, and told which bound it is', async () => {
    const { status, text } = await send(input, bodyOf(input, input.beyond));
    expect([400, 413]).toContain(status);
    expect(text).toMatch(input.refusal);
    expect(text.length).toBeLessThan(20_000);
  });

  test('cost about twice as much when there are twice as many', async () => {
    const { status } = await send(input, bodyOf(input, input.within));
    expect(status === 200 ? 201 : status).toBe(input.status);
    // Two doublings: 4 times when it is linear, 16 times when each is compared with each.
    const [less, more] = [await cost(input, Math.floor(input.within / 4)), await cost(input, input.within)];
    expect(more / less).toBeLessThan(10);
  });

  test('beyond the bound cost no more when there are twice as many, but for the bytes that must come in', async () => {
    const [less, more] = [await cost(input, input.beyond / 2), await cost(input, input.beyond)];
    expect(more / less).toBeLessThan(4);
  });
});
