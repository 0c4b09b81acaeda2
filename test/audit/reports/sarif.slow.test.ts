import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sarif } from '../../../src/audit/reports/sarif.ts';
import { textOf } from './hostile.ts';
import { finding, sample } from './sample.ts';

it.each([true, false])('the SARIF report is no larger than GitHub takes, whether the audit is complete: %s', async (complete) => {
  const text = (): string => randomBytes(450).toString('base64');
  const all = Array.from({ length: 5_003 }, (_, index) => finding({ key: `k${index}${text()}`, message: text(), fix: text() }));
  const report = await textOf(sarif(sample({ complete, findings: all })));
  expect(gzipSync(report).length).toBeLessThan(10_000_000);
  expect(JSON.parse(report).runs[0].results).toHaveLength(5_000);
});
