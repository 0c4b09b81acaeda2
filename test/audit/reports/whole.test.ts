import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sources, type Line } from '../../../src/audit/facts/line.ts';
import { organizationReports, reports, seriesReports } from '../../../src/audit/formats.ts';
import type { Audit } from '../../../src/audit/judge/audit.ts';
import { judgeAudit } from '../../../src/audit/judge/judge-audit.ts';
import { makePlan } from '../../../src/audit/organization/make-plan.ts';
import { mergeParts, type OrganizationAudit } from '../../../src/audit/organization/merge.ts';
import { partText, partsOf, repositoriesOf } from '../../../src/audit/organization/part.ts';
import type { ListedRepository } from '../../../src/audit/organization/plan.ts';
import { readPrevious } from '../../../src/audit/previous/read-previous.ts';
import { judgeSeries } from '../../../src/audit/series/judge-series.ts';
import { readAuditReport } from '../../../src/audit/series/read-report.ts';
import type { SeenFinding, Series, SeriesAudit } from '../../../src/audit/series/series.ts';
import { root } from '../../support/sources.ts';
import { heldSpool } from '../judge/held-spool.ts';
import { audited, finding, listed, listing, request, tested } from '../organization/plans.ts';
import { textOf } from './hostile.ts';

/*
 * Facts of stories that were played once, by the scenes of the slow tests (`world/faults.ts`, `mapped.ts`, `more-*.ts`), are judged, and
 * written in each format. The texts are compared with those in test/fixtures/audit/judged: `WRITE_REPORTS=1 npx vitest run
 * test/audit/reports/whole.test.ts` writes them anew, look at what changed.
 */
const folder = join(root, 'test/fixtures/audit/judged');

function factsOf(story: string): readonly Line[] {
  const text = brotliDecompressSync(readFileSync(join(folder, `${story}.facts.br`))).toString();
  return text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
}

function judge(lines: readonly Line[], more: Partial<Parameters<typeof judgeAudit>[1]> = {}): Promise<Audit> {
  async function* all(): AsyncGenerator<Line> {
    yield* lines;
  }
  return judgeAudit(all, { previous: null, people: 'login', spool: heldSpool(), ...more });
}

const changed = (lines: readonly Line[], change: (line: Line) => Line | readonly Line[]): readonly Line[] => lines.flatMap(change);
const run = 'https://github.com/acme/shop/actions/runs/99';

/** Each audit of a repository with its formats. */
const audits: Readonly<Record<string, readonly [audit: () => Promise<Audit>, forms: readonly (keyof typeof reports)[]]>> = {
  'one branch': [
    () => judge(factsOf('one-branch')),
    [
      'html',
      'csv',
      'json',
      'sarif',
      'junit',
      'markdown',
      'badge-json',
      'badge-svg',
      'oscal',
      'oscal-plan',
      'registers',
      'controls-csv',
      'summary',
    ],
  ],
  'one branch, of which little was told': [
    () => {
      const lines = changed(factsOf('one-branch'), (line) => {
        if (line.kind === 'landing') return Number(line.landing.id) % 4 === 0 ? line : [];
        if (line.kind !== 'audit') return line.kind === 'record' || line.kind === 'log' || line.kind === 'witness' ? [] : line;
        return [
          {
            ...line,
            basis: 'git',
            period: { ...line.period, by: 'last-audit' },
            service: null,
            repository: null,
            timeZone: 'Europe/Berlin',
          },
          ...sources.map((source): Line => ({ kind: 'untold', source, why: `Nobody told ${source}`, fix: `Ask for ${source}` })),
          { kind: 'hole', what: 'Landings of main before noon', why: 'GitHub answered 502', fix: 'Run the audit again' },
        ];
      });
      return judge(lines);
    },
    ['html', 'csv', 'json', 'junit', 'markdown', 'badge-svg', 'oscal', 'registers', 'controls-csv', 'summary'],
  ],
  'many branches, after an audit': [
    async () => {
      const facts = factsOf('many-branches');
      const first = JSON.parse(await textOf(reports.json(await judge(facts))));
      const [one, other, ...rest]: { readonly key: string }[] = first.findings;
      const gone = { ...one, key: 'pushed-directly:commit:gone', rule: 'pushed-directly' };
      const previous = readPrevious(JSON.stringify({ ...first, findings: [...rest.slice(2), gone] }), 'b'.repeat(64));
      const entries = [one, other, ...rest.slice(5, 7)].map(
        (finding, index) =>
          `  - { key: '${finding?.key}', reason: Known, owner: ${index === 2 ? 'alice' : 'dora'}, since: 2030-01-01, until: 2030-0${index + 1}-20 }\n`,
      );
      const lines = changed(facts, (line) => {
        if (line.kind === 'file') return { ...line, text: `${line.text}accepted:\n${entries.join('')}` };
        if (line.kind !== 'audit') return line;
        const ranBy = { kind: 'job', name: 'carol', commit: 'c'.repeat(40), githubToken: 'app' } as const;
        return {
          ...line,
          timeZone: 'America/New_York',
          run,
          ranBy,
          workflow: 'acme/shop/.github/workflows/audit.yml@main',
          inputs: { branch: 'all' },
        };
      });
      return judge(lines, { previous });
    },
    ['html', 'csv', 'json', 'sarif', 'junit', 'markdown', 'registers', 'controls-csv', 'summary'],
  ],
  'many reviews, of a past moment, with names hidden': [
    () => {
      const asOf = { at: '2030-02-01T00:00:00Z', sequence: 200, link: 'a'.repeat(64), readAt: '2030-02-02T00:00:00Z' };
      const facts = changed(factsOf('many-reviews'), (line) => (line.kind === 'audit' ? { ...line, asOf } : line));
      return judge(facts, { people: 'pseudonym' });
    },
    ['html', 'csv', 'json', 'markdown'],
  ],
};

/** Six audits of one series, and a file that no audit wrote: the second follows the first, and then not all is as it should be. */
async function aSeries(): Promise<Series> {
  const [story, digest] = [factsOf('one-branch'), (letter: string) => letter.repeat(64)];
  const text = async (since: string, until: string, lines = story): Promise<string> =>
    textOf(
      reports.json(
        await judge(
          changed(lines, (line) => (line.kind === 'audit' ? { ...line, run, at: until, period: { ...line.period, since, until } } : line)),
        ),
      ),
    );
  const week = (day: number): string => `2030-0${1 + Math.floor(day / 31)}-${String(1 + (day % 31)).padStart(2, '0')}T00:00:00Z`;
  const first = readAuditReport(await text(week(0), week(7)), digest('1'));
  const after = (letter: string, { since, until }: Pick<SeriesAudit, 'since' | 'until'>, manifest: string | null = null) => ({
    previous: { report: digest(letter), manifest, since, until },
  });
  const read = (letter: string, from: number, to: number, more: Partial<SeriesAudit>): SeriesAudit => ({
    ...first,
    file: `${letter}.json`,
    digest: digest(letter),
    packed: null,
    since: week(from),
    until: week(to),
    at: week(to),
    ...more,
  });
  const [one, two, three, ...rest] = first.findings;
  const open = rest.map((finding) => ({ ...finding, status: 'open' as const }));
  const log = { org: 'acme', org_id: '7', from: { sequence: 0, link: digest('0') }, to: { sequence: 9, link: digest('9') } };
  const packed = {
    digest: digest('d'),
    outcome: 'consistent',
    log,
    links: new Map([[9, digest('9')]]),
    heads: [{ sequence: 9, link: digest('9') }],
  } as const;
  const accepted = { owner: 'dora', until: '2030-03-01T00:00:00Z' };
  const list = (...findings: readonly (SeenFinding | undefined)[]) => findings.flatMap((finding) => finding ?? []);
  const a = read('1', 0, 7, { packed });
  const b = read('2', 7, 14, {
    ...after('1', a, digest('d')),
    packed: {
      ...packed,
      digest: digest('e'),
      log: { ...log, to: { sequence: 12, link: digest('8') } },
      links: new Map([
        [9, digest('9')],
        [12, digest('8')],
      ]),
      heads: [],
    },
    findings: list(
      one && { ...one, status: 'fixed' },
      two && { ...two, status: 'open', accepted },
      three && { ...three, status: 'open' },
      ...open,
    ),
  });
  const c = read('3', 16, 23, { ...after('2', b), complete: false, holes: 2, findings: open.slice(3) });
  const d = read('4', 20, 30, {
    ...after('7', c),
    packed: { ...packed, digest: digest('f'), outcome: 'broken', links: new Map([[9, digest('7')]]) },
    findings: [],
  });
  const e = read('5', 30, 37, { previous: null, branches: ['develop'], flows: ['unit'], findings: list(one) });
  const f = read('6', 30, 37, { repository: 'acme/stock', repositoryId: 9 });
  return judgeSeries({
    audits: [a, b, c, d, e, f],
    broken: [{ file: 'notes.json', why: ['It is no JSON', 'Nobody wrote it'] }],
    kept: [
      { link: digest('9'), keeper: 'Ada' },
      { link: digest('6'), keeper: null },
    ],
    period: { since: week(0), until: week(40) },
    repository: undefined,
  });
}

/** An organization with a repository in each state. */
function anOrganization(): OrganizationAudit {
  const more: readonly Partial<ListedRepository>[] = [
    {},
    {},
    { archived: true },
    { size: 0 },
    {},
    {},
    { createdAt: '2026-11-05T00:00:00Z' },
  ];
  const repositories = more.map((one, index) => listed(index + 1, one));
  const plan = makePlan(
    listing(repositories, { seen: new Set([1, 2, 3, 4, 5, 7]), holes: [{ what: 'Page 2', why: 'It did not come', fix: 'Run again' }] }),
    {
      ...request,
      shards: 1,
      exclusionOf: (name) => (name === 'acme/r5' ? { reason: 'A copy', owner: 'dora', until: '2027-01-01' } : undefined),
      audit: { ...request.audit, flows: ['unit'], branches: ['main'], timeZone: 'Asia/Tokyo' },
    },
  );
  const lack = { ...tested, rule: 'tag-moved', result: 'not tested', tested: 0, why: 'No right to read tags', lack: 'answer' } as const;
  const accepted = { reason: 'Known', owner: 'dora', until: '2026-12-01T00:00:00Z' };
  const results = [
    audited(1, {
      findings: [finding('high'), finding('low', accepted)],
      states: { covered: 1, uncovered: 1 },
      previous: { until: '2026-11-01T00:00:00Z', complete: true },
      fixed: 2,
    }),
    audited(2, { rules: [tested, lack], complete: false, holes: [{ what: 'Landings', why: 'GitHub answered 502', fix: 'Run again' }] }),
    { kind: 'empty', id: 4, name: 'acme/r4' } as const,
    { kind: 'failed', id: 7, name: 'acme/r7', why: 'The clone failed', fix: 'Run again' } as const,
  ];
  const inOrder = (repositoriesOf(plan, 0) ?? []).map(({ id }) => results.find((one) => one.id === id) ?? audited(id));
  return mergeParts(plan, partsOf([{ file: '0.json', text: partText(plan, 0, inOrder) }], plan));
}

type Texts = Readonly<Record<string, () => Promise<string>>>;
const joined = async (parts: Iterable<string>): Promise<string> => [...parts].join('');
const whole: Readonly<Record<string, () => Texts>> = {
  ...Object.fromEntries(
    Object.entries(audits).map(([name, [made, forms]]) => [
      name,
      (): Texts => {
        let audit: Promise<Audit> | undefined;
        return Object.fromEntries(forms.map((form) => [form, async () => textOf(reports[form](await (audit ??= made())))]));
      },
    ]),
  ),
  series: () => {
    let series: Promise<Series> | undefined;
    return Object.fromEntries(
      Object.entries(seriesReports).map(([form, write]) => [form, async () => joined(write(await (series ??= aSeries()), 'high'))]),
    );
  },
  organization: () =>
    Object.fromEntries(Object.entries(organizationReports).map(([form, write]) => [form, async () => joined(write(anOrganization()))])),
};

describe.each(Object.entries(whole))('%s', (name, textsOf) => {
  const file = join(folder, `${name.replaceAll(/,? /g, '-')}.reports.br`);
  const expected: Record<string, string> = existsSync(file) ? JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) : {};
  const written: Record<string, string> = {};
  const texts = Object.entries(textsOf());
  test.each(texts)('%s', async (form, write) => {
    const text = await write();
    if (process.env['WRITE_REPORTS'] === '1') {
      written[form] = text;
      if (form === texts.at(-1)?.[0]) writeFileSync(file, brotliCompressSync(JSON.stringify(written)));
      return;
    }
    // Only the lines that differ: a whole report is long.
    const [lines, before] = [text, expected[form] ?? ''].map((each) => each.split('\n'));
    const differing = [...(lines ?? []).keys()].filter((index) => lines?.[index] !== before?.[index]).slice(0, 10);
    expect(differing.map((index) => lines?.[index])).toEqual(differing.map((index) => before?.[index]));
    expect(text === expected[form]).toBe(true);
  });
});
