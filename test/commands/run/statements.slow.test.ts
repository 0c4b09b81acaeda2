import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../../../src/commands/index.ts';
import { writeStatements } from '../../../src/commands/run/statements.ts';
import { limits, readStatement } from '../../../src/statement/index.ts';
import { checkout, openStage, play, type Stage } from '../setup.ts';

let stage: Stage;
const temporary = mkdtempSync(join(tmpdir(), 'statements-'));
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  rmSync(temporary, { recursive: true });
});

it.each([
  [200_000, true],
  [600_000, false],
])('%i tests with names of 60 characters are stated within 15 MB, and those that find no room are counted', async (tests, isWhole) => {
  const at = checkout();
  const passed = Array.from({ length: tests - 10 }, (_, n) => `<testcase name="passes ${String(n).padStart(50, '0')}"/>`);
  const failed = Array.from({ length: 10 }, (_, n) => `<testcase name="fails ${n}"><failure message="no"/></testcase>`);
  at.write('many.xml', `<testsuite name="s">${passed.join('')}${failed.join('')}</testsuite>`);
  const { result } = await play('attest', stage, at, { 'junit-paths': 'many.xml', 'test-names': 'all' });
  const context = contextOf({ RUNNER_TEMP: temporary }, at.path, new AbortController().signal, () => undefined);
  const outputs = await writeStatements(result, { raw: {} }, context);
  expect(outputs['statement-reason']).toBe('');
  const path = outputs['predicate-path'] ?? '';
  expect(statSync(path).size).toBeLessThanOrEqual(limits.predicateBytes);
  const { statement } = readStatement(readFileSync(outputs['statement-path'] ?? ''));
  if (statement.predicateType !== 'https://in-toto.io/attestation/test-result/v0.1') throw new Error('it is no test result');
  const { complianceEvidence, failedTests, passedTests = [], successes } = statement.predicate;
  expect([failedTests?.length, successes]).toEqual([10, tests - 10]);
  expect(passedTests.length + (complianceEvidence?.testNamesOmitted?.passed ?? 0)).toBe(tests - 10);
  expect([passedTests.length > 150_000, passedTests.length === tests - 10]).toEqual([true, isWhole]);
});
