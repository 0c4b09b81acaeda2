import { describe, expect, it } from 'vitest';
import { renderSummary, type SuiteFacts } from '../../src/github/index.ts';
import { facts, suite, totals } from './facts.ts';

describe('the tests in the job summary', () => {
  it('shows the tests with the worst suites first, and what failed with its first line', () => {
    const text = renderSummary(facts());
    expect(text).toContain('3 tests: 1 passed, **1 failed** and 1 skipped, in 1 min 2 s. unit is recorded, with evidence.tgz.');
    expect(text).toContain('- ❌ red › **adds**: expected 2\n');
    expect(['| ❌ | red', '| ⏭️ | idle', '| ✅ | green'].map((row) => text.indexOf(row)).toSorted((a, b) => a - b)).toEqual(
      ['| ❌ | red', '| ⏭️ | idle', '| ✅ | green'].map((row) => text.indexOf(row)),
    );
  });

  it('folds all that a failed test said, where that is more than one line', () => {
    const text = renderSummary(facts());
    expect(text).toContain(
      '**adds**: expected 2\n  <details><summary>What it said</summary>\n\n  <pre>expected 2\n    to be 3</pre>\n\n  </details>\n',
    );
    const { evidence } = facts();
    if (evidence === undefined) throw new Error('there is no evidence');
    const one = { suite: 'red', name: ' ', headline: 'no', message: ' no ' };
    const short = renderSummary(facts({ evidence: { ...evidence, failed: [one] } }));
    expect(short).toContain('- ❌ red › **&#40;no name&#41;**: no\n');
    expect(short).not.toContain('<details>');
    const silent = renderSummary(facts({ evidence: { ...evidence, failed: [{ ...one, headline: '', message: '' }] } }));
    expect(silent).toContain('**&#40;no name&#41;**\n');
    expect(silent).not.toContain('<details>');
  });

  it('says how many failed tests it does not name', () => {
    const { evidence } = facts();
    if (evidence === undefined) throw new Error('there is no evidence');
    const shown = (failures: number, errors: number, failed = evidence.failed): string =>
      renderSummary(facts({ evidence: { ...evidence, totals: { ...totals, failures, errors }, failed } }));
    expect(shown(1, 0)).not.toContain('more failed');
    expect(shown(1, 1)).toContain('\n- and 1 more failed test\n');
    expect(shown(200, 3)).toContain('\n- and 202 more failed tests\n');
    expect(shown(1, 2, [])).toContain('- 3 failed tests, which the results do not name\n');
    expect(shown(0, 0, [])).not.toContain('Failed tests');
  });

  it('names flaky tests in a table of their own', () => {
    const { evidence } = facts();
    if (evidence === undefined) throw new Error('there is no evidence');
    expect(renderSummary(facts())).not.toContain('Flaky');
    const flaky = [{ suite: 's', name: 'a|b' }];
    const text = renderSummary(facts({ evidence: { ...evidence, totals: { ...totals, flaky: 3 }, flaky } }));
    expect(text).toContain('| 🔁 | s | a&#124;b |\n| | and 2 more flaky tests | |\n');
  });

  it('opens only the suites that failed, where there are more than 20', () => {
    const { evidence } = facts();
    if (evidence === undefined) throw new Error('there is no evidence');
    const green = (number: number): readonly SuiteFacts[] => Array.from({ length: number }, (_, n) => suite(`green ${n}`));
    const shown = (suites: readonly SuiteFacts[]): string => renderSummary(facts({ evidence: { ...evidence, failed: [], suites } }));
    expect(shown(green(20))).not.toContain('<details>');
    expect(shown(green(21))).toContain('<details><summary>21 suites</summary>');
    const mixed = shown([...green(20), suite('red', { errors: 1 })]);
    expect(mixed).toContain('<details><summary>20 more suites, none of which failed</summary>');
    expect(mixed.indexOf('| ❌ | red')).toBeLessThan(mixed.indexOf('<details>'));
    expect(shown(Array.from({ length: 21 }, (_, n) => suite(`red ${n}`, { failures: 1 })))).not.toContain('<details>');
  });

  it('counts only what there was: a green run names neither failures, errors nor skips', () => {
    const { evidence } = facts();
    const green = { total: 2, passed: 2, failures: 0, errors: 0, skipped: 0, flaky: 0, duration: 1 };
    const text = renderSummary(
      facts({ evidence: evidence === undefined ? undefined : { ...evidence, totals: green, failed: [], suites: [] } }),
    );
    expect(text).toContain('2 tests: 2 passed, in 1 s.');
    const red = { total: 4, passed: 1, failures: 0, errors: 2, skipped: 0, flaky: 1, duration: 1 };
    expect(renderSummary(facts({ evidence: evidence === undefined ? undefined : { ...evidence, totals: red } }))).toContain(
      '1 passed, **2 errors** and 1 flaky,',
    );
  });
});
