import { describe, expect, it } from 'vitest';
import type { Previous } from '../../../src/audit/facts/previous.ts';
import { completeTips, completeUntil } from '../../../src/audit/previous/packed-previous.ts';
import { readPrevious } from '../../../src/audit/previous/read-previous.ts';
import { json } from '../../../src/audit/reports/json.ts';
import { attacks, hostileAudit, textOf } from '../reports/hostile.ts';
import { finding, sample, sha, world } from '../reports/sample.ts';

const digest = 'ab'.repeat(32);
const previous: Previous = {
  about: { repository: 'acme/shop', repositoryId: 12, serverUrl: 'https://github.com', org: 'acme' },
  complete: true,
  since: null,
  until: '2026-11-15T06:00:00Z',
  completeUntil: '2026-11-15T06:00:00Z',
  completeTips: { next: sha('f') },
  flows: [],
  branches: ['main'],
  findings: [],
  tags: { 'v1.0.0': sha('d'), 'v1.1.0': sha('d') },
  head: { org: 'acme', link: 'c'.repeat(64), sequence: 7, readAt: '2026-11-15T06:00:01Z' },
  digest,
};

/** A report with another value in one place. */
async function changed(...[path, value]: readonly [path: readonly (string | number)[], value: unknown]): Promise<string> {
  const report: unknown = JSON.parse(await textOf(json(sample())));
  let at: unknown = report;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(Object(at), last);
  else Reflect.set(Object(at), last, value);
  return JSON.stringify(report);
}

describe('the report of the audit before', () => {
  it('is read as this program wrote it', async () => {
    const tag = { kind: 'tag', name: 'v1.1.0', sha: sha('e'), moved: [], url: null } as const;
    const audit = sample({
      world: { ...world, previous, tags: [tag] },
      findings: [finding(), finding({ key: 'gone', status: 'fixed' })],
    });
    const { accepted: _accepted, carried: _carried, status: _status, ...known } = finding();
    expect(readPrevious(await textOf(json(audit)), digest)).toEqual({
      about: {
        repository: world.header.repository,
        repositoryId: null,
        serverUrl: world.header.serverUrl,
        org: world.header.service?.org ?? null,
      },
      complete: true,
      since: '2026-11-15T06:00:00Z',
      until: '2026-11-22T06:00:00Z',
      completeUntil: '2026-11-22T06:00:00Z',
      // Where it says nothing of its own branch, that stays as it was known.
      completeTips: { next: sha('f') },
      flows: world.header.flows,
      branches: ['main'],
      findings: [known],
      // A tag that is gone now may come back at another commit.
      tags: { 'v1.0.0': sha('d'), 'v1.1.0': sha('e') },
      // The audit before did not read the log, and so hands on the head of the one before it.
      head: previous.head,
      digest,
    });
  });

  it.each([
    [['findings', 0, 'at'], null],
    [['findings', 0, 'change'], null],
    [['findings', 0, 'change'], { sha: sha('b'), pull: null, authors: ['digest'] }],
    [['findings', 0, 'controls'], []],
  ] as const)('takes %j as %j', async (path, value) => {
    const [read] = readPrevious(await changed(path, value), digest).findings;
    expect(read).toMatchObject({ [path[2]]: value });
  });

  it('takes a finding that was carried like any other, and believes nothing of that: it is judged anew', async () => {
    const [read] = readPrevious(await changed(['findings', 0, 'carried'], 'yes'), digest).findings;
    expect(read).not.toHaveProperty('carried');
    const audit = sample({ findings: [finding({ carried: true, status: 'open' })] });
    expect(readPrevious(await textOf(json(audit)), digest).findings).toEqual(readPrevious(await textOf(json(sample())), digest).findings);
  });

  it('has the head of the log that this audit read, where the log held, else the one before', async () => {
    const own = { org: 'acme', orgId: '7', sequence: 9, link: 'a'.repeat(64) };
    const log = { chain: own, records: 9, problems: [], witnesses: [] };
    const headOf = async (world_: Partial<typeof world>): Promise<unknown> =>
      readPrevious(await textOf(json(sample({ world: { ...world, previous, ...world_ } }))), digest).head;
    expect(await headOf({ log })).toEqual({ org: 'acme', link: own.link, sequence: 9, readAt: world.header.at });
    expect(await headOf({ log: { ...log, problems: ['Record 3: it was changed'] } })).toEqual(previous.head);
    expect(await headOf({ log: { ...log, chain: { ...own, sequence: 0, link: '0'.repeat(64) } } })).toEqual(previous.head);
    expect(await headOf({ previous: null })).toBeNull();
    expect(readPrevious(await changed(['head'], undefined), digest).head).toBeNull();
  });

  it.each(attacks)('survives %s in what it holds', async (_, text) => {
    const read = readPrevious(await textOf(json(hostileAudit(text))), digest);
    expect(read.findings.map(({ message }) => message)).toEqual([text, text]);
    expect(read.findings[0]?.subject.url).toBeNull();
    expect(Object.entries(read.tags)).toEqual([[text, sha('d')]]);
  });

  it('reads nothing of its changes, nor of what it does not know', async () => {
    const text = await textOf(json(sample()));
    const broken = text.replace(/"changes": \[[^]*\]/, '"changes": [{"sha": nonsense, "]": [7 8]}], "other": {"a": ["\\\\\\"}"]}');
    expect(broken).toContain('nonsense');
    expect(readPrevious(broken, digest).findings).toHaveLength(1);
    expect(readPrevious(`\uFEFF${text}`, digest).complete).toBe(true);
  });

  it.each([
    ['nothing', '', 'is no JSON object, or was cut off'],
    ['a list', '[]', 'is no JSON object, or was cut off'],
    ['another JSON file', '{"name": "x"}', 'has no version'],
    ['a page', '<!doctype html><title>x</title>', 'is no JSON object, or was cut off'],
    ['brackets alone', '['.repeat(1_000_000), 'is no JSON object, or was cut off'],
    ['brackets in a field', `{"version":1,"changes":${'['.repeat(1_000_000)}`, 'is no JSON object, or was cut off'],
    ['a name without an end', '{"version', 'is no JSON object, or was cut off'],
    ['a name twice', '{"version": 1, "version": 2}', 'is no JSON object, or was cut off'],
  ])('is not %s', (_, text, what) => {
    expect(() => readPrevious(text, digest)).toThrow(`The report of the audit before (previous) ${what}`);
  });

  it('is refused where it was cut off, wherever that was', async () => {
    const text = await textOf(json(sample()));
    for (let end = 0; end < text.trimEnd().length; end += 7) expect(() => readPrevious(text.slice(0, end), digest)).toThrow('cut off');
    expect(() => readPrevious(`${text}{}`, digest)).toThrow('cut off');
  });

  it.each([
    [['version'], 2, 'is of a version that this program does not know'],
    [['complete'], 'true', 'is not as it was written: complete is neither true nor false'],
    [['complete'], undefined, 'has no complete'],
    [['header', 'period', 'until'], 'yesterday', 'is not as it was written: header.period.until is no moment like'],
    [['header', 'period', 'until'], '2026-02-31T99:00:00Z', 'is not as it was written: header.period.until is no moment like'],
    [['header', 'period', 'since'], 7, 'is not as it was written: header.period.since is no moment like'],
    [['header', 'repositoryId'], '13', 'is not as it was written: header.repositoryId is no whole number'],
    [['completeUntil'], '2026-11-22', 'is not as it was written: completeUntil is no moment like'],
    [['findings'], {}, 'is not as it was written: findings is no list'],
    [['findings', 0], null, 'is not as it was written: findings[0] is no object'],
    [['findings', 0, 'status'], 'closed', 'is not as it was written: findings[0].status is none of new, open, fixed'],
    [['findings', 0, 'key'], '', 'is not as it was written: findings[0].key is empty'],
    [['findings', 0, 'severity'], 'none', 'is not as it was written: findings[0].severity is none of low, medium, high, critical'],
    [['findings', 0, 'rule'], 7, 'is not as it was written: findings[0].rule is no text'],
    [['findings', 0, 'fix'], null, 'is not as it was written: findings[0].fix is no text'],
    [['findings', 0, 'at'], undefined, 'is not as it was written: findings[0].at is no moment like'],
    [['findings', 0, 'at'], '2026-11-17', 'is not as it was written: findings[0].at is no moment like'],
    [['findings', 0, 'at'], 0, 'is not as it was written: findings[0].at is no moment like'],
    [['findings', 0, 'controls'], undefined, 'is not as it was written: findings[0].controls is no list'],
    [['findings', 0, 'controls'], ['SOC 2 CC8.1', 7], 'is not as it was written: findings[0].controls[1] is no text'],
    [['findings', 0, 'controls'], 'SOC 2 CC8.1', 'is not as it was written: findings[0].controls is no list'],
    [['findings', 0, 'change'], undefined, 'is not as it was written: findings[0].change is no object'],
    [['findings', 0, 'change'], sha('b'), 'is not as it was written: findings[0].change is no object'],
    [['findings', 0, 'change', 'sha'], 'main', 'is not as it was written: findings[0].change.sha is not 40 hexadecimal digits'],
    [['findings', 0, 'change', 'authors'], 'alice', 'is not as it was written: findings[0].change.authors is no list'],
    [['findings', 0, 'change', 'sha'], sha('b').slice(1), 'is not as it was written: findings[0].change.sha is not 40 hexadecimal digits'],
    [['findings', 0, 'change', 'pull'], '41', 'is not as it was written: findings[0].change.pull is no whole number'],
    [['findings', 0, 'change', 'pull'], 4.1, 'is not as it was written: findings[0].change.pull is no whole number'],
    [['findings', 0, 'change', 'pull'], undefined, 'is not as it was written: findings[0].change.pull is no whole number'],
    [['findings', 0, 'firstSeen'], null, 'is not as it was written: findings[0].firstSeen is no moment like'],
    [['findings', 0, 'subject', 'kind'], 'toString', 'is not as it was written: findings[0].subject.kind is none of artifact, audit'],
    [['findings', 0, 'subject', 'id'], undefined, 'is not as it was written: findings[0].subject.id is no text'],
    [['findings', 1], finding(), 'has the key of findings[1] twice'],
    [['head'], 'c'.repeat(64), 'is not as it was written: head is no object'],
    [['head'], { ...previous.head, link: 'c' }, 'is not as it was written: head.link is not 64 hexadecimal digits'],
    [['head'], { ...previous.head, sequence: 0 }, 'is not as it was written: head.sequence is zero'],
    [['head'], { ...previous.head, org: '' }, 'is not as it was written: head.org is empty'],
    [['head'], { ...previous.head, readAt: 'now' }, 'is not as it was written: head.readAt is no moment like'],
    [['tags'], [], 'is not as it was written: tags is no object'],
    [['tags', 'v1'], 'main', 'is not as it was written: tags["v1"] is not 40 hexadecimal digits'],
    [['completeTips'], [], 'is not as it was written: completeTips is no object'],
    [['completeTips', 'main'], 'main', 'is not as it was written: completeTips["main"] is not 40 hexadecimal digits'],
  ] as const)('is refused with %j as %j', async (path, value, what) => {
    const text = await changed(path, value);
    expect(() => readPrevious(text, digest)).toThrow(`The report of the audit before (previous) ${what}`);
  });

  it.each([
    ['is longer than any report', ' '.repeat(400_000_001), 'has 400,000,001 characters, and at most 400,000,000 are read'],
    [
      'has more findings than fit into memory',
      `{"version":1,"complete":true,"header":{},"completeUntil":null,"tags":{},"findings":[${' '.repeat(100_000_000)}]}`,
      'has 100,000,002 characters of findings, and at most 100,000,000 are read',
    ],
  ])('is refused where it %s', (_, text, what) => {
    expect(() => readPrevious(text, digest)).toThrow(what);
  });

  it('says how to fix it', () => {
    expect(() => readPrevious('{}', digest)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        fix: 'Give the whole file that the audit before wrote with --json. Without one every finding is new',
      }),
    );
  });
});

describe('until when complete audits cover all time', () => {
  it.each([
    ['the first one ends', true, null, '2026-11-15T06:00:00Z', '2026-11-22T06:00:00Z'],
    ['one follows the other', true, '2026-11-15T06:00:00Z', '2026-11-15T06:00:00Z', '2026-11-22T06:00:00Z'],
    ['they overlap', true, '2026-11-18T06:00:00Z', '2026-11-15T06:00:00Z', '2026-11-22T06:00:00Z'],
    ['an old time is audited again', true, '2026-11-29T06:00:00Z', '2026-11-15T06:00:00Z', '2026-11-29T06:00:00Z'],
    ['there is a gap before it', true, '2026-11-01T06:00:00Z', '2026-11-15T06:00:00Z', '2026-11-01T06:00:00Z'],
    ['it has no beginning', true, '2026-11-01T06:00:00Z', null, '2026-11-22T06:00:00Z'],
    ['it is not complete', false, '2026-11-15T06:00:00Z', '2026-11-15T06:00:00Z', '2026-11-15T06:00:00Z'],
    ['none was ever complete', false, null, '2026-11-15T06:00:00Z', null],
  ] as const)('where %s', (_, complete, known, since, until) => {
    const header = { ...world.header, period: { ...world.header.period, since } };
    const audit = sample({ complete, world: { ...world, header, previous: { ...previous, completeUntil: known } } });
    expect(completeUntil(audit)).toBe(until);
  });

  it.each([
    [true, { next: sha('f'), main: sha('e') }],
    [false, { next: sha('f') }],
  ])('is, for an audit that is complete: %s, a commit of each branch', (complete, tips) => {
    const header = { ...world.header, branches: [{ name: 'main', tip: sha('d'), end: sha('e') }] };
    expect(completeTips(sample({ complete, world: { ...world, header, previous } }))).toEqual(tips);
  });

  it('is where it was before, after an audit that begins at a commit', () => {
    const header = { ...world.header, period: { ...world.header.period, since: null, sinceSha: sha('a') } };
    const audit = sample({ world: { ...world, header, previous: { ...previous, completeUntil: '2026-11-01T06:00:00Z' } } });
    expect(completeUntil(audit)).toBe('2026-11-01T06:00:00Z');
  });
});
