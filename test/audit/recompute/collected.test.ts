import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { checkLines, commitsOf, readTold, type Told } from '../../../src/audit/recompute/collected.ts';
import { trail } from '../coverage/world.ts';
import { header, landed } from '../judge/judged.ts';
import { hex } from '../package/packing.ts';
import { at, commit, pull, sha } from '../reviews/pull.ts';

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'collected-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'collected.ndjson');
  writeFileSync(file, text);
  return file;
}

describe('a line of facts that no audit writes is found:', () => {
  const oddly = (line: number, why: string) => `collected.ndjson, line ${line}: no audit writes it so: ${why}`;
  const [twice, apart] = ['it has a field twice, or is written in another way', 'it is of a kind that is a member of its own in a package'];
  test.each<[string, string, readonly string[]]>([
    ['none', '{"kind":"audit"}\n{"kind":"end"}\n', []],
    ['one that is cut off', '{"kind":"audit"}\n{"kind":"end"}', [oddly(2, 'its end is missing')]],
    ['no JSON', 'kind\n{"kind":"end"}\n', [oddly(1, 'it is no JSON')]],
    ['a field twice', '{"kind":"audit","kind":"end"}\n', [oddly(1, twice)]],
    ['a space', '{"kind": "audit"}\n', [oddly(1, twice)]],
    ['a number in another form', '{"kind":"audit","n":1.0}\n', [oddly(1, twice)]],
    ...['record', 'attached', 'answer', 'witness'].map((kind): [string, string, string[]] => [
      kind,
      `{"kind":"${kind}"}\n`,
      [oddly(1, apart)],
    ]),
    ['a file with its digest', `{"kind":"file","digest":"${hex('a: 1')}","text":"a: 1"}\n`, []],
    [
      'a file with another digest',
      `{"kind":"file","digest":"${hex('a: 1')}","text":"a: 2"}\n`,
      [oddly(1, "its text of the audit's file has another SHA-256 than it says")],
    ],
    ['at most five of them', 'x\n'.repeat(6), [1, 2, 3, 4, 5].map((line) => oddly(line, 'it is no JSON'))],
  ])('%s', async (_name, text, problems) => {
    expect(await checkLines(fileOf(text))).toEqual(problems);
  });
});

test('the commits that trails of a landing may be about are its own, and those of the branches that it came from', () => {
  const oldHeads = [{ sha: sha('e'), tree: sha('e') }];
  const of = pull({ head: sha('d'), commits: [commit('b'), commit('c')], oldHeads });
  expect(commitsOf(landed({ landing: { commits: [commit('a'), commit('b')] }, pulls: [of] }))).toEqual(
    ['a', 'b', 'c', 'e', 'd'].map((letter) => sha(letter)),
  );
});

describe('the facts of a package are read for the questions that they answer:', () => {
  const told = (...lines: readonly Line[]): Promise<Told> => {
    const counts: Record<string, number> = { audit: 1 };
    for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1;
    const all: readonly Line[] = [header, ...lines, { kind: 'end', counts, trailsElsewhere: 0 }];
    // Digits that are hexadecimal: a reader looks at them.
    const text = all.map(
      (line) =>
        `${JSON.stringify(line).replaceAll(/([g-z])\1{39}/g, (_, letter: string) => letter.charCodeAt(0).toString(16).repeat(20))}\n`,
    );
    return readTold(fileOf(text.join('')));
  };
  const own = (moment: string, more: Parameters<typeof landed>[0] = {}): Line =>
    landed({ ...more, landing: { at: moment, commits: [commit('a')], ...more?.landing } });

  test('the time, and the last landing of it', async () => {
    const { asked, lastLanding } = await told(own(at('11:00')), own(at('12:00')), own(at('10:00')));
    expect([asked.since, asked.until, asked.shas, lastLanding]).toEqual([
      header.period.since,
      header.period.until,
      [sha('a')],
      at('12:00'),
    ]);
    expect((await told()).lastLanding).toBeNull();
    expect((await told(landed({ landing: { at: null, commits: [commit('a')] } }))).lastLanding).toBeNull();
  });

  test('the number of lines of each kind, what was not told, and what is missing', async () => {
    const hole: Line = { kind: 'hole', what: 'Landings', why: 'no answer', fix: 'ask' };
    const { counts, holes, log, untold } = await told(
      own(at('11:00')),
      hole,
      { kind: 'untold', source: 'tags', why: 'no right', fix: 'give it' },
      { kind: 'log', chain: null },
    );
    expect(Object.fromEntries(counts)).toMatchObject({ audit: 1, landing: 1, hole: 1, untold: 1, log: 1 });
    expect([holes, [...untold], log]).toEqual([[hole], [['tags', 'no right']], { kind: 'log', chain: null }]);
  });

  test('the flows of the files that were in force, unless a landing had none', async () => {
    const text = 'flows:\n  unit:\n  release: { approvals: [production] }\n';
    const file: Line = { kind: 'file', digest: hex(text), text };
    const under = own(at('11:00'), { file: hex(text) });
    expect((await told(file, under)).asked).toMatchObject({ flows: ['unit', 'release'], approvalsOf: ['release'] });
    expect((await told(file, under, own(at('12:00')))).asked).toMatchObject({ flows: [], approvalsOf: ['release'] });
    const empty = own(at('12:00'), { landing: { count: 0 } });
    expect((await told(file, under, empty)).asked.flows).toEqual(['unit', 'release']);
  });

  const site = 'https://evidence.example/base';
  const artifact = (url: string | null): Line => ({
    kind: 'artifact',
    fingerprint: 'f'.repeat(64),
    name: 'shop.tgz',
    flow: 'unit',
    trail: null,
    commit: null,
    state: 'COMPLIANT',
    url,
    at: null,
    running: [],
    withoutProvenance: false,
  });
  const deployment = (source: 'github' | 'service', url: string): Line => ({
    kind: 'deployment',
    source,
    id: '1',
    environment: 'production',
    production: true,
    at: at('12:00'),
    by: null,
    sha: null,
    fingerprint: null,
    url,
    branch: null,
    running: true,
    brought: null,
  });
  test.each<[string, Line, string | undefined]>([
    ['an artifact', artifact(`${site}/acme/flows/unit/artifacts/f`), site],
    ['an artifact without an address', artifact(null), undefined],
    ['another organization', artifact(`${site}/globex/flows/unit`), undefined],
    ['no web address', artifact('ftp://evidence.example/acme/flows/unit'), undefined],
    ['a path alone', artifact('/acme/flows/unit'), undefined],
    ['a deployment', deployment('service', `${site}/acme/environments/production`), site],
    ['a deployment of GitHub', deployment('github', `${site}/acme/environments/production`), undefined],
    ['a trail', own(at('11:00'), { trails: [trail('a', [], { url: `${site}/acme/flows/unit/trails/a` })] }), site],
    ['a trail without an address', own(at('11:00'), { trails: [trail('a', [])] }), undefined],
  ])('the address of the service, by %s', async (_name, line, url) => {
    const other = 'https://later.example';
    expect((await told(line)).publicUrl).toBe(url);
    // The first one counts.
    expect((await told(line, artifact(`${other}/acme/flows/unit`))).publicUrl).toBe(url ?? other);
  });

  test('not at all where it is no collected file', async () => {
    await expect(readTold(fileOf('{}\n'))).rejects.toThrow('collected.ndjson');
  });
});
