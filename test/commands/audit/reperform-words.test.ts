import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../src/audit/index.ts';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { exitCodeOf } from '../../../src/commands/index.ts';
import { listening } from '../../cli/listening.ts';
import { reperformed as result } from './reperformed.ts';

const difference = (weight: Difference['weight'], more: Partial<Difference> = {}): Difference => ({
  weight,
  what: 'changed',
  about: 'review',
  subject: 'pull request 2, review 5',
  field: 'said',
  before: 'APPROVED',
  after: 'DISMISSED',
  ...more,
});

describe('an audit that was performed again', () => {
  test.each([
    ['audited', 0],
    ['non-compliant', 1],
    ['incomplete', 2],
    ['unknown', 3],
  ] as const)('with the verdict %s ends with %i', (ending, code) => {
    expect(exitCodeOf(result({ ending }))).toBe(code);
  });

  test('shows each difference with both values, those that must not be first', () => {
    const differences = [
      difference('later', { subject: 'trail unit/x', field: 'state', before: 'INCOMPLETE', after: 'COMPLIANT' }),
      difference('altered'),
      difference('altered', { what: 'gone', subject: 'landing 7 on main', field: null, before: '{"id":"7"}', after: null }),
    ];
    const { out, terminal } = listening();
    showResult(result({ ending: 'non-compliant', differences, counts: { altered: 2, later: 1, 'not-compared': 0 } }), terminal);
    expect(out).toEqual([
      'Differs, and must not: 2',
      '   pull request 2, review 5: said was APPROVED, and is DISMISSED',
      '   landing 7 on main is gone: {"id":"7"}',
      '',
      'Came later, or may change: 1',
      '   trail unit/x: state was INCOMPLETE, and is COMPLIANT',
      '',
      '❌ Differs: acme/shop from 2026-11-01 00:00Z to 2026-11-08 00:00Z, as read 2026-11-08 00:00Z and 2026-11-20 00:00Z; 2 differences that must not be, 1 that may; 0 findings differ; the package is witnessed by a head that you gave',
    ]);
  });

  test('shows foreign texts in one line, and none as Markdown', () => {
    const before = 'x\n\u001B[31m<img src=x>';
    const { view } = result({
      differences: [difference('altered', { before })],
      counts: { altered: 1, later: 0, 'not-compared': 0 },
    });
    expect(view.groups?.[0]?.lines).toHaveLength(1);
    expect(view.groups?.[0]?.lines[0]).not.toMatch(/[\n\u001B]/);
    expect(view.summary).not.toContain('<img');
  });

  test('does not print thousands of lines', () => {
    const differences = Array.from({ length: 3_000 }, (_, index) => difference('altered', { subject: `review ${index}` }));
    const { view } = result({ differences, counts: { altered: 3_000, later: 0, 'not-compared': 0 } });
    expect(view.groups?.[0]?.lines).toHaveLength(201);
    expect(view.groups?.[0]?.lines.at(-1)).toBe('and 2,800 more: see --json');
    expect(view.summary.length).toBeLessThan(20_000);
  });

  test('has the same for machines', () => {
    const gap = { what: 'tags', why: 'a 403', fix: 'Give a token', counts: true };
    const counts = { altered: 0, later: 0, 'not-compared': 1 };
    expect(resultJson(result({ ending: 'unknown', differences: [difference('not-compared')], counts, notCompared: [gap] }))).toMatchObject({
      verdict: 'unknown',
      package: { manifest: 'a'.repeat(64), outcome: 'witnessed', read_at: '2026-11-08T00:00:00Z' },
      counts: { altered: 0, later: 0, not_compared: 1 },
      differences: [{ weight: 'not_compared', subject: 'pull request 2, review 5', before: 'APPROVED', after: 'DISMISSED' }],
      not_compared: [{ what: 'tags', why: 'a 403', fix: 'Give a token', in_package: true }],
    });
  });
});
