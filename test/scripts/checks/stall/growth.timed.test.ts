import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../src/compliance/index.ts';
import { growth, tooMuch } from '../../../support/growth.ts';
import { bodyOf, inputs, type Input } from '../../../../scripts/checks/stall/inputs.ts';
import { useOwnService } from '../../../../scripts/checks/stall/own-service.ts';

const send = useOwnService();

/** The processor time of this process for one request, the least of several: the work of other processes does not count. */
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
 * How often the second number holds the first, the least of a few measurements. Other work of the machine adds to some of them,
 * but quadratic work shows in all.
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
  test('cost about twice as much when there are twice as many', async () => {
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
