import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv, row } from '../../../src/audit/reports/csv.ts';
import { hostile } from '../../text/hostile.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { reported, sample, sha, twoChanges, world } from './sample.ts';

/** Reads a table by RFC 4180: cells with commas, CR LF behind each row, a quote in a cell doubled. */
function read(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/gy)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  expect(rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')).toBe(text);
  return rows;
}

/** All characters that some spreadsheet may take for the start of a cell, without those that it passes over there. */
function starts(cell: string): readonly string[] {
  return cell.split(/[;|\t\r\n]/).map((part) => part.replace(/^[\s"\p{Cf}\p{Cc}]+/u, ''));
}

const formula = /^[=+\-@＝＋－＠]/;

/** The text that was put into a cell: without the apostrophe before the beginning of a formula. */
const plainCell = (text: string): string => text.replace(/(?<=^|[;\|\t\n])'(?=[[\s"]--[\t\n]]*['=+\-@＝＋－＠﹦﹢﹣﹫−\t\n])/gv, '');

describe('the table of changes', () => {
  it('has a row a change under names that stay, in UTF-8 with its mark', async () => {
    const text = await textOf(csv(sample()));
    expect(text.startsWith('\uFEFF"sha","pull_request","branch","landed_at",')).toBe(true);
    const [head, first, second] = read(text.slice(1));
    expect(head?.join(' ')).toBe(
      'sha pull_request branch landed_at landing landing_kind title commits authors reviewers approved_at merged_by state ' +
        'match trails at_merge at_deployment now now_by_todays_template lacks ' +
        'tests deployments findings commit_url pull_request_url run_url trail_urls deployment_urls ' +
        'approved tested_before_merge tested_why overrides approved_why committed_at_claim dated_before_period artifacts artifact_approvals',
    );
    expect(first?.slice(0, 13).join(' · ')).toBe(
      `${sha('a')} · 41 · main · 2026-11-16T10:00:00Z · 9001 · pull-request · Add prices · 1 · alice · bob · 2026-11-16T09:30:00Z · bob · covered`,
    );
    expect(first?.slice(13, 21).join(' · ')).toBe(
      `unit: sha · unit: ${sha('a')} · unit: compliant · unit: not deployed · unit: compliant · unit: compliant · unit:  · 12 passed, 1 skipped`,
    );
    expect(second?.[12]).toBe('uncovered');
    expect(second?.[22]).toBe(`change-without-trail:commit:${sha('b')}`);
  });

  it('names no flow where any flow is enough', async () => {
    const [, cells] = read(
      (
        await textOf(
          csv(
            sample(
              {},
              reported().coverage.map((one) => reported({ coverage: [{ ...one, flow: '', trail: null, match: 'none' }] })),
            ),
          ),
        )
      ).slice(1),
    );
    expect(cells?.slice(13, 15)).toEqual(['any flow: none', 'any flow: ']);
  });

  it('has the date of the commit as a claim, where git alone was asked, and says where it is before the period', async () => {
    const at = '2026-11-01T08:00:00.000Z';
    const claims = [
      { at, isBefore: true },
      { at, isBefore: false },
    ].map((committed) => reported({ landedAt: null, committed }));
    const rows = read((await textOf(csv(sample({}, claims)))).slice(1));
    expect(rows.slice(1).map((cells) => [cells[3], ...cells.slice(33, 35)])).toEqual([
      ['', at, 'yes'],
      ['', at, ''],
    ]);
  });

  it('says of each change whether it was approved, tested and overridden, in words to count', async () => {
    const override = {
      id: 'o1',
      flow: 'unit',
      trail: 'build-1',
      name: 'unit-tests',
      fingerprint: null,
      by: 'carol',
      at: '2026-11-16T09:00:00Z',
      compliant: true,
      reason: 'The disk was full',
      url: null,
    };
    const rows = read((await textOf(csv(sample({}, [...twoChanges, reported({ overrides: [override] })])))).slice(1));
    expect(rows.slice(1).map((cells) => cells.slice(28, 33))).toEqual([
      ['yes', 'yes', 'results of tests were there before it landed', '', ''],
      ['no', 'no', 'nothing was recorded', '', 'it has no pull request'],
      [
        'yes',
        'yes',
        'results of tests were there before it landed',
        'carol set unit-tests on unit/build-1 to yes at 2026-11-16T09:00:00Z: The disk was full',
        '',
      ],
    ]);
  });

  it('says of what nobody was asked that it is not known, and not that there is none', async () => {
    const untold = (['pull-requests', 'deployments'] as const).map(
      (source) => ({ kind: 'untold', source, why: 'GitHub was not asked', fix: 'Give a token' }) as const,
    );
    const change = reported({ pull: null, reviewers: [] });
    const [, cells] = read((await textOf(csv(sample({ world: { ...world, untold } }, [change])))).slice(1));
    expect([1, 9, 16, 21].map((column) => cells?.[column])).toEqual(['not known', 'not known', 'unit: not known', 'not known']);
    const [, told] = read((await textOf(csv(sample({}, [change])))).slice(1));
    expect([1, 9, 16, 21].map((column) => told?.[column])).toEqual(['', '', 'unit: not deployed', '']);
  });

  it('says each flow, deployment and finding of a change', async () => {
    const [coverage] = reported().coverage;
    if (coverage === undefined) throw new Error('the sample has no coverage');
    const change = reported({
      coverage: [
        coverage,
        {
          ...coverage,
          flow: 'lint',
          match: 'none',
          trail: null,
          url: null,
          atMerge: 'none',
          atDeployment: 'none',
          lacks: ['eslint', 'tsc'],
        },
      ],
      deployments: [{ environment: 'production', at: '2026-11-17T08:00:00Z', url: null }],
      findings: ['a:1', 'b:2'],
    });
    const [, cells] = read((await textOf(csv(sample({}, [change])))).slice(1));
    expect(cells?.slice(13, 16)).toEqual(['unit: sha; lint: none', `unit: ${sha('a')}; lint: `, 'unit: compliant; lint: none']);
    expect(cells?.slice(16, 17)).toEqual(['unit: not deployed; lint: none']);
    expect(cells?.[19]).toBe('unit: ; lint: eslint, tsc');
    expect(cells?.slice(21, 23)).toEqual(['production at 2026-11-17T08:00:00Z', 'a:1; b:2']);
  });

  it.each(attacks)('runs nothing of %s', async (_, text) => {
    const rows = read((await textOf(csv(hostileAudit(text)))).slice(1));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toHaveLength(rows[0]?.length ?? 0);
    for (const cell of rows[1] ?? []) {
      for (const start of starts(cell)) expect(start).not.toMatch(formula);
      expect(cell).not.toMatch(/^[\t\r\n]|[\u200B\u202E\u2066\u0000\u001B]/);
    }
  });
});

describe('a cell', () => {
  it.each([
    ['=1', "'=1"],
    ['＝1', "'＝1"],
    ['﹢1', "'﹢1"],
    ['\tx', "'\tx"],
    [' "=1', `' "=1`],
    ["'quoted'", "''quoted'"],
    ['a;=1', "a;'=1"],
    ['a; -1', "a;' -1"],
    ['a, -1', 'a, -1'],
    ['2026-11-16', '2026-11-16'],
    ['x=1', 'x=1'],
  ])('%j becomes %j, and can be taken back', (text, safe) => {
    const [[cell] = []] = read(row([text]));
    expect(cell).toBe(safe);
    expect(plainCell(cell ?? '')).toBe(text);
  });

  it('begins no formula, whatever stands in it, and gives the text back', () => {
    const signs = fc.array(fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ' ', '\t', '\n', '\u3000', ';', '|', ',', 'x', '1'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          signs.map((all) => all.join('')),
          hostile,
        ),
        (text) => {
          const [[cell = ''] = []] = read(row([text]));
          for (const start of starts(cell)) expect(start).not.toMatch(formula);
          // Only invisible characters are gone for good.
          const [[again = ''] = []] = read(row([plainCell(cell)]));
          expect(again).toBe(cell);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is cut before a spreadsheet would part it', () => {
    expect(row(['x'.repeat(40_000)]).length).toBe(32_000 + 4);
  });
});
