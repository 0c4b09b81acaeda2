import { describe, expect, it } from 'vitest';
import type { Reason } from '../../src/gate/index.ts';
import { renderSummary } from '../../src/github/index.ts';
import type { SuiteTotals } from '../../src/results/index.ts';
import { evidence, facts, suite, totals } from './facts.ts';

/** The summary of a run with this evidence and these reasons. */
function summaryOf(changes: Partial<typeof evidence>, reasons?: readonly Reason[]): string {
  const { verdict } = facts();
  return renderSummary(facts({ evidence: { ...evidence, ...changes }, verdict: { ...verdict, reasons: reasons ?? verdict.reasons } }));
}

const adds = { suite: 'pytest', name: 'adds[10]', headline: 'no', message: 'no' };

describe('the failed tests in the job summary', () => {
  it('come before the reasons, and these before the table and the totals', () => {
    const text = summaryOf({});
    const order = ['## ❌', '### Failed tests', '### Why, and how to fix it', '### Attestations', '### To know', '### Tests', '| | Suite'];
    expect(order.map((heading) => text.indexOf(heading))).toEqual(order.map((heading) => text.indexOf(heading)).toSorted((a, b) => a - b));
    expect(order.every((heading) => text.includes(heading))).toBe(true);
  });

  it('are told with leg and folder, and linked to the line, which is named', () => {
    const url = 'https://github.com/acme/shop/blob/c0ffee/tests/a%20b.py#L7';
    const failed = [{ ...adds, folder: 'unit', file: 'tests/a b.py', line: 7, url }];
    expect(summaryOf({ failed, of: 'python 3.11' })).toContain(
      `- ❌ python 3.11 › unit › pytest › **[adds&#91;10&#93;](<${url}>)**: no (tests/a b.py:7)\n`,
    );
    expect(summaryOf({ failed: [{ ...adds, file: 'a.py' }] })).toContain('- ❌ pytest › **adds&#91;10&#93;**: no (a.py)\n');
  });

  it('are cut with a sign where a name or a line is long', () => {
    const long = 'x'.repeat(2_000);
    const text = summaryOf({ failed: [{ folder: long, suite: long, name: long, headline: long, message: long, url: 'https://e/' }] });
    expect(text).toMatch(/^- ❌ x{199}… › \*\*\[x{199}…\]\(<https:\/\/e\/>\)\*\*: x{299}…$/m);
  });

  it('of other records follow, with the name of their attestation, and are not repeated with the reason', () => {
    const names = ['pytest › adds', 'pytest › <pays>'];
    const failed = { count: 5, by: 'test', names, of: 'python 3.12' } as const;
    const reason = { code: 'failing', verdict: 'non-compliant', message: 'm', fix: 'f', attestation: 'unit', failed } as const;
    const text = summaryOf({ failed: [adds] }, [{ ...reason, url: 'https://e/1' }]);
    const items = [
      '- ❌ pytest › **adds&#91;10&#93;**: no',
      '- ❌ python 3.12 › pytest › adds · [unit](<https://e/1>)',
      '- ❌ python 3.12 › pytest › &#60;pays&#62; · [unit](<https://e/1>)',
      '- and 3 more failed tests · [unit](<https://e/1>)',
    ];
    expect(text).toContain(`### Failed tests\n\n${items.join('\n')}\n`);
    expect(text).not.toContain('Failed in');
    expect(summaryOf({ failed: [] }, [reason])).toContain('- ❌ python 3.12 › pytest › adds · unit\n');
  });

  it('of suites alone stay with the reason', () => {
    const failed = { count: 2, by: 'suite', names: ['pytest (2)'], of: 'api' } as const;
    const text = summaryOf({}, [{ code: 'failing', verdict: 'non-compliant', message: 'm', fix: 'f', failed }]);
    expect(text).toContain('  Failed in api: pytest &#40;2&#41;  \n');
  });

  it('leave half of the room to the reasons and the table, however many there are of either', () => {
    const failed = Array.from({ length: 200 }, (_, n) => ({ suite: 's', name: `test ${n}`, headline: 'no', message: '<'.repeat(4_000) }));
    const reasons = (number: number): readonly Reason[] =>
      Array.from({ length: number }, (_, n) => ({ code: 'failing', verdict: 'non-compliant', message: `reason ${n}`, fix: 'f' }));
    const one = summaryOf({ failed }, reasons(1));
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(one)).toBeGreaterThan(900_000);
    for (const heading of ['reason 0', '### Attestations', '### To know']) expect(one).toContain(heading);
    const both = summaryOf({ failed }, reasons(50_000));
    expect(Buffer.byteLength(both)).toBeLessThanOrEqual(1_000_000);
    expect(both.indexOf('### Why')).toBeGreaterThan(400_000);
    expect(both.indexOf('### Why')).toBeLessThan(600_000);
  });

  it('name folder and suite in the tables, too', () => {
    const text = summaryOf({
      suites: [suite('pytest', { folder: 'a', failures: 1 }), suite('other')],
      flaky: [{ folder: 'b', suite: 'pytest', name: 'pays' }],
      totals: { ...totals, flaky: 1 },
    });
    expect(text).toContain('| ❌ | a › pytest | 2 |');
    expect(text).toContain('| ✅ | other | 2 |');
    expect(text).toContain('| 🔁 | b › pytest | pays |');
  });
});

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
    const one = { suite: 'red', name: ' ', headline: 'no', message: ' no ' };
    const short = renderSummary(facts({ evidence: { ...evidence, failed: [one] } }));
    expect(short).toContain('- ❌ red › **&#40;no name&#41;**: no\n');
    expect(short).not.toContain('<details>');
    const silent = renderSummary(facts({ evidence: { ...evidence, failed: [{ ...one, headline: '', message: '' }] } }));
    expect(silent).toContain('**&#40;no name&#41;**\n');
    expect(silent).not.toContain('<details>');
  });

  it('says how many failed tests it does not name', () => {
    const shown = (failures: number, errors: number, failed = evidence.failed): string =>
      renderSummary(facts({ evidence: { ...evidence, totals: { ...totals, failures, errors }, failed } }));
    expect(shown(1, 0)).not.toContain('more failed');
    expect(shown(1, 1)).toContain('\n- and 1 more failed test\n');
    expect(shown(200, 3)).toContain('\n- and 202 more failed tests\n');
    expect(shown(1, 2, [])).toContain('- 3 failed tests, which the results do not name\n');
    expect(shown(0, 0, [])).not.toContain('Failed tests');
  });

  it('names flaky tests in a table of their own', () => {
    expect(renderSummary(facts())).not.toContain('Flaky');
    const flaky = [{ suite: 's', name: 'a|b' }];
    const text = renderSummary(facts({ evidence: { ...evidence, totals: { ...totals, flaky: 3 }, flaky } }));
    expect(text).toContain('| 🔁 | s | a&#124;b |\n| | and 2 more flaky tests | |\n');
  });

  it('opens only the suites that failed, where there are more than 20', () => {
    const green = (number: number): readonly SuiteTotals[] => Array.from({ length: number }, (_, n) => suite(`green ${n}`));
    const shown = (suites: readonly SuiteTotals[]): string => renderSummary(facts({ evidence: { ...evidence, failed: [], suites } }));
    expect(shown(green(20))).not.toContain('<details>');
    expect(shown(green(21))).toContain('<details><summary>21 suites</summary>');
    const mixed = shown([...green(20), suite('red', { errors: 1 })]);
    expect(mixed).toContain('<details><summary>20 more suites, none of which failed</summary>');
    expect(mixed.indexOf('| ❌ | red')).toBeLessThan(mixed.indexOf('<details>'));
    expect(shown(Array.from({ length: 21 }, (_, n) => suite(`red ${n}`, { failures: 1 })))).not.toContain('<details>');
  });

  it('counts only what there was: a green run names neither failures, errors nor skips', () => {
    const green = { total: 2, passed: 2, failures: 0, errors: 0, skipped: 0, flaky: 0, duration: 1 };
    const text = renderSummary(facts({ evidence: { ...evidence, totals: green, failed: [], suites: [] } }));
    expect(text).toContain('2 tests: 2 passed, in 1 s.');
    const red = { total: 4, passed: 1, failures: 0, errors: 2, skipped: 0, flaky: 1, duration: 1 };
    expect(renderSummary(facts({ evidence: { ...evidence, totals: red } }))).toContain('1 passed, **2 errors** and 1 flaky,');
  });
});
