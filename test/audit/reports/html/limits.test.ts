import { describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/audit/judge/audit.ts';
import { ruleResult, sample, world } from '../sample.ts';
import { clean, unknown } from './audits.ts';
import { year } from './year.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const limits = async (audit: Audit): Promise<string> => partOf(await pageOf(audit), 'limits');

describe('the limits of the report', () => {
  it('say which rules were not tested, and why', async () => {
    expect(rowOf(await limits(sample()), 'The interface')).toBe('The interface has no operation that reads the log 1 record-altered');
  });

  it('name a rule that was tested in part alone', async () => {
    const text = textOf(await limits(year(20)));
    expect(text).toContain('2 rules of 8 not tested, or not everywhere');
    expect(rowOf(await limits(year(20)), 'fail-on')).toBe('fail-on is an expression (3 times) 1 gate-let-through (not everywhere)');
  });

  it('tell the rules that nobody could hold against anything yet from those that lacked an answer', async () => {
    const rules = (['answer', 'before', 'head'] as const).map((lack) =>
      ruleResult({ rule: lack, result: 'not tested', tested: 0, why: lack, lack }),
    );
    expect(textOf(await limits(sample({ rules })))).toContain(
      '3 rules of 3 not tested, or not everywhere, 2 of them because there is nothing to compare with',
    );
  });

  it('say so where each rule was tested', async () => {
    expect(textOf(await limits(clean()))).toContain('Each rule was tested wherever it applies.');
    expect(textOf(await limits({ ...clean(), rules: [] }))).toContain('No rule was run.');
  });

  it('say a reason once, with the number of rules and all the sources that it keeps', async () => {
    const why = 'GitHub was not asked';
    const untold = (['landings', 'tags'] as const).map((source) => ({ kind: 'untold', source, why, fix: 'Give a token' }) as const);
    const rules = Array.from({ length: 54 }, (_, index) =>
      ruleResult({ rule: `rule-${index}`, result: 'not tested', tested: 0, why, lack: 'answer' }),
    );
    const page = await pageOf(sample({ rules, world: { ...world, untold } }));
    expect(rowOf(await limits(sample({ rules })), why)).toMatch(/^GitHub was not asked 54 rule-0 , rule-1 ,/);
    expect(textOf(page)).toContain(`${why} landings, tags Give a token`);
    // On the first page, with the rules, and with the sources.
    expect(textOf(page).split(why)).toHaveLength(4);
  });

  it('name sources that did not tell, with the way to ask them', async () => {
    const text = textOf(await limits(sample()));
    expect(text).toContain(
      'Why Sources Fix The interface has no operation that reads the log log Run compliance-evidence verify on the data of the service',
    );
  });

  it('name what is missing of the population', async () => {
    expect(rowOf(await limits(unknown()), 'Landings of main')).toBe(
      'Landings of main before 2026-10-01 The clone is shallow Check out with fetch-depth: 0',
    );
    expect(textOf(await limits({ ...clean(), complete: false }))).toContain('Unknown: not all that landed could be read');
    expect(textOf(await limits(clean()))).toContain('As far as its sources told, nothing is missing.');
  });

  it('say that names, dates and evidence are the word of whoever wrote them', async () => {
    const text = textOf(await limits(sample()));
    expect(text).toContain('GitHub, as it told at 2026-11-22 06:00 UTC');
    expect(text).toContain('Anybody can write any name, address, date and co-author into a commit.');
    expect(text).toContain('Whoever held the token that recorded it, at https://evidence.example/api/v2 , organization acme');
    expect(text).toContain('Nothing maps paths to flows, so that one trail in any flow was enough for a change.');
    expect(text).toContain('It carries no signature, and anybody can change a copy.');
    expect(text).toContain('3 trails about no commit of an audited branch: they were counted, and not judged.');
  });

  it('say of git alone that committer dates are a claim, and of a period of commits what it is', async () => {
    const dated = { ...world.header, basis: 'git', period: { ...world.header.period, by: 'committer-date' } } as const;
    const text = textOf(await limits(sample({ world: { ...world, header: dated } })));
    expect(text).toContain('Git cannot tell when something landed, who pushed it, and whether it was merged or pushed.');
    expect(text).toContain('The period goes by committer dates: a claim of whoever committed.');
    expect(text).not.toContain('What landed, when, how and by whom');
    expect(textOf(await limits(unknown()))).toContain('The period is what lies between two commits.');
  });

  it('claim nothing of what was not asked', async () => {
    const untold = [{ kind: 'untold', source: 'pull-requests', why: 'No token', fix: 'Give one' }] as const;
    const text = textOf(await limits(sample({ world: { ...world, untold, header: { ...world.header, service: null } } })));
    expect(text).not.toContain('Pull requests, reviews, labels, and who merged');
    expect(text).not.toContain('Results of tests, and all other evidence');
    expect(text).not.toContain('The names of those who approved an artifact');
    expect(text).not.toContain('What was deployed, where and when');
  });

  it('say whose word names of approvers and deployments are', async () => {
    const approval = {
      kind: 'approval',
      flow: 'unit',
      number: 1,
      fingerprint: '1',
      state: 'APPROVED',
      environment: null,
      at: '',
      url: null,
      approvers: [],
      by: null,
    } as const;
    expect(textOf(await limits(sample({ world: { ...world, approvals: [approval] } })))).toContain(
      'The names of those who approved an artifact Whoever reported the approval',
    );
    expect(textOf(await limits(year(20)))).toContain("What was deployed, where and when whoever may set a deployment's status on GitHub");
  });
});
