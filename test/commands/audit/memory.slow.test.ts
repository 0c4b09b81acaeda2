import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mostMegabytes, runAudit, writeInput } from '../../../scripts/checks/bench/audit-run.ts';
import { build } from '../../cli/build.ts';

const cli = build();
const folder = mkdtempSync(join(tmpdir(), 'audit-memory-'));
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

// `npm run bench:audit` does the same for 100,000 changes.
it('an audit takes little memory, also where a third of the changes has a fault, and writes the same bytes twice', async () => {
  const file = join(folder, 'audit.ndjson');
  await writeInput(file, 5_000, 30);
  const first = await runAudit(cli.bin, file, join(folder, 'first'));
  const second = await runAudit(cli.bin, file, join(folder, 'second'));
  expect(first.verdict).toMatch(/^✘ 1,\d\d\d open findings {2}5,000 changes in 4,500 landings.* 1,\d\d\d open findings/);
  expect(second.reports).toEqual(first.reports);
  expect(Math.max(first.megabytes, second.megabytes)).toBeLessThan(mostMegabytes);
});
