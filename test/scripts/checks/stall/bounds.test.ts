import { describe, expect, test } from 'vitest';
import { bodyOf, inputs } from '../../../../scripts/checks/stall/inputs.ts';
import { useOwnService } from '../../../../scripts/checks/stall/own-service.ts';

const send = useOwnService();

describe.each(inputs.map((input) => [input.name, input] as const))('%s', (_, input) => {
  test('beyond the bound are refused, and told which bound it is', async () => {
    const { status, text } = await send(input, bodyOf(input, input.beyond));
    expect([400, 413]).toContain(status);
    expect(text).toMatch(input.refusal);
    expect(text.length).toBeLessThan(20_000);
  });

  test('within the bound are read to their end', async () => {
    const { status } = await send(input, bodyOf(input, input.within));
    expect(status === 200 ? 201 : status).toBe(input.status);
  });
});
