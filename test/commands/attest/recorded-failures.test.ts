import { expect, test } from 'vitest';
import { resultsContent } from '../../../src/commands/attest/kinds.ts';
import { payloadOf } from '../../../src/commands/attest/record.ts';
import { thisRun } from '../../../src/commands/run/commit.ts';
import type { EvidenceProblem } from '../../../src/errors/index.ts';
import { failureOf } from '../../../src/gate/index.ts';
import { readEventFacts } from '../../../src/git/index.ts';
import { renderSummary } from '../../../src/github/index.ts';
import { saidLines } from '../../../src/presentation/index.ts';
import type { FailingCase, TestResults } from '../../../src/results/index.ts';
import { facts } from '../../github/facts.ts';
import { attestSettings } from './settings.ts';

function failingCase(number: number, changes: Partial<FailingCase> = {}): FailingCase {
  const message = `expected ${number}\n  but got nothing`;
  return { suite: 'cart', name: `adds ${number}`, source: 'a.xml', kind: 'failure', headline: message, message, ...changes };
}

function resultsWith(failing: readonly FailingCase[]): TestResults {
  const count = failing.length;
  return {
    rows: [{ name: 'cart', failures: count, errors: 0, skipped: 0, total: count, duration: 1 }],
    files: [],
    totals: { total: count, passed: 0, failures: count, errors: 0, skipped: 0, flaky: 0, retried: 0, duration: 1 },
    suites: [],
    failing,
    flaky: [],
    warnings: [],
    secrets: new Map(),
    problems: [],
  };
}

/** The failures that the record of these results keeps. */
function keptOf(failing: readonly FailingCase[], attach: 'results' | 'full' | 'never' = 'results', isUsable = true): unknown {
  const problems = isUsable ? [] : [{ code: 'empty-file', message: 'a.xml is empty' } as const];
  const { fields, ofRun } = resultsContent(resultsWith(failing), problems, [], attach);
  expect(JSON.stringify(fields)).not.toContain('but got');
  return ofRun?.['failures'];
}

const first = (kept: unknown): unknown => (Array.isArray(kept) ? kept[0] : undefined);

test('the record keeps message and place of the first ten failed tests', () => {
  const failing = Array.from({ length: 12 }, (_, number) => failingCase(number, { file: 'src/cart.ts', line: number + 1 }));
  const kept = keptOf(failing);
  expect(kept).toHaveLength(10);
  expect(kept).toMatchObject([
    { test: 'cart › adds 0', message: 'expected 0\n  but got nothing', place: 'src/cart.ts:1' },
    { test: 'cart › adds 1' },
    ...Array.from({ length: 8 }, () => ({})),
  ]);
  expect(keptOf([failingCase(1, { file: 'src/cart.ts' }), failingCase(2)])).toEqual([
    { test: 'cart › adds 1', message: 'expected 1\n  but got nothing', place: 'src/cart.ts' },
    { test: 'cart › adds 2', message: 'expected 2\n  but got nothing' },
  ]);
});

test('each message has 500 characters at most, and all together 8 KB', () => {
  const long = (message: string) => Array.from({ length: 10 }, (_, number) => failingCase(number, { message }));
  const ascii = keptOf(long('x'.repeat(4000)));
  expect(ascii).toHaveLength(10);
  expect(first(ascii)).toMatchObject({ message: `${'x'.repeat(499)}…` });
  for (const message of ['語'.repeat(4000), '\u0001'.repeat(4000), '😀'.repeat(4000)]) {
    const kept = keptOf(long(message));
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(8 * 1024);
    expect(first(kept)).toHaveProperty('message');
  }
});

test('nothing is kept with attach: never, of unusable evidence, and where nothing failed', () => {
  expect(keptOf([failingCase(1)], 'full')).toHaveLength(1);
  expect(keptOf([failingCase(1)], 'never')).toBeUndefined();
  expect(keptOf([failingCase(1)], 'results', false)).toBeUndefined();
  expect(keptOf([])).toBeUndefined();
});

test('a gate on another machine shows what the tests said, as text', () => {
  const hostile = failingCase(1, { message: 'expected <b>1</b>\n::error::no\n\u001B[31mred', file: 'src/cart.ts', line: 3 });
  const { fields, ofRun } = resultsContent(resultsWith([hostile, failingCase(2, { message: '' })]), [], [], 'results');
  const { user_data: data } = payloadOf(attestSettings(), undefined, thisRun(readEventFacts({})), { fields, ofRun }, 'nonce');
  const { failed } = failureOf({ ...fields, user_data: data });
  expect(failed).toMatchObject({
    names: ['cart › adds 1', 'cart › adds 2'],
    said: [{ name: 'cart › adds 1', message: 'expected <b>1</b>\n\\::error::no\nred', place: 'src/cart.ts:3' }],
  });
  if (failed === undefined) throw new Error('nothing failed');
  expect(saidLines({ failed: { ...failed, of: 'linux' } })).toEqual([
    'linux › cart › adds 1 (src/cart.ts:3): expected <b>1</b> ⏎ \\::error::no ⏎ red',
  ]);
  const judged = facts();
  const [reason] = judged.verdict.reasons;
  if (reason === undefined) throw new Error('there is no reason');
  const summary = renderSummary({ ...judged, evidence: undefined, verdict: { ...judged.verdict, reasons: [{ ...reason, failed }] } });
  expect(summary).toContain('\n  ↳ expected &#60;b&#62;1&#60;/b&#62; (src/cart.ts:3)');
  expect(summary).toContain('What it said');
  expect(summary).not.toContain('<b>1');
});

test('a record of somebody else is bounded again', () => {
  const failures = Array.from({ length: 30 }, (_, number) => ({ test: `t${number}`, message: 'm'.repeat(9000), place: 'p'.repeat(9000) }));
  const data = { compliance_evidence: { failed_tests: ['t0'], failures: [7, null, { test: 't' }, ...failures] } };
  const { failed } = failureOf({ junit_results: [{ failures: 1 }], user_data: data });
  expect(failed?.said).toHaveLength(7);
  expect(failed?.said?.[0]?.message).toHaveLength(500);
  expect(failed?.said?.[0]?.place).toHaveLength(200);
});

test('a gate on another machine says why evidence is unusable, by what its record keeps, or else by its rows', () => {
  const problem = { code: 'committed-file', message: 'a.xml: git tracks the file, secret-1', file: 'a.xml' } as const;
  const recordOf = (problems: readonly EvidenceProblem[]) => {
    const { fields, ofRun } = resultsContent(resultsWith([failingCase(1)]), problems, ['secret-1'], 'results');
    return { ...fields, user_data: payloadOf(attestSettings(), undefined, thisRun(readEventFacts({})), { fields, ofRun }, 'n').user_data };
  };
  const { junit_results: rows, user_data: data } = recordOf([problem]);
  expect(failureOf({ junit_results: rows, user_data: data }).failed).toEqual({
    count: 1,
    by: 'cause',
    names: ['a.xml: git tracks the file, ***'],
  });
  expect(failureOf({ junit_results: rows, user_data: {} }).failed).toEqual({ count: 1, by: 'cause', names: ['a.xml'] });
  const many = Array.from({ length: 30 }, (_, number) => ({ ...problem, message: `${number} `.padEnd(2000, 'x') }));
  expect(JSON.stringify(recordOf(many).user_data).length).toBeLessThan(8 * 1024);
  expect(JSON.stringify(recordOf([]).user_data)).not.toContain('unusable');
});
