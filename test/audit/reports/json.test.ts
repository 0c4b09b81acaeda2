import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/audit/reports/json.ts';
import { attacks, hostileAudit, textOf } from './hostile.ts';
import { finding, sample, sha, world } from './sample.ts';
import { join } from 'node:path';
import { root } from '../../support/sources.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: true, allowUnionTypes: true });
formats.default(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(join(root, 'docs', 'compliance-audit-report.schema.json'), 'utf8')));

/** Reads the report, after it went through the published schema. */
async function report(audit = sample()): Promise<Record<string, unknown>> {
  const text = await textOf(json(audit));
  const read: Record<string, unknown> = JSON.parse(text);
  expect(isReport(read) ? [] : isReport.errors).toEqual([]);
  return read;
}

describe('the JSON report', () => {
  it('has the end of the log, and what each head proves that somebody kept', async () => {
    const [head, kept] = ['a'.repeat(64), 'b'.repeat(64)];
    const lost = 'c'.repeat(64);
    const witnesses = [
      { link: kept, keeper: null, sequence: 4, at: '2026-11-16T10:00:00.250Z' },
      { link: lost, keeper: 'Ada', keptIn: 'mail', until: '2027-02-21', sequence: null, at: null },
    ] as const;
    const log = { chain: { org: 'acme', orgId: '7', sequence: 9, link: head }, records: 9, problems: [], witnesses };
    expect((await report(sample({ world: { ...world, log } }))).log).toEqual({
      org: 'acme',
      witness: head,
      sequence: 9,
      readAt: world.header.at,
      records: 9,
      problems: [],
      witnesses: [
        { witness: kept, keeper: null, keptIn: null, until: null, sequence: 4, at: '2026-11-16T10:00:00.250Z' },
        { witness: lost, keeper: 'Ada', keptIn: 'mail', until: '2027-02-21', sequence: null, at: null },
      ],
      witnessedUpTo: 4,
    });
    expect((await report()).log).toBe(null);
  });

  it("has GitHub's number of the repository, where it is known", async () => {
    const { header } = await report(sample({ world: { ...world, header: { ...world.header, repositoryId: 12 } } }));
    expect(header).toMatchObject({ repository: world.header.repository, repositoryId: 12 });
  });

  it('has the population, the findings, the rules and the changes', async () => {
    const { changes, findings, population, rules } = await report();
    expect(population).toEqual({ changes: 2, landings: 2, commits: 2 });
    expect(findings).toEqual([
      {
        key: `change-without-trail:commit:${sha('b')}`,
        rule: 'change-without-trail',
        severity: 'high',
        control: 'SOC 2 CC8.1',
        controls: ['SOC 2 CC8.1'],
        subject: { kind: 'commit', id: sha('b'), url: `https://github.com/acme/shop/commit/${sha('b')}` },
        status: 'new',
        carried: false,
        firstSeen: '2026-11-22T06:00:00Z',
        at: '2026-11-17T09:00:00Z',
        message: 'Nothing was recorded about the change when it landed',
        fix: 'Run the gate for every change',
        change: { sha: sha('b'), pull: null },
        accepted: null,
      },
    ]);
    expect(rules).toMatchObject([
      { rule: 'change-without-trail', result: 'tested', tested: 2, why: null },
      { rule: 'tag-moved', result: 'not applicable', tested: 0 },
      { rule: 'record-altered', result: 'not tested', why: 'The interface has no operation that reads the log' },
    ]);
    expect(changes).toMatchObject([
      { sha: sha('a'), pull: { number: 41 }, state: 'covered' },
      { sha: sha('b'), pull: null },
    ]);
  });

  it('says what limits it, and how it was made', async () => {
    const hole = { kind: 'hole', what: 'Landing 9003', why: 'The list was cut off', fix: 'Run it again' } as const;
    const said = await report(sample({ complete: false, world: { ...world, holes: [hole] } }));
    expect(said).toMatchObject({
      version: 1,
      complete: false,
      header: { tool: { name: 'compliance-evidence' }, basis: 'github', period: { until: '2026-11-22T06:00:00Z' } },
      holes: [{ what: 'Landing 9003', why: 'The list was cut off', fix: 'Run it again' }],
      limits: [{ source: 'log' }],
      totals: { states: { covered: 1, uncovered: 1 }, trailsElsewhere: 3, control: [{ name: 'commits: main', count: 2 }] },
      queries: [{ of: 'git', times: 2, answered: 2 }],
    });
  });

  it('lists what was accepted, and not what is gone', async () => {
    const by = { commit: sha('e'), pull: null, merged: null, approved: [] };
    const accepted = { reason: 'Moved by hand', owner: 'alice', until: '2026-12-01T00:00:00Z', by };
    const findings = [finding({ accepted }), finding({ key: 'b', accepted, status: 'fixed' }), finding({ key: 'c' })];
    const said = await report(sample({ findings }));
    expect(said['accepted']).toEqual([{ key: `change-without-trail:commit:${sha('b')}`, ...accepted, endsSoon: true }]);
    const { by: _, ...unknown } = accepted;
    expect((await report(sample({ findings: [finding({ accepted: unknown })] })))['accepted']).toMatchObject([{ by: null }]);
    expect(said['findings']).toHaveLength(3);
  });

  it('says which findings were carried over, and when each happened', async () => {
    const said = await report(sample({ findings: [finding({ carried: true, status: 'open' }), finding({ key: 'b', at: null })] }));
    expect(said['findings']).toMatchObject([
      { status: 'open', carried: true, at: '2026-11-17T09:00:00Z' },
      { status: 'new', carried: false, at: null },
    ]);
  });

  it.each([
    ['carried', 'yes'],
    ['carried', undefined],
    ['at', 'yesterday'],
    ['at', undefined],
  ])('is no report of the published form with %s as %j', async (field, value) => {
    const { findings, ...read } = await report();
    const [first] = Array.isArray(findings) ? findings : [];
    expect(isReport(JSON.parse(JSON.stringify({ ...read, findings: [{ ...first, [field]: value }] })))).toBe(false);
  });

  it('has its changes last, one a line, so that a reader of the rest can stop', async () => {
    const text = await textOf(json(sample()));
    const lines = text.split('\n');
    const first = lines.findIndex((line) => line.startsWith('  "changes": ['));
    expect(lines.slice(first + 1)).toEqual([expect.stringMatching(/^ {4}\{.*\},$/), expect.stringMatching(/^ {4}\{.*\}$/), '  ]', '}', '']);
    expect(await textOf(json(sample({ findings: [] }, [])))).toContain('"findings": [],\n  "artifacts": [],\n  "changes": []\n}\n');
  });

  it('gives the same bytes for the same audit', async () => {
    expect(await textOf(json(sample()))).toBe(await textOf(json(sample())));
  });

  it.each(attacks)('holds %s as the text that it is', async (_, text) => {
    const audit = hostileAudit(text);
    const read: { readonly changes: readonly { readonly title: string }[]; readonly tags: object } = JSON.parse(await textOf(json(audit)));
    expect(read.changes[0]?.title).toBe(text);
    expect(Object.entries(read.tags)).toEqual([[text, sha('d')]]);
  });
});
