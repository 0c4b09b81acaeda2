import { lexer, parse, parseInline } from 'marked';
import { describe, expect, it } from 'vitest';
import { markdown, summary } from '../../../src/audit/reports/markdown.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { finding, reported, ruleResult, sample, sha, world } from './sample.ts';

const by = { commit: sha('e'), pull: { number: 7, url: '' }, merged: 'bob', approved: [] };
const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z', by };
const previous = {
  about: { repository: null, repositoryId: null, serverUrl: null, org: null },
  complete: true,
  since: null,
  until: '2026-11-15T06:00:00Z',
  completeUntil: null,
  completeTips: {},
  flows: [],
  branches: [],
  findings: [],
  tags: {},
  head: null,
  digest: '',
};

/** Tags of HTML in a page of markdown, after markdown was made of it. */
async function tagsOf(text: string): Promise<ReadonlySet<string>> {
  const page = await parse(text, { gfm: true });
  return new Set([...page.matchAll(/<([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase()));
}

/** The elements that come from markdown and from our own constants. */
const known = new Set([
  'h2',
  'h3',
  'p',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'ul',
  'li',
  'strong',
  'em',
  'a',
  'blockquote',
  'pre',
  'sub',
  'code',
]);

describe.each([
  ['the summary', summary],
  ['the page of markdown', markdown],
])('%s', (_, report) => {
  it('says the verdict first, then what it is about, then the numbers', async () => {
    const audit = sample({
      world: { ...world, previous },
      findings: [finding(), finding({ key: 'b', severity: 'critical', status: 'open', accepted }), finding({ key: 'c', status: 'fixed' })],
    });
    const text = await textOf(report(audit));
    expect(text.split('\n\n').slice(0, 4)).toEqual([
      '## ❌ Compliance audit of acme/shop: 2 open findings',
      '2 open findings, 1 of them accepted.',
      '1 open finding is not accepted: 1 high.',
      '1 finding is accepted, and counted all the same.',
    ]);
    expect(text).toContain('| Landed | from 2026-11-15 06:00Z up to 2026-11-22 06:00Z, by the time of landing |\n');
    expect(text).toContain('- **3** trails about commits of no audited branch\n');
    expect(text).toContain('### Since the audit before, up to 2026-11-15 06:00Z\n\n| Findings | How many, and which |\n');
  });

  it('lists what was not tested, and what is missing, before any finding', async () => {
    const hole = { kind: 'hole', what: 'Landing 9003', why: 'The list was cut off', fix: 'Run it again' } as const;
    const text = await textOf(
      report(
        sample({ complete: false, world: { ...world, holes: [hole] }, rules: [ruleResult({ why: 'Expressions' }), ...sample().rules] }),
      ),
    );
    expect(text).toContain(
      '## ❔ Compliance audit of acme/shop: Unknown\n\nUnknown: not all that landed could be read, with 1 open finding so far.\n',
    );
    expect(text).toContain('### What is missing\n\n- ❔ **Landing 9003**: The list was cut off. Fix: Run it again\n');
    expect(text).toContain(
      '### Not tested, or not everywhere: 2 of 4 rules\n\n- change-without-trail: Expressions\n- record-altered: The interface has no operation that reads the log\n',
    );
    expect(text.indexOf('### Not tested')).toBeLessThan(text.indexOf('### Findings'));
  });

  it('shows each finding with its page and its state, each fix once, and what is gone', async () => {
    const audit = sample({
      findings: [
        finding(),
        finding({ key: 'b', status: 'open', firstSeen: '2026-11-08T06:00:00Z', subject: { kind: 'pull-request', id: '41', url: null } }),
        finding({ key: 'c', accepted, fix: 'Nobody has to' }),
        finding({ key: 'd', status: 'fixed', rule: 'tag-moved', subject: { kind: 'tag', id: 'v1', url: null } }),
      ],
    });
    const text = await textOf(report(audit));
    expect(text).toContain(
      `| 🟧 high | change-without-trail | [commit ${'b'.repeat(12)}](<https://github.com/acme/shop/commit/${'b'.repeat(40)}>) | Nothing was`,
    );
    expect(text).toContain('| pull request 41 | Nothing was recorded about the change when it landed | open since 2026-11-08 |');
    expect(text).toContain('| accepted by alice until 2026-12-01; the entry was merged by bob with pull request 7, nobody approved it |');
    expect(text.match(/- \*\*change-without-trail\*\*: Run the gate for every change\n/g)).toHaveLength(1);
    expect(text).not.toContain('Nobody has to');
    expect(text).toContain('### Fixed since the audit before\n\n- tag-moved: tag v1\n');
  });

  it('lays out a fix of several lines as it is', async () => {
    const text = await textOf(report(sample({ findings: [finding({ fix: 'Add this:\nflows:\n  - name: unit' })] })));
    expect(text).toContain('- **change-without-trail**: \n  <pre>Add this:\n  flows:\n    &#45; name: unit</pre>\n');
  });

  it('says that git alone knows less', async () => {
    const text = await textOf(report(sample({ world: { ...world, header: { ...world.header, basis: 'git' } } })));
    expect(text).toContain('| Landings by | git alone, which');
  });

  it('links the run', async () => {
    expect(await textOf(report(sample()))).toContain('&#40;[the run](<https://github.com/acme/shop/actions/runs/99>)');
  });

  it.each(attacks)('shows %s as text, and names nobody by e-mail', async (_tries, text) => {
    const page = await textOf(report(hostileAudit(text)));
    expect([...(await tagsOf(page))].filter((tag) => !known.has(tag))).toEqual([]);
    expect(page).not.toMatch(/alice@|alice&#64;|dan%40example|example\.org|[\u202E\u2066\u0000\u001B]/);
    expect(page).not.toMatch(/\]\(<?(?!https?:\/\/)/);
    // There is no more list, heading or row than in the sample itself.
    const [blocks, plain] = [lexer(page), lexer(await textOf(report(hostileAudit('x'))))];
    expect(blocks.filter(({ type }) => type === 'heading')).toHaveLength(plain.filter(({ type }) => type === 'heading').length);
    expect(blocks.filter(({ type }) => type === 'table')).toHaveLength(plain.filter(({ type }) => type === 'table').length);
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) expect(await parseInline(row)).not.toMatch(/<(?:img|script|b)\b/);
    const codes = async (text: string): Promise<number> => (await parse(text, { gfm: true })).split('<code').length;
    expect(await codes(page)).toBeLessThanOrEqual(await codes(await textOf(report(hostileAudit('x')))));
  });
});

describe('the summary', () => {
  it('shows some lines of each list, and counts the others', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `${index} ${'@#1 <'.repeat(100)}`);
    const holes = many.map((what) => ({ kind: 'hole', what, why: what, fix: `${what}\n`.repeat(10) }) as const);
    const audit = sample({
      complete: false,
      world: { ...world, holes },
      findings: many.map((message) => finding({ key: message, message })),
    });
    const text = await textOf(summary(audit));
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    expect(text).toContain('_70 more lines not shown here._');
  });
});

describe('the page of markdown', () => {
  it('has the changes by state, the counts of other sources, the rules and the changes', async () => {
    const text = await textOf(markdown(sample()));
    expect(text).toContain('| covered | 1 |\n| uncovered | 1 |\n');
    expect(text).toContain('| commits: main | git rev-list --count | 2 |\n');
    expect(text).toContain('| record-altered | No record was changed after it was made | critical | SOC 2 CC8.1 | not tested | 0 |\n');
    expect(text).toContain(
      '| [pull request 41](<https://github.com/acme/shop/pull/41>) | 2026-11-16 10:00Z | Add prices | alice | bob | covered | 12 passed, 1 skipped | 0 |\n',
    );
    expect(text).toContain(`| [${'b'.repeat(12)}](<https://github.com/acme/shop/commit/${'b'.repeat(40)}>) |`);
  });

  it('marks the date of a commit as a claim, where it stands for the time of a landing', async () => {
    const committed = { at: '2026-11-01T08:00:00.000Z', isBefore: true };
    expect(await textOf(markdown(sample({}, [reported({ landedAt: null, committed })])))).toContain(
      '| 2026-11-01 08:00Z, by the date of its commit: a claim; date before the period |',
    );
  });

  it('says of reviewers that nobody told that they are not known', async () => {
    const untold = [{ kind: 'untold', source: 'pull-requests', why: 'GitHub was not asked', fix: 'Give a token' }] as const;
    const changes = [reported({ pull: null, reviewers: [] })];
    expect(await textOf(markdown(sample({ world: { ...world, untold } }, changes)))).toContain('| alice | not known | covered |');
    expect(await textOf(markdown(sample({}, changes)))).toContain('| alice |  | covered |');
  });

  it('counts the changes past the first 5,000', async () => {
    const changes = Array.from({ length: 5_002 }, () => reported());
    const text = await textOf(markdown(sample({ totals: { ...sample().totals, changes: 5_002 } }, changes)));
    expect(text.match(/Add prices/g)).toHaveLength(5_000);
    expect(text).toContain('_2 more changes: the CSV report has all of them._');
  });
});
