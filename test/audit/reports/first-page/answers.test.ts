import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import type { CheckedLog } from '../../../../src/audit/population/world.ts';
import { mostShort } from '../../../../src/audit/reports/gathered.ts';
import { clean, empty, passed, unknown } from '../html/audits.ts';
import { elementsOf } from '../html/elements.ts';
import { overrideOf } from '../html/made-up-change.ts';
import { pageOf, rowOf, textOf } from '../html/page.ts';
import { year } from '../html/year.ts';
import { finding, reported, ruleResult, rules, sample, sha, world } from '../sample.ts';

/** The first page: up to the limits. */
const first = async (audit: Audit): Promise<string> => {
  const page = await pageOf(audit);
  return page.slice(page.indexOf('<main>'), page.indexOf('<section'));
};
const answer = async (number: number, audit: Audit): Promise<string> => rowOf(await first(audit), `${number}.`);

const link = 'b'.repeat(64);
const log = (more: Partial<CheckedLog> = {}): Audit => {
  const checked = { chain: { org: 'acme', orgId: '7', sequence: 9, link }, records: 9, problems: [], witnesses: [], ...more };
  return sample({ world: { ...world, untold: [], log: checked }, rules: [passed('record-altered'), passed('history-rewritten')] });
};
const kept = (sequence: number | null): CheckedLog['witnesses'][number] => ({ link, keeper: 'an auditor', sequence, at: null });

describe('the first page', () => {
  it('says whether the audit is complete, with the counts', async () => {
    expect(await answer(1, sample())).toBe(
      '1. Is the audit complete? Yes, as far as its sources told: 2 changes in 2 landings of 2 commits on 1 branch; 1 of 1 other count is equal. Held against other counts , under Population',
    );
    expect(await answer(1, sample({ world: { ...world, totals: [] } }))).toContain('; nobody else counted any of it.');
    expect(await answer(1, sample({ complete: false }))).toContain('No. Something of the population could not be read.');
    const totals = { ...sample().totals, states: { covered: 1 } };
    expect(await answer(1, sample({ totals }))).toContain('Not known: its own counts contradict each other. Here are 2 changes');
    const git = { ...world.header, basis: 'git' } as const;
    expect(await answer(1, sample({ world: { ...world, header: git } }))).toContain(
      'Told by git alone, with the limits under “Landings by”.',
    );
  });

  it('names what is missing from the population, each with its reason', async () => {
    expect(await answer(1, unknown())).toContain(
      'No. 1 part of the population could not be read: Landings of main before 2026-10-01 (The clone is shallow). At least 2 changes',
    );
    const hole = (what: string): Audit['world']['holes'][number] => ({ kind: 'hole', what, why: 'Cut off', fix: '' });
    const holes = ['a', 'b', 'a', 'c', 'd', 'e'].map(hole);
    expect(await answer(1, sample({ complete: false, world: { ...world, holes } }))).toContain(
      '6 parts of the population could not be read: a (Cut off), 2 times; b (Cut off); and 3 more. At least',
    );
  });

  it('says who approved a change, and never takes what is not known for a no', async () => {
    expect(await answer(2, sample())).toContain(
      'Approved before the merge by somebody who wrote nothing of it: 1 of 2 changes. Not: 1 . Not known: 0. Every change ; one alone: add #pull-41',
    );
    const audit = sample({}, [reported({ approved: 'not known', reviewers: [] })]);
    expect(await answer(2, audit)).toContain('0 of 1 change. Not: 0. Not known: 1 .');
    expect(rowOf(await first(audit), '#41')).toBe('#41 Add prices alice ? not known : nobody said why ✔ yes');
  });

  it('says which changes were not tested before the merge, and leads to them', async () => {
    const page = await first(year(1200));
    expect(rowOf(page, '3.')).toMatch(
      /Not tested: 181 \( no \): #50 ,.* and 177 more\. The tests said no: 36 \( failed \): .* Tested on the head alone: 36 \( head \): .* Not known: 36 \( not known \): .* Tested, and said yes \( yes \): 911 of 1,200 changes\./,
    );
    expect(page).toContain('href="#only-untested"');
    expect(await answer(3, clean())).toContain('Not tested: 0. The tests said no: 0. Tested on the head alone: 0. Not known: 0. Tested,');
  });

  it('says that a commit on two branches counts twice', async () => {
    const branches = ['main', 'next'].map((name) => ({ name, tip: sha('a') }));
    const { world } = sample();
    const several = sample({ world: { ...world, header: { ...world.header, branches } } });
    expect(await answer(1, several)).toContain('on 2 branches (a commit on two of them counts twice)');
  });

  it('says how tests stand now where nobody tells when anything landed, and what came after the period', async () => {
    const of = (now: 'yes' | 'no', isLate: boolean) =>
      reported({ landedAt: null, tested: { tested: 'not known', why: 'no', now: { tested: now, isLate } } });
    const audit = sample({
      async *changes() {
        yield* [of('yes', false), of('yes', true), of('no', false)];
      },
    });
    expect(await answer(3, audit)).toContain(
      'this is the state of now , of 3 changes. Tests say yes: 2 . Say no: 0 . Yes on the head alone: 0. None recorded: 1 . Not known: 0. Of those with a yes, recorded after the period had ended: 1. Whether they were there when the changes landed is not known. In changes.csv: tested_before_merge says what is known of then, tested_why the reason',
    );
  });

  it('says what was overridden and by whom, with what else was decided by hand', async () => {
    expect(await answer(4, year(60))).toContain(
      '20 overrides , by the users whose tokens set them, people or robots: carol-with-a-rather-long-login : 14, bob : 5 and 1 other. One of them: unit-tests of #41 , to say yes, by bob , 2026-11-22 06:00 UTC : no reason is known. 1 finding accepted . 2 changes left out . 2 emergencies .',
    );
    const audit = sample({ totals: { ...sample().totals, overrides: [{ by: 'ci', count: 1 }] } }, [
      reported({ overrides: [{ ...overrideOf(1), by: 'ci', reason: `The runner was out of ${'disk '.repeat(60)}` }] }),
    ]);
    expect(await answer(4, audit)).toMatch(
      /^4\. .* 1 override , by the user whose token set it, people or robots: ci : 1\. unit-tests of #41 , to say yes, by ci , 2026-11-21 06:00 UTC : “ The runner was out of disk disk… ”\./,
    );
    expect(await answer(4, sample({ rules: [passed('overridden')] }))).toContain('Nothing: no verdict was set in place of evidence.');
    const partly = ruleResult({ rule: 'overridden', result: 'not tested', why: 'a record was not read' });
    expect(await answer(4, sample({ rules: [partly] }))).toContain('No override was read. Not known everywhere: a record was not read.');
    const untold = [{ kind: 'untold', source: 'records', why: 'No token', fix: '' }] as const;
    expect(await answer(4, sample({ rules: [passed('overridden')], world: { ...world, untold } }))).toContain('Not known:');
    expect(await answer(4, sample())).toContain('Not known: the evidence service did not tell.');
  });

  it.each<readonly [string, Audit, string]>([
    ['the log was not read', sample(), 'The log: not checked . The interface has no operation that reads the log.'],
    ['nobody kept a head', log(), 'The log: not proven . Its 9 records are one chain, but nobody handed in a kept head'],
    ['a kept head is that of the end', log({ witnesses: [kept(9)] }), 'The log: no in the records 1 to 9, by a kept head. In git'],
    [
      'a kept head is an earlier one',
      log({ witnesses: [kept(4)] }),
      'no in the records 1 to 4, by a kept head. The 5 records after it are one chain, and not proven.',
    ],
    ['a kept head is nowhere', log({ witnesses: [kept(4), kept(null)] }), 'The log: yes , 1 head that somebody kept is nowhere in it.'],
    ['the chain is broken', log({ problems: ['x'] }), 'The log: yes , 1 fault in its chain.'],
    [
      'records are missing in the file',
      { ...log({ records: 3, problems: ['x'] }), world: { ...log({ records: 3, problems: ['x'] }).world, holes: unknown().world.holes } },
      'The log: not known , only 3 of 9 records could be read.',
    ],
    [
      'the history was rewritten',
      sample({ rules: [ruleResult({ rule: 'history-rewritten', found: 2 })] }),
      'In git: a branch was rewritten: yes, 2; a tag was moved: not tested.',
    ],
    ['tags were not there', sample(), 'In git: a branch was rewritten: not tested; a tag was moved: nothing to test.'],
    [
      'git alone was asked, and a branch lost what was audited',
      sample({ rules: [ruleResult({ rule: 'history-replaced', found: 1 })] }),
      'a branch lost what the audit before ended with: yes, 1; a tag was moved: not tested.',
    ],
    [
      'git alone was asked, and nothing was lost',
      sample({ rules: [passed('history-replaced')] }),
      'a branch lost what the audit before ended with: no; a tag was moved: not tested.',
    ],
    [
      'GitHub tells of each push by force',
      sample({ rules: [ruleResult({ rule: 'history-replaced', result: 'not applicable' })] }),
      'In git: a branch was rewritten: not tested; a tag was moved: not tested.',
    ],
    ['nothing was rewritten', log(), 'In git: a branch was rewritten: no; a tag was moved: not tested.'],
  ])('says whether something was altered: %s', async (_, audit, expected) => {
    expect(await answer(5, audit)).toContain(expected);
  });

  it('tells an alteration that was found first, and leads to its finding', async () => {
    const moved = finding({
      key: 'tag-moved:tag:v1',
      rule: 'tag-moved',
      subject: { kind: 'tag', id: 'v1', url: null },
      message: 'carol moved the tag v1 from 1111111 to 2222222 on 2026-11-17 at 09:00 UTC.',
    });
    const audit = sample({ findings: [finding(), moved] });
    expect(await answer(5, audit)).toContain(
      '5. Was anything altered? Yes. carol moved the tag v1 from 1111111 to 2222222 on 2026-11-17 at 09:00 UTC ( tag-moved (high) ). The log: ',
    );
    expect(await first(audit)).toContain('<a href="#f2">tag-moved (high)</a>');
    const lost = finding({ key: 'lost', rule: 'history-replaced', message: 'main lost a commit.' });
    expect(await answer(5, sample({ findings: [lost] }))).toContain('5. Was anything altered? Yes. main lost a commit (');
    const fixed = sample({ findings: [{ ...moved, status: 'fixed' }] });
    expect(await answer(5, fixed)).not.toContain('Yes');
    const before = sample({ findings: [{ ...moved, carried: true }] });
    expect(await answer(5, before)).toContain('( tag-moved (high) , seen by an audit before)');
  });

  it('says with which command the log is checked again', async () => {
    expect(await answer(5, log())).toContain('Witness of the log , and compliance-evidence verify --package FILE --head HEAD');
  });

  it('says how its numbers are counted again', async () => {
    const row = await answer(6, sample());
    expect(row).toContain(
      `Independent of this report: git's own count of the commits, 2 , by git rev-list --count ${sha('0')}..${sha('b')} . Not independent: 2 changes, the rows of changes.csv`,
    );
    expect(row).toContain('All of it: the command under The whole audit again .');
    const [query] = world.queries;
    if (query === undefined) throw new Error('The sample has no question');
    const other = {
      ...world,
      queries: [
        { ...query, answered: 1 },
        { ...query, answered: 1 },
      ],
    };
    expect(await answer(6, sample({ world: other }))).toContain(
      "git's own counts of the commits, 2 questions with git rev-list --count under “Count again”.",
    );
    const few = { ...world, queries: [], header: { ...world.header, service: null, repository: null, flows: [] } };
    expect(await answer(6, sample({ world: few }))).toMatch(
      /nothing of git, .* All of it: compliance-evidence audit --since 2026-11-15T06:00:00Z --until 2026-11-22T06:00:00Z --branch main \./,
    );
  });

  it('lists all changes where they are few, and else those that somebody asks about', async () => {
    const few = await first(sample());
    expect(textOf(few)).toContain('2 changes: all of them. They are also under Every change of the HTML report, and in changes.csv');
    expect(rowOf(few, '#41')).toBe('#41 Add prices alice bob ✔ yes');
    expect(rowOf(few, 'bbbbbbbbbbbb')).toBe('bbbbbbbbbbbb Fix it at once alice ✘ no : it has no pull request ✘ no : nothing was recorded');
    const many = Array.from({ length: mostShort }, () => reported());
    const odd = reported({ pull: null, sha: sha('e'), overrides: [overrideOf(1)] });
    const page = await first(sample({}, [...many, odd]));
    expect(textOf(page)).toContain(
      `1 of ${mostShort + 1} changes has no clean yes (approved, tested), or has an override. All changes are under`,
    );
    expect(rowOf(page, 'eeeeeeeeeeee')).toBe('eeeeeeeeeeee Add prices alice bob ✔ yes 1 override');
    expect(rowOf(page, '#41')).toBe('');
    expect(rowOf(page, '2.')).toContain('add #commit-eeeeeeeeeeee to');
    const failed = reported({ tested: { tested: 'failed', why: 'the results said no' } });
    expect(rowOf(await first(sample({}, [failed])), '#41')).toBe('#41 Add prices alice bob ✘ failed : the results said no');
    expect(textOf(await first(sample({}, [...many, reported()])))).toContain(
      'was approved and tested before its merge, and no override of one was read.',
    );
  });

  it('leads to rows that the page has, also of a pull request that landed twice', async () => {
    const page = await pageOf(sample({}, [reported(), reported({ landing: '2' })]));
    const ids = new Set(elementsOf(page).flatMap(({ attributes }) => attributes['id'] ?? []));
    expect([...page.matchAll(/href="#(pull-[\d-]+)"/g)].map(([, id = '']) => [id, ids.has(id)])).toEqual([
      ['pull-41', true],
      ['pull-41-2', true],
    ]);
  });

  it('says that nothing landed', async () => {
    for (const number of [2, 3, 4]) expect(await answer(number, empty())).toContain('Nothing landed.');
  });

  it('names a finding that is accepted, next to what was overridden', async () => {
    const accepted = finding({ accepted: { reason: 'known', owner: 'alice', until: '2026-12-20T00:00:00Z' } });
    expect(await answer(4, sample({ findings: [accepted], rules }))).toContain('1 finding accepted .');
  });
});
