import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../../src/audit/reports/html/html.ts';
import { big } from './made-up-change.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes that are in use after a garbage collection. */
function heldBytes(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}

/** Bytes that are held after the report was read part by part, and not kept. */
async function heldBy(changes: number): Promise<number> {
  let most = 0;
  let parts = 0;
  const start = heldBytes();
  for await (const part of htmlReport(big(changes))) {
    parts += 1;
    expect(part.length).toBeLessThan(100_000);
    if (parts % 500 === 0) most = Math.max(most, heldBytes() - start);
  }
  return most;
}

describe('the report of 100,000 changes', () => {
  it('takes no more memory than that of 6,000, but for the numbers of pull requests', async () => {
    await heldBy(6_000);
    const few = await heldBy(6_000);
    expect(await heldBy(100_000)).toBeLessThan(few + 40_000_000);
  });
});
