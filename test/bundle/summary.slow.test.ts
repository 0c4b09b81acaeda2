import { expect, test } from 'vitest';
import { expectWithinLimits, failingSuites } from './expected.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

test('a summary of 20,000 failing suites stays below 1 MiB, and no test is lost from the record', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { files: { 'build/unit.xml': failingSuites(20_000) } });
  expect({ verdict: run.outputs['verdict'], failed: run.outputs['tests-failed'] }).toEqual({ verdict: 'non-compliant', failed: '20000' });
  expectWithinLimits(run);
  // Above 10,000 rows they are summed up by file.
  const [record] = await play.recordsOf(run);
  const rows: readonly { readonly failures: number }[] = Reflect.get(record ?? {}, 'junit_results');
  expect(rows.reduce((sum, row) => sum + row.failures, 0)).toBe(20_000);
});

test('a table of 9,900 suites is cut before 1 MiB, and says so', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { files: { 'build/unit.xml': failingSuites(9_900) } });
  expect(run.outputs['verdict']).toBe('non-compliant');
  expectWithinLimits(run);
  expect(run.summary.slice(-300)).toContain('cut: there is no room for');
});

test('a summary of many reasons stays below 1 MiB as well, and so do the outputs', async (context) => {
  const play = openPlay(context);
  const files = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`build/${'x'.repeat(230)}-${index}.xml`, '']));
  const run = await usual(play, { files });
  expect(run.outputs['verdict']).toBe('unusable');
  expectWithinLimits(run);
  expect(Buffer.byteLength(JSON.stringify(run.outputs))).toBeLessThan(512 * 1024);
  expect(JSON.parse(run.outputs['reasons'] ?? '').length).toBeGreaterThan(100);
});
