import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { reports } from '../../../src/audit/formats.ts';
import { packAudit } from '../../../src/audit/package/pack.ts';
import { openBytes, readTar } from '../../../src/audit/package/tar.ts';
import { takeSample, type SampleRequest } from '../../../src/audit/sample/take-sample.ts';
import { testSheet } from '../../../src/audit/sample/test-sheet.ts';
import { faults, silent } from '../world/faults.ts';
import { judge, play, type Played } from '../world/play.ts';
import { openStory, type Story } from '../world/story.ts';
import { check } from './packing.ts';

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

/** The script as the page has it. */
function pageScript(): string {
  const page = readFileSync(new URL('../../../docs/audit-sample.md', import.meta.url), 'utf8');
  const [, script] = /```python\n([^]*?)```/.exec(page) ?? [];
  if (script === undefined) throw new Error('The page has no script');
  return script;
}

let story: Story;
let played: Played;
/** The end of the log while the audit ran, as the service answered it. */
let head = '';

beforeAll(async () => {
  story = await openStory();
  for (const scene of [silent['a squash'], silent['a merge commit'], faults['an override']]) await scene?.(story);
  played = await play(story, { withLog: true });
  const log = played.lines.find(({ kind }) => kind === 'log');
  head = log?.kind === 'log' ? (log.chain?.link ?? '') : '';
});
afterAll(() => story.close());

async function packed(lines: readonly Line[] = played.lines, wanted?: SampleRequest): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = async function* (): AsyncGenerator<Line> {
    yield* lines;
  };
  const audit = await judge(lines);
  const sample = wanted === undefined ? undefined : await takeSample(audit, wanted);
  const archive = packAudit({ lines: all(), audit, reports, page: '<p>page', folder, sample });
  return Buffer.concat(await Array.fromAsync(archive));
}

async function contentsOf(archive: Buffer): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  const source = openBytes(
    (async function* () {
      yield archive;
    })(),
  );
  for await (const { content, path } of readTar(source)) contents.set(path, Buffer.concat(await Array.fromAsync(content)).toString());
  return contents;
}

/** The bodies of the records that a package shows. */
async function recordsOf(lines: readonly Line[]): Promise<readonly string[]> {
  const text = (await contentsOf(await packed(lines))).get('records.ndjson') ?? '';
  return text
    .trim()
    .split('\n')
    .flatMap((line): string[] => JSON.parse(line).body ?? []);
}

describe('the package of a week that was played', () => {
  test('is whole, and witnessed by the head of the service', async () => {
    const { problems, records } = await check(await packed(), head);
    expect([problems, records?.witness]).toEqual([[], { kind: 'end' }]);
    // The token of the team is there as a hash alone.
    expect(records?.hidden).toBeGreaterThan(0);
    expect(records?.shown).toBeGreaterThan(5);
  });

  test('has the same bytes again', async () => {
    expect(await packed()).toEqual(await packed());
  });

  test('holds no hash of a token, and every attestation of the audited trails', async () => {
    const contents = await contentsOf(await packed());
    expect(contents.get('records.ndjson')).not.toContain('token_hash');
    const ids = played.lines.flatMap((line) =>
      line.kind === 'landing' ? line.trails.flatMap(({ records }) => records.map(({ id }) => id)) : [],
    );
    expect(ids.length).toBeGreaterThan(2);
    expect(contents.get('records.ndjson')).toContain('flow_reported');
    for (const id of ids) expect(contents.get('records.ndjson')).toContain(id);
  });

  test('keeps who made the credentials of machines, whose records it hides', async () => {
    const holders = [{ user: 'release-bot', by: 'ada', at: '2026-11-02T10:00:00Z' }];
    const contents = await contentsOf(await packed(played.lines.map((line) => (line.kind === 'log' ? { ...line, holders } : line))));
    expect(contents.get('collected.ndjson')).toContain(JSON.stringify(holders));
  });

  test('gives the same reports again from its own facts', async () => {
    const contents = await contentsOf(await packed());
    const lines = (contents.get('collected.ndjson') ?? '')
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line));
    const again = await judge(lines);
    for (const [path, form] of [
      ['index.html', 'html'],
      ['audit.json', 'json'],
      ['changes.csv', 'csv'],
      ['audit.md', 'markdown'],
      ['oscal.json', 'oscal'],
    ] as const)
      expect([path, (await Array.fromAsync(reports[form](again))).join('')]).toEqual([path, contents.get(path)]);
    expect(lines.some(({ kind }) => ['record', 'attached', 'answer'].includes(kind))).toBe(false);
  });

  test('holds each answer of GitHub as it was read, and its facts none', async () => {
    const archive = await packed();
    const lines = (await contentsOf(archive)).get('github.ndjson')?.trim().split('\n') ?? [];
    const asked = played.lines.flatMap((line) => (line.kind === 'query' && line.of === 'GitHub' ? Array(line.times).fill(line.text) : []));
    expect(lines.length).toBe(asked.length);
    expect((await check(archive)).answers?.count).toBe(lines.length);
    expect(lines.every((line) => /^\{"read_at":"2\d{3}-/.test(line))).toBe(true);
    expect(lines.join('')).not.toMatch(/ghs_token|a-token-for-the-story|authorization/i);
    expect(lines.join('')).toContain('"path":"/repos/acme/shop/activity"');
  });

  test('has a readme that names each of its members, and nothing else', async () => {
    const contents = await contentsOf(await packed());
    const named = [...(contents.get('README.txt') ?? '').matchAll(/^ {2}([\w./-]+) {2,}/gm)].map(([, path = '']) => path);
    const isThere = (path: string): boolean =>
      [...contents.keys()].some((one) => one === path || (path.endsWith('/') && one.startsWith(path)));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
    expect(named).toContain('in-force/');
    expect(named).not.toContain('sample/');
    const all = ['README.txt', 'audit.json', 'audit.md', 'changes.csv', 'oscal.json'];
    expect([...contents.keys()].filter((path) => !all.includes(path) && !named.includes(path.replace(/\/.*/, '/')))).toEqual([]);
  });

  test('of an audit that did not ask GitHub holds none', async () => {
    const without = await play(story, { withLog: true, withoutGitHub: true });
    expect([...(await contentsOf(await packed(without.lines))).keys()]).not.toContain('github.ndjson');
  });

  test.for([
    ['none', []],
    ['kind', ['landing_kind']],
    ['state', ['state']],
  ] as const)('has a sample by %s that the script of the documentation draws again', async ([strata, column], { skip }) => {
    skip(!hasPython(), 'python3 is missing: the script of docs/audit-sample.md is not run');
    const request = { kind: 'drawn', count: 2, seed: 'a seed of an auditor', strata } as const;
    const archive = await packed(played.lines, request);
    expect((await check(archive, head)).problems).toEqual([]);
    const contents = await contentsOf(archive);
    const folder = mkdtempSync(join(tmpdir(), 'sample-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'changes.csv'), contents.get('changes.csv') ?? '');
    const args = ['-', join(folder, 'changes.csv'), request.seed, '2', ...column];
    const [first = '', ...drawn] = execFileSync('python3', args, { input: pageScript(), encoding: 'utf8' }).trim().split('\n');
    expect(drawn.length).toBeGreaterThanOrEqual(2);
    const rows = (contents.get('sample/sample.csv') ?? '').trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.slice(1, -1).split('","')).map(([, key, order]) => `${order} ${key}`)).toEqual(drawn);
    expect(contents.get('sample/README.txt')).toContain(`${first.split(' ')[0]} changes of`);
    expect(contents.get('sample/README.txt')).toContain(first.split(' ')[1]);
    expect([...contents.keys()].filter((path) => path.endsWith('/test-sheet.csv')).length).toBe(drawn.length);
  });

  test('has the test sheet of a change that somebody overrode, with what is known of it', async () => {
    const { changes } = await takeSample(played.audit, { kind: 'drawn', count: 100, seed: 'x', strata: 'none' });
    const overridden = changes.find(({ change }) => change.findings.some((key) => key.startsWith('overridden')));
    if (overridden === undefined) throw new Error('Nobody overrode anything');
    const sheet = testSheet(played.audit, overridden.change);
    expect(sheet).toContain('"Marked as an emergency: no\n');
    expect(sheet).toMatch(/"G",[^]*overr/);
    expect(sheet).toMatch(/"B",.*"Authors: \w+/);
  });

  test('has the template of its flow as it was sent, with the record that brought it', async () => {
    const contents = await contentsOf(await packed());
    const [, cells] = (contents.get('in-force/index.csv') ?? '').split('\r\n').map((row) => row.slice(1, -1).split('","'));
    const [kind, name, , , sequence, , , isAtEnd, path = ''] = cells ?? [];
    expect([kind, name, isAtEnd]).toEqual(['flows', 'unit', 'yes']);
    expect(contents.get(path)).toBe('trail:\n  attestations:\n    - name: tests\n      type: junit\n');
    expect(path).toBe(`in-force/flows/unit-${sequence}.yml`);
    const record = (contents.get('records.ndjson') ?? '').split('\n')[Number(sequence) - 1] ?? '';
    expect(JSON.parse(JSON.parse(record).body)).toMatchObject({ kind: 'flow_reported', flow: 'unit' });
  });

  test('of one trail says so, and has the records of other changes as hashes alone', async () => {
    const shown = await recordsOf(played.lines);
    const trail = played.lines.flatMap((line) => (line.kind === 'landing' ? line.trails : []))[0];
    if (trail === undefined) throw new Error('There is no trail');
    const { lines } = await play(story, {
      withLog: true,
      flows: [trail.flow],
      scope: { kind: 'trail', flow: trail.flow, trail: trail.name },
    });
    const archive = await packed(lines);
    const { manifest, problems, records } = await check(archive);
    expect([problems, manifest?.scope]).toEqual([[], { kind: 'trail', flow: trail.flow, trail: trail.name }]);
    const own = await recordsOf(lines);
    const of = (texts: readonly string[]): readonly string[] => texts.filter((text) => text.includes('"trail":'));
    expect(own.some((text) => text.includes(`"trail":"${trail.name}"`))).toBe(true);
    expect(of(own).length).toBeLessThan(of(shown).length);
    expect(records?.hidden).toBeGreaterThan(shown.length - own.length);
  });

  test('is not made of facts that were collected without the log', async () => {
    const without = played.lines.filter(({ kind }) => !['log', 'record', 'attached', 'answer'].includes(kind));
    await expect(packed(without)).rejects.toThrow('The collected file has no log of the service, which a package needs');
  });
});
