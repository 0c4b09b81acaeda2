import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { reported, sample, sha, world } from '../sample.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const population = async (audit: Audit): Promise<string> => partOf(await pageOf(audit), 'population');
const total = (name: string, count: number): Audit['world']['totals'][number] => ({ kind: 'total', name, source: 'another', count });

describe('the population of the report', () => {
  it('is held against other counts, in words', async () => {
    const part = await population(
      sample({ world: { ...world, totals: [total('commits: main', 2), total('merged pull requests: main', 3), total('trails', 9)] } }),
    );
    expect(rowOf(part, 'changes')).toBe('changes 2 the changes of this report, read one by one 2 ✔ equal');
    expect(rowOf(part, 'commits')).toBe('commits 2 the commits of each change, added up 2 ✔ equal');
    expect(rowOf(part, 'landings')).toBe('landings 2 the last line of the collected file 2 ✔ equal');
    expect(rowOf(part, 'merged pull requests: main')).toBe('merged pull requests: main 1 another 3 ! 2 fewer in this audit');
    expect(rowOf(part, 'trails')).toBe('trails not counted another 9 ? nothing to compare with');
    expect(textOf(part)).toContain('Held against other counts: 1 count differs');
    expect(textOf(part)).toContain('counts in one of the two alone');
  });

  it('is held against the counts of each branch', async () => {
    const branches = ['main', 'next', 'old'].map((name) => ({ name, tip: sha('b') }));
    const totals = [
      total('commits: main', 3),
      total('merged pull requests: main', 1),
      total('commits: next', 5),
      total('commits: old', 0),
      total('commits: other', 1),
    ];
    const changes = [reported(), reported({ commits: 2 }), reported({ branch: 'next', commits: 4 })];
    const audit = sample({ world: { ...world, header: { ...world.header, branches }, totals } }, changes);
    const part = await population(audit);
    expect(rowOf(part, 'commits: main')).toBe('commits: main 3 another 3 ✔ equal');
    expect(rowOf(part, 'merged pull requests: main')).toBe('merged pull requests: main 1 another 1 ✔ equal');
    expect(rowOf(part, 'commits: next')).toContain('✘ not equal: 1 fewer in this audit');
    expect(rowOf(part, 'commits: old')).toContain('✔ equal');
    expect(rowOf(part, 'commits: other')).toContain('not counted');
    expect(textOf(part)).not.toContain('counts in one of the two alone');
  });

  it('counts a pull request for the branch that it was merged into, where that was within the period', async () => {
    const merged = (number: number, base: string, mergedAt: string): Parameters<typeof reported>[0] => ({
      pull: { number, url: 'https://github.com/acme/shop/pull/1', base, mergedAt },
    });
    const branches = ['main', 'next'].map((name) => ({ name, tip: sha('b') }));
    const totals = [total('merged pull requests: main', 1), total('merged pull requests: next', 2)];
    const changes = [
      reported(merged(1, 'main', '2026-11-16T00:00:00Z')),
      // This one came to main by way of next, where it was merged before. The next one came the other way round.
      reported(merged(2, 'next', '2026-11-16T00:00:00Z')),
      reported({ branch: 'next', ...merged(3, 'main', '2026-11-15T05:59:59Z') }),
      reported({ branch: 'next', ...merged(4, 'next', '2026-11-15T06:00:00Z') }),
      reported({ branch: 'next', ...merged(5, 'next', '2026-11-22T06:00:00Z') }),
    ];
    const part = await population(sample({ world: { ...world, header: { ...world.header, branches }, totals } }, changes));
    expect(rowOf(part, 'merged pull requests: main')).toBe('merged pull requests: main 1 another 1 ✔ equal');
    expect(rowOf(part, 'merged pull requests: next')).toBe('merged pull requests: next 2 another 2 ✔ equal');
  });

  it('counts the changes and their commits again, as they are read', async () => {
    const part = await population(sample({}, [reported({ commits: 5 })]));
    expect(rowOf(part, 'changes')).toBe('changes 2 the changes of this report, read one by one 1 ✘ not equal: 1 more in this audit');
    expect(rowOf(part, 'commits')).toBe('commits 2 the commits of each change, added up 5 ✘ not equal: 3 fewer in this audit');
  });

  it('counts the states together', async () => {
    const audit = sample();
    const part = await population({ ...audit, totals: { ...audit.totals, states: { covered: 1 } } });
    expect(textOf(part)).toContain('changes 2 the sum of all states 1 ✘ not equal: 1 more in this audit');
  });

  it('counts a pull request once, in however many changes it is', async () => {
    const part = await population(
      sample({ world: { ...world, totals: [total('merged pull requests: main', 1)] } }, [reported(), reported({ sha: sha('d') })]),
    );
    expect(rowOf(part, 'merged pull requests: main')).toBe('merged pull requests: main 1 another 1 ✔ equal');
  });

  it('says what the last line of the collected file did not tell', async () => {
    const part = await population(sample({ world: { ...world, end: { ...world.end, counts: {} } } }));
    expect(rowOf(part, 'landings')).toBe('landings 2 the last line of the collected file not told ? nothing to compare with');
  });

  it('says each state in words, and of a state that it does not know that it does not', async () => {
    const audit = sample();
    const part = await population({ ...audit, totals: { ...audit.totals, states: { 'of-tomorrow': 1, uncovered: 0, covered: 1 } } });
    expect(rowOf(part, '✔ covered')).toBe('✔ covered 1 evidence of all that it owes existed when it landed, and said yes');
    expect(rowOf(part, '? of-tomorrow')).toBe('? of-tomorrow 1 this version of the tool does not know the state');
    expect(part).not.toContain('nothing was recorded about it');
    expect(part.indexOf('covered')).toBeLessThan(part.indexOf('of-tomorrow'));
  });
});
