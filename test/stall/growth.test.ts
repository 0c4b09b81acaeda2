import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate } from '../../src/compliance/index.ts';
import { createToken, startService, type RunningService } from '../../src/service/index.ts';
import { growth, tooMuch } from '../support/growth.ts';
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

/** As an honest client does: a service that has more to do than it can says so, and is asked again. */
async function send(input: Input, body: Body): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': body.type };
  for (;;) {
    const response = await fetch(`${service.url}/api/v2${input.path}`, {
      method: input.method,
      headers,
      body: new Uint8Array(body.content),
    });
    const text = await response.text();
    if (response.status !== 503) return { status: response.status, text };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The processor time of this process for one request, the least of several: what other processes do does not count. */
async function cost(input: Input, size: number): Promise<number> {
  const body = bodyOf(input, size);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    await send(input, body);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/**
 * How often the second holds the first, the least of a few measurements: what the machine does beside this adds to
 * some of them, and what is quadratic is so in all.
 */
async function leastGrowth(measure: () => Promise<readonly [less: number, more: number]>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > 6; attempt += 1) {
    const [less, more] = await measure();
    least = Math.min(least, more / less);
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
    expect(await leastGrowth(async () => [await cost(input, Math.floor(input.within / 4)), await cost(input, input.within)])).toBeLessThan(
      10,
    );
  });

  test('beyond the bound cost no more when there are twice as many, but for the bytes that must come in', async () => {
    expect(await leastGrowth(async () => [await cost(input, input.beyond / 2), await cost(input, input.beyond)])).toBeLessThan(6);
  });
});

test('a trail of as many artifacts as records is decided in a time that goes with their number', async () => {
  expect(
    await growth((count) => {
      const attestations = Array.from({ length: count }, (_, index) => {
        return { id: `r${index}`, name: `n${index}`, type: 'junit', compliant: true, target: `a${index}`, sequence: index };
      });
      const template = { version: 1, trail: { attestations: [], artifacts: [] } } as const;
      return () => evaluate({ template, templateId: 't', attestations, artifacts: [], now: 0 });
    }, 1000),
  ).toBeLessThan(tooMuch);
});
