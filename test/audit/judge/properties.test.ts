import { assert, asyncProperty, integer, pre } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '../../../src/audit/facts/finding.ts';
import type { Audit, ReportedChange } from '../../../src/audit/judge/audit.ts';
import { evidenceRules } from '../../../src/audit/rules/rules.ts';
import { runs } from '../../support/runs.ts';
import { header, judged } from './judged.ts';
import { linesOf, randomChange, told, type RandomChange } from './random-change.ts';

const settings = { seed: 20261122, numRuns: runs(300, 60) };
const file = 'the file';
const names = new Set(evidenceRules.map(({ name }) => name));

const auditOf = (change: RandomChange, lines = linesOf(change)): Promise<Audit> => judged({ lines, header: { ...header, file } });

async function changeIn(audit: Audit): Promise<ReportedChange> {
  for await (const change of audit.changes()) return change;
  throw new Error('there is no change');
}

/**
 * The severity of the worst finding about evidence. It is 0 without one, and critical counts as high because a deployed no is
 * high.
 */
function worst({ findings }: Audit): number {
  const own = findings.filter(({ rule }) => names.has(rule)).map(({ severity }) => severities.indexOf(severity) + 1);
  return Math.min(3, Math.max(0, ...own));
}

describe('evidence about any change', () => {
  it('is no better for a record that says no', async () => {
    await assert(
      asyncProperty(randomChange, told, async (change, more) => {
        pre(change.records.every(({ minute }) => minute !== more.minute));
        const red = { ...more, compliant: false, isOverride: false };
        const [before, after] = [await auditOf(change), await auditOf({ ...change, records: [...change.records, red] })];
        // A record about another commit still says that a trail had begun. So the change is not one without a trail.
        const least = red.about === 't' || red.about === 'h' ? worst(before) : Math.min(1, worst(before));
        expect(worst(after)).toBeGreaterThanOrEqual(least);
      }),
      settings,
    );
  });

  it('is the same at the merge, whatever comes after it', async () => {
    await assert(
      asyncProperty(randomChange, told, async (change, more) => {
        pre(change.records.every(({ minute }) => minute !== more.minute) && more.minute > 720);
        const before = await changeIn(await auditOf(change));
        const after = await changeIn(await auditOf({ ...change, records: [...change.records, more] }));
        for (const { atMerge, flow } of after.coverage) {
          const known = before.coverage.find((each) => each.flow === flow);
          expect([flow, atMerge]).toEqual([flow, known?.atMerge ?? 'none']);
        }
        const greens = ['covered', 'covered-now', 'tested-on-head-only', 'non-compliant'];
        expect(after.state !== 'covered' || greens.includes(before.state)).toBe(true);
      }),
      settings,
    );
  });

  it('is judged the same in whichever order it is told', async () => {
    await assert(
      asyncProperty(randomChange, integer(), async (change, seed) => {
        const order = <Item>(items: readonly Item[]): readonly Item[] => (seed % 2 === 0 ? items.toReversed() : shuffled(items, seed));
        const [one, other] = [await auditOf(change), await auditOf(change, linesOf(change, order))];
        expect(other.findings).toEqual(one.findings);
        expect(other.rules).toEqual(one.rules);
        expect(await changeIn(other)).toEqual(await changeIn(one));
      }),
      settings,
    );
  });
});

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const places = items.map((item, index) => ({ item, place: Math.sin(seed + index * 7.3) }));
  return places.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
}
