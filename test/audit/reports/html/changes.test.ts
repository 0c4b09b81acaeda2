import { describe, expect, it } from 'vitest';
import type { ReportedChange } from '../../../../src/audit/judge/audit.ts';
import { mostRows } from '../../../../src/audit/reports/gathered.ts';
import { finding, reported, sample, sha, world } from '../sample.ts';
import { clean, empty } from './audits.ts';
import { elementsOf } from './elements.ts';
import { big, covered, overrideOf } from './made-up-change.ts';
import { pageOf, partOf, rowOf, textOf } from './page.ts';

const made = overrideOf(0);

const row = async (change: ReportedChange, audit = sample({}, [change])): Promise<string> =>
  rowOf(partOf(await pageOf(audit), 'changes'), change.title);

describe('the changes of the report', () => {
  it('have a row each: what, who, tests, landing, deployment, three states and findings', async () => {
    const change = reported({
      authors: ['alice', 'carol'],
      commits: 3,
      coverage: [{ ...covered, atMerge: 'incomplete', atDeployment: 'non-compliant', lacks: ['sbom'] }],
      state: 'incomplete',
      deployments: [{ environment: 'production', at: '2026-11-17T08:00:00Z', url: 'https://github.com/acme/shop/deployments/1' }],
      findings: [finding().key],
    });
    expect(await row(change)).toBe(
      'Add prices … incomplete #41 aaaaaaaaaaaa 3 commits alice carol bob approved 2026-11-16 09:30 UTC ✔ yes results of tests were there before it landed 12 passed, 1 skipped run of the tests 2026-11-16 10:00 UTC merged by bob on main production 2026-11-17 08:00 UTC … incomplete unit : by the commit itself lacks sbom ✘ not compliant ✔ compliant change-without-trail (high)',
    );
  });

  it('lead to the finding, the run, the trail, the pull request and the commit', async () => {
    const change = reported({ findings: [finding().key] });
    const part = partOf(await pageOf(sample({}, [change])), 'changes');
    for (const href of ['#f1', change.run, change.pull?.url, change.url, covered.url]) expect(part).toContain(`href="${href}"`);
  });

  it('name the flows where there are several', async () => {
    const change = reported({
      coverage: [
        covered,
        { ...covered, flow: 'deploy', match: 'group', trail: null, url: null, atMerge: 'none', now: 'none', nowByTodaysTemplate: 'none' },
      ],
    });
    const text = await row(change);
    expect(text).toContain('unit ✔ compliant unit : by the commit itself deploy ✘ no evidence deploy : no trail unit');
  });

  it("say what today's template says where that is something else", async () => {
    expect(await row(reported({ coverage: [{ ...covered, nowByTodaysTemplate: 'incomplete' }] }))).toContain(
      "✔ compliant by today's template: … incomplete none",
    );
    expect(await row(reported())).not.toContain("today's");
  });

  it('say that there is no evidence, or that none was owed, and never leave a state open', async () => {
    const bare = { coverage: [], tests: null, run: null };
    expect(await row(reported({ ...bare, state: 'uncovered' }))).toContain('✘ no evidence ✘ no evidence ✘ no evidence none');
    expect(await row(reported({ ...bare, state: 'outside-every-flow' }))).toContain('nothing owed nothing owed nothing owed none');
    expect(await row(reported({ ...bare, state: 'unknown' }))).toContain('not known not known not known none');
    const [first] = reported().coverage;
    if (first === undefined) throw new Error('The sample has a trail');
    const anyFlow = reported({ state: 'uncovered', coverage: [{ ...first, flow: '', trail: null, url: null, match: 'none' }] });
    expect(await row(anyFlow)).toContain(' in any flow: no trail');
    const excluded = { reason: 'Prose', owner: '@acme/docs' };
    expect(await row(reported({ ...bare, state: 'excluded', excluded }))).toContain(
      '– left out #41 aaaaaaaaaaaa Left out by @acme/docs : Prose',
    );
  });

  it('do not take what was not told for what is not there', async () => {
    const bare = reported({ pull: null, reviewers: [], approvedAt: null, mergedBy: null, landingKind: 'unknown', landedAt: null });
    const change: ReportedChange = { ...bare, approved: 'not known', tested: { tested: 'not known', why: 'nobody tells when it landed' } };
    expect(await row({ ...change, approved: 'no' })).toContain('no pull request aaaaaaaaaaaa alice no approval');
    expect(await row(change)).toContain('time not known way not known on main no deployment');
    const committed = { at: '2026-11-01T08:00:00.000Z', isBefore: true };
    expect(await row({ ...change, committed })).toContain(
      '2026-11-01 08:00 UTC by the date of its commit: a claim; date before the period way not known on main',
    );
    expect(await row(change)).toContain('– not deployed');
    const untold = (['pull-requests', 'deployments'] as const).map((source) => ({ kind: 'untold', source, why: '', fix: '' }) as const);
    const text = await row(change, sample({ world: { ...world, untold } }, [change]));
    expect(text).toContain('pull request not known aaaaaaaaaaaa alice not known ? not known nobody tells when it landed');
    expect(text).toContain('on main not known ✔ compliant unit : by the commit itself ? not known ✔ compliant');
  });

  it('show a finding of another report by its key, and an accepted one as such', async () => {
    const accepted = finding({ accepted: { reason: '', owner: '', until: '2026-12-20T00:00:00Z' } });
    const change = reported({ findings: [accepted.key, 'of-another'] });
    expect(await row(change, sample({ findings: [accepted] }, [change]))).toMatch(/change-without-trail \(high, accepted\) of-another$/);
  });

  it('are shown up to a number, and the rest is counted', async () => {
    const part = partOf(await pageOf(big(mostRows + 3)), 'changes');
    expect(part.match(/<tr[ >]/g)).toHaveLength(mostRows + 1);
    expect(textOf(part)).toContain('The first 5,000 changes of 5,003');
    expect(textOf(part)).toContain('Not shown here: 3 changes. The CSV report has all.');
  });

  it('say that an approval is there which does not count, and that a verdict was overridden', async () => {
    const override = { ...made, id: 'o1' };
    expect(await row(reported({ approved: 'no', overrides: [override] }))).toMatch(/bob approved .* counts: ✘ no .* 1 override /);
  });

  it('have a place each, also where a pull request landed twice, and the classes that a part of them is shown by', async () => {
    const changes = [
      reported(),
      reported({ landing: '9003', approved: 'not known', overrides: [made] }),
      reported({ pull: null, sha: sha('e'), approved: 'no', tested: { tested: 'failed', why: 'the results said no' } }),
    ];
    const rows = elementsOf(await pageOf(sample({}, changes))).flatMap(({ attributes, name }) =>
      name === 'tr' && attributes['id'] !== undefined ? [`${attributes['id']}: ${attributes['class']}`] : [],
    );
    expect(rows).toEqual([
      'pull-41: ',
      'pull-41-2: is-approval-unknown is-overridden',
      `commit-${sha('e').slice(0, 12)}: is-unapproved is-failed`,
    ]);
  });

  it('have a style for each part of them that the page leads to', async () => {
    const page = await pageOf(sample());
    const parts = elementsOf(page).flatMap(({ attributes }) => (attributes['id']?.startsWith('only-') === true ? [attributes['id']] : []));
    expect(parts).toHaveLength(7);
    for (const id of parts) expect(page).toContain(`:has(#${id}:target) #all-changes tbody tr:not(.${id.replace('only-', 'is-')})`);
  });

  it('are all shown where there is room for them', async () => {
    const text = textOf(partOf(await pageOf(clean()), 'changes'));
    expect(text).toContain('2 changes, in the order of the collected file');
    expect(text).not.toContain('Not shown here');
    expect(text).toContain(sha('d').slice(0, 12));
  });

  it('say so where there are none', async () => {
    expect(textOf(partOf(await pageOf(empty()), 'changes'))).toContain('Every change Nothing landed in the period.');
  });
});
