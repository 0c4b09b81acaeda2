import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { everyWeek, weekBars } from '../../../../src/audit/reports/html/population.ts';
import { finding, sample, world } from '../sample.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const week = (from: string, covered = 1): Audit['totals']['weeks'][number] => ({ from, states: { covered } });
const withWeeks = (weeks: Audit['totals']['weeks'], since: string | null, until: string, changes = 2): Audit => {
  const audit = sample();
  return {
    ...audit,
    totals: { ...audit.totals, changes, weeks },
    world: { ...world, header: { ...world.header, period: { since, until, sinceSha: null, by: 'landing' } } },
  };
};
const pictures = async (audit: Audit): Promise<string> => partOf(await pageOf(audit), 'pictures');

describe('the weeks of the report', () => {
  it('are all there from the begin of the period to its end, also those in which nothing landed', () => {
    const { left, weeks, without } = everyWeek(withWeeks([week('2026-11-09')], '2026-10-28T00:00:00Z', '2026-11-23T00:00:00Z'));
    expect(weeks.map(({ from }) => from)).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
    expect(weeks.map(({ states }) => states['covered'])).toEqual([undefined, undefined, 1, undefined]);
    expect({ left, without }).toEqual({ left: 0, without: 1 });
  });

  it('begin on Monday: an end at its first moment is not in it', () => {
    const of = (until: string): readonly string[] => everyWeek(withWeeks([week('2026-11-16')], null, until)).weeks.map(({ from }) => from);
    expect(of('2026-11-23T00:00:00Z')).toEqual(['2026-11-16']);
    expect(of('2026-11-23T00:00:01Z')).toEqual(['2026-11-16', '2026-11-23']);
  });

  it('are two years at most, and the earlier ones are counted', () => {
    const { left, weeks } = everyWeek(withWeeks([week('2026-11-16')], '2020-01-06T00:00:00Z', '2026-11-22T00:00:00Z'));
    expect(weeks).toHaveLength(104);
    expect(weeks.at(-1)?.from).toBe('2026-11-16');
    expect(left).toBe(255);
  });

  it('are none where nobody knows when something landed', async () => {
    expect(everyWeek(withWeeks([], '2020-01-06T00:00:00Z', '2026-11-22T00:00:00Z')).weeks).toEqual([]);
    expect(textOf(await pictures(withWeeks([], null, '2026-11-22T00:00:00Z')))).toContain('Nobody knows when the changes landed');
  });

  it('stand as numbers next to the picture, with those in which nothing landed counted', async () => {
    const part = await pictures(withWeeks([week('2026-11-02', 2), week('2026-11-16')], null, '2026-11-22T00:00:00Z', 4));
    expect(textOf(part)).toContain('3 weeks, with nothing landed in 1 of them. 1 change in no week');
    expect(rowOf(part, '2026-11-02')).toBe('2026-11-02 2 2 0');
    expect(rowOf(part, '2026-11-09')).toBe('2026-11-09 0 0 0');
  });
});

describe('the bars of the weeks', () => {
  const heights = (states: Readonly<Record<string, number>>): readonly number[] =>
    [...String(weekBars([{ from: '2026-11-16', states }])).matchAll(/class="fill-[^"]*"[^>]*?height="([\d.]+)"/gs)].map(([, height]) =>
      Number(height),
    );

  it('are as high as their numbers', () => {
    expect(heights({ covered: 50, uncovered: 50 })).toEqual([90, 90]);
    expect(heights({ covered: 100 })).toEqual([180]);
  });

  it('show one change among thousands, and end where they should', () => {
    expect(heights({ covered: 9_999, uncovered: 1 })).toEqual([177, 3]);
  });

  it('have a fill for a state that is not known, and say each number', () => {
    const picture = String(weekBars([{ from: '2026-11-16', states: { 'of-tomorrow': 3 } }]));
    expect(picture).toContain('class="fill-unknown"');
    expect(textOf(picture)).toContain('2026-11-16: 3 of-tomorrow');
    expect(textOf(String(weekBars([{ from: '2026-11-16', states: {} }])))).toContain('2026-11-16: nothing landed');
  });
});

describe('the other pictures', () => {
  it('sort what is open by its age and severity, and leave out what is fixed', async () => {
    const days = (number: number): string => new Date(Date.parse(world.header.at) - number * 86_400_000).toISOString();
    const ages = [0, 6.9, 7, 29.9, 30, 89.9, 90, 400].map((age, index) =>
      finding({ key: String(index), firstSeen: days(age), severity: index === 7 ? 'critical' : 'low' }),
    );
    const part = await pictures(sample({ findings: [...ages, finding({ status: 'fixed' })] }));
    expect(rowOf(part, 'less than 7 days')).toBe('less than 7 days 2 0 0 0 2');
    expect(rowOf(part, '7 to 29')).toBe('7 to 29 days 2 0 0 0 2');
    expect(rowOf(part, '30 to 89')).toBe('30 to 89 days 2 0 0 0 2');
    expect(rowOf(part, '90 days')).toBe('90 days or more 2 1 0 0 1');
    expect(textOf(await pictures(sample({ findings: [] })))).toContain('No finding is open.');
  });

  it('count overrides by person, and do not take silence for none', async () => {
    const audit = sample();
    const part = await pictures({
      ...audit,
      totals: {
        ...audit.totals,
        overrides: [
          { by: 'carol', count: 4 },
          { by: 'bob', count: 1 },
        ],
      },
    });
    expect(rowOf(part, 'carol')).toBe('carol 4');
    expect([...part.matchAll(/class="tone-open"[^>]*?width="(\d+)"/gs)].map(([, width]) => width)).toContain('25');
    expect(textOf(await pictures(audit))).toContain('Nobody overrode anything.');
    const untold = [{ kind: 'untold', source: 'records', why: 'No token', fix: '' }] as const;
    expect(textOf(await pictures(sample({ world: { ...world, untold } })))).toContain('Not known: the evidence service did not tell.');
  });
});
