import { expect, test } from 'vitest';
import { makePlan } from '../../../src/audit/organization/make-plan.ts';
import { mergeParts } from '../../../src/audit/organization/merge.ts';
import {
  partText,
  partsOf,
  readPart,
  repositoriesOf,
  type AuditedRepository,
  type RepositoryResult,
} from '../../../src/audit/organization/part.ts';
import type { OrganizationPlan } from '../../../src/audit/organization/plan.ts';
import { organizationReports } from '../../../src/audit/formats.ts';
import { audited, finding, listed, listing, planOf, request, tested } from './plans.ts';

/** The merge of what the shards of a plan found; a repository that is not given was audited, and nothing was found. */
function merged(plan: OrganizationPlan, results: readonly RepositoryResult[] = [], without: readonly number[] = []) {
  const given = plan.shards.flatMap((_, index) =>
    without.includes(index) ? [] : [{ file: `${index}.json`, text: partOf(plan, index, results) }],
  );
  return mergeParts(plan, partsOf(given, plan));
}

function partOf(plan: OrganizationPlan, index: number, results: readonly RepositoryResult[] = []): string {
  const found = (repositoriesOf(plan, index) ?? []).map(({ id }) => results.find((one) => one.id === id) ?? audited(id));
  return partText(plan, index, found);
}

const unknown = { ending: 'unknown', fails: true };
const hole = { what: 'a page', why: 'it did not come', fix: 'Run again' };

test.each<[string, Partial<AuditedRepository>, string, boolean]>([
  ['nothing was found', {}, 'audited', false],
  ['a finding is of the severity that fails', { findings: [finding('high')] }, 'non-compliant', true],
  ['a finding is less severe', { findings: [finding('low')] }, 'audited', false],
  ['a finding is accepted', { findings: [finding('critical', { reason: 'r', owner: 'o', until: 'u' })] }, 'audited', false],
  ['an audit has a hole, whatever it says of itself', { complete: true, holes: [hole] }, 'unknown', true],
  ['an audit is not complete', { complete: false }, 'unknown', true],
])('where %s the organization is %s', (_, more, verdict, fails) => {
  const plan = planOf([1, 2, 3]);
  const found = merged(plan, [audited(2, more)]);
  expect([found.outcome.ending, found.outcome.fails]).toEqual([verdict, fails]);
});

test('where nothing landed anywhere it is not applicable, and where all is left out too', () => {
  const quiet = [1, 2].map((id) => audited(id, { changes: 0, states: {} }));
  const plan = makePlan(listing([listed(1), listed(2, { size: 0 })]), request);
  expect(merged(plan, [quiet[0] ?? audited(1), { kind: 'empty', id: 2, name: 'acme/r2' }])).toMatchObject({
    outcome: { ending: 'not-applicable', fails: false },
  });
  const exclusionOf = () => ({ reason: 'r', owner: 'o', until: '2027-01-01' });
  expect(merged(planOf([1, 2], { exclusionOf })).outcome.ending).toBe('not-applicable');
});

test.each([
  [
    'failed',
    (plan: OrganizationPlan) => merged(plan, [{ kind: 'failed', id: 2, name: 'acme/r2', why: 'it is gone', fix: 'Look' }]),
    'acme/r2',
  ],
  ['is missing with its shard', (plan: OrganizationPlan) => merged(plan, [], [1]), 'shard 1 of 2: acme/r'],
])('where a repository %s all of it is unknown, and says which', (_, found, what) => {
  const { holes, outcome } = found(planOf([1, 2, 3]));
  expect([outcome.ending, outcome.fails]).toEqual(['unknown', true]);
  expect(holes.map((one) => one.what)).toEqual([expect.stringContaining(what)]);
});

test('where a clone is empty, and GitHub counts something in the repository, all of it is unknown', () => {
  const found = merged(planOf([1, 2]), [{ kind: 'empty', id: 2, name: 'acme/r2' }]);
  expect(found).toMatchObject({ outcome: unknown, holes: [{ what: 'acme/r2', why: expect.stringContaining('20 KiB') }] });
});

test('where a repository is not seen, or nobody counted them, all of it is unknown', () => {
  const unseen = makePlan(listing([listed(1), listed(2)], { seen: new Set([1]) }), request);
  expect(merged(unseen)).toMatchObject({ outcome: unknown, holes: [{ what: 'acme/r2' }] });
  const uncounted = makePlan(listing([listed(1)], { holes: [hole] }), request);
  expect(merged(uncounted)).toMatchObject({ outcome: unknown, holes: [hole] });
});

test('every report is the same with 1, 3 and 8 shards, and holds no text of others as markup', () => {
  const nasty = finding('high');
  const results = [
    audited(2, { findings: [{ ...nasty, message: '<script>alert(1)</script> | =1+1', fix: '`x`' }] }),
    audited(5, { states: { covered: 1, uncovered: 1 } }),
  ];
  const texts = [1, 3, 8].map((shards) => {
    const audit = merged(planOf([1, 2, 3, 4, 5, 6, 7, 8], { shards }), results);
    return Object.values(organizationReports).map((report) => [...report(audit)].join(''));
  });
  expect(texts[1]).toEqual(texts[0]);
  expect(texts[2]).toEqual(texts[0]);
  const [html = '', csv = '', json = '', markdown = ''] = texts[0] ?? [];
  expect(html + markdown).not.toContain('<script>');
  expect(csv.split('\r\n')).toHaveLength(10);
  expect(JSON.parse(json)).toMatchObject({ verdict: 'non-compliant', totals: { changes: 16, covered: 15, findings: 1, audited: 8 } });
});

test('a part is refused where it is of another plan or shard, lacks a repository, or has more', () => {
  const [plan, other] = [planOf([1, 2, 3]), planOf([1, 2, 3], { shards: 3 })];
  const read = (text: string) => (): unknown => readPart(text, 'part.json', plan);
  expect(read(partOf(other, 0))).toThrow(`it is of the plan ${other.digest}, and this one is ${plan.digest}`);
  expect(read(partText(plan, 7, []))).toThrow('it is of shard 7, and the plan has 2');
  expect(read(partText(plan, 0, []))).toThrow('it does not have the repositories of shard 0');
  expect(read(partText(plan, 0, [audited(3), audited(3)]))).toThrow('it does not have the repositories of shard 0');
  expect(read(partOf(plan, 0).replace('"commits": 3', '"commits": -3'))).toThrow('commits is no whole number');
  expect(read(partOf(plan, 0).replace('"kind": "audited"', '"kind": "fine"'))).toThrow('kind is none of');
});

test('the same part twice is one, and two parts of a shard that differ are refused', () => {
  const plan = planOf([1, 2]);
  const part = { file: 'a.json', text: partOf(plan, 0) };
  expect(partsOf([part, { ...part, file: 'b.json' }], plan).size).toBe(1);
  const differing = { file: 'b.json', text: part.text.replace('"commits": 3', '"commits": 4') };
  expect(() => partsOf([part, differing], plan)).toThrow('a.json and b.json are both of shard 0, and differ');
});

test('moments are shown by the clocks of the zone of the plan', () => {
  const audit = merged(planOf([1], { audit: { ...request.audit, timeZone: 'America/New_York' } }));
  const [page, markdown] = [organizationReports.html, organizationReports.markdown].map((report) => [...report(audit)].join(''));
  expect(page).toContain('<time datetime="2026-11-01T00:00:00Z">2026-10-31 20:00\u00A0-04:00</time>');
  expect(page).toContain('<time datetime="2026-11-08T00:00:00Z">2026-11-07 19:00\u00A0-05:00</time>');
  expect(markdown).toContain('What landed from 2026-10-31 20:00 -04:00 up to 2026-11-07 19:00 -05:00 in 1 repository');
});

const untested = (lack: 'answer' | 'before', why = 'it was refused') =>
  ({ rule: 'tag-moved', result: 'not tested', tested: 0, found: 0, why, lack }) as const;

test('the first page names each rule that lacked an answer, where and why, and each repository has their number', () => {
  const some = [1, 2].map((id) => audited(id, { rules: [tested, untested('answer', `no right in r${id}`)] }));
  const found = merged(planOf([1, 2, 3]), some);
  expect([found.outcome.tone, found.outcome.word]).toEqual(['open', 'No open findings, 1 rule not tested']);
  const [html = '', csv = '', , md = ''] = Object.values(organizationReports).map((report) => [...report(found)].join(''));
  expect(md).toContain('| tag-moved | 2 repositories: acme/r1 and acme/r2 | no right in r1. no right in r2 |');
  expect(md).toContain('1 rule was not tested, or not everywhere: tag-moved.');
  expect(md).toMatch(/\| acme\/r1 \| in scope \| [^|]* \| 2 \| 2 \| 0 \| no audit before \| 1 \|/);
  expect(html).toContain('<li><b>1</b> rules not tested everywhere</li>');
  expect(html).toContain('2 repositories: acme/r1 and acme/r2');
  expect(csv).toContain('"1","0","No open findings, 1 rule not tested"');
});

test('a first audit is named in a line of its own, and is green all the same', () => {
  const found = merged(planOf([1, 2]), [audited(1, { rules: [tested, untested('before')] })]);
  expect([found.outcome.tone, found.outcome.word]).toEqual(['good', 'No open findings']);
  const md = [...organizationReports.markdown(found)].join('');
  expect(md).toContain('Nothing to compare with: tag-moved: no audit before this one saw it.');
  expect(md).not.toContain('### Not tested');
});

test('the first page says how findings went on since the audit before, and each repository has its own numbers', () => {
  const previous = { until: '2026-11-01T00:00:00Z', complete: true };
  const open = { ...finding('low'), status: 'open' } as const;
  const unseen = { ...open, carried: 'not looked at again: audit its time with since 2026-10-02' };
  const some = [
    audited(1, { findings: [finding('low'), open, unseen], fixed: 2, previous }),
    audited(2, { fixed: 1, previous }),
    audited(3),
  ];
  const found = merged(planOf([1, 2, 3]), some);
  expect(found.totals.since).toEqual({ new: 1, fixed: 3, again: 1, carried: 1 });
  const [html = '', csv = '', json = '', md = ''] = Object.values(organizationReports).map((report) => [...report(found)].join(''));
  expect(md).toContain(
    '| New | 1 | acme/r1 |\n| Fixed | 3 | acme/r1 and acme/r2 |\n| Still open, looked at again | 1 | acme/r1 |\n| Open, and not looked at again | 1 | acme/r1 |',
  );
  expect(md).toMatch(/\| acme\/r2 \| in scope \| [^|]* \| 2 \| 2 \| 0 \| 1 fixed \| 0 \|/);
  expect(md).toContain('| open; not looked at again: audit its time with since 2026-10-02 |');
  expect(html).toMatch(/<td data-label="Since the audit before"\s*>no audit before</);
  expect(html).toContain('No audit before this one was handed in for 1 repository (acme/r3)');
  expect(csv.split('\r\n')[1]).toMatch(/,"1","2","1","1","2026-11-01T00:00:00Z"$/);
  expect(JSON.parse(json).repositories[0]).toMatchObject({ previous, since: { new: 1, fixed: 2, again: 1, carried: 1 } });
});
