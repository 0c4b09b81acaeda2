import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { End, Header, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { LogFact } from '../../../src/audit/facts/log.ts';
import type { Artifact } from '../../../src/audit/facts/shipped.ts';
import type { Manifest, PackageScope, PackedAudit } from '../../../src/audit/package/manifest.ts';
import {
  checkLogFact,
  checkRecordsMoment,
  checkScope,
  compareAbout,
  cutLists,
  disagreements,
  lateParts,
  type Findings,
} from '../../../src/audit/recompute/check-account.ts';
import type { Told } from '../../../src/audit/recompute/collected.ts';
import { trail } from '../coverage/world.ts';
import { header } from '../judge/judged.ts';
import { body, logOf } from '../package/packing.ts';
import { commit, fact, landing, pull, sha } from '../reviews/pull.ts';

type OneThing = Exclude<PackageScope, { kind: 'period' }>;
const none = (): Findings => ({ problems: [], unproven: [], outside: [] });

test('each list of sentences is cut after 100, and the rest is counted', () => {
  const many = (number: number): string[] => Array.from({ length: number }, (_, index) => `No. ${index}`);
  const cut = cutLists({ problems: many(100), unproven: many(101), outside: many(130) });
  expect(cut.problems).toEqual(many(100));
  expect(cut.unproven).toEqual([...many(100), 'and 1 more of this kind']);
  expect(cut.outside).toEqual([...many(100), 'and 30 more of this kind']);
});

describe('of the commits that a package of one thing is about, each must have its landing or a hole:', () => {
  const ofTrail: OneThing = { kind: 'trail', flow: 'unit', trail: 'v1' };
  const fingerprint = 'f'.repeat(64);
  const ofArtifact: OneThing = { kind: 'artifact', fingerprint };
  const artifact = (more: Partial<Artifact>): Line => ({
    kind: 'artifact',
    fingerprint,
    name: 'shop.tgz',
    flow: 'unit',
    trail: 'v1',
    commit: sha('a'),
    state: 'COMPLIANT',
    url: null,
    at: null,
    running: [],
    withoutProvenance: false,
    ...more,
  });
  const hole = (what: string): Line => ({ kind: 'hole', what, why: 'no answer', fix: 'ask again' });
  const landed = (letter: string, more: Partial<LandingFact> = {}): Line =>
    fact({ landing: landing({ commits: [commit(letter)] }), ...more });
  const about = (flow: string, name: string, ...letters: readonly string[]): Partial<LandingFact> => ({
    trails: [trail('t', [], { flow, name, commits: letters.map((letter) => sha(letter)) })],
  });
  const renamed = {
    trails: [
      { flows: new Set(['unit', 'tests']), trail: 'v1' },
      { flows: new Set(['other', 'tests']), trail: 'v2' },
    ],
  };
  const lacksAll = (words: string) => `No landing of the facts is about the scope, and no hole says why: the scope is ${words}`;
  const lacks = (letter: string, words: string) =>
    `The landing of commit ${sha(letter)} is not among the facts, and no hole names it: the scope is ${words}`;
  const [trailWords, artifactWords] = ['trail ["unit","v1"]', `artifact ${fingerprint}`];

  test.each<[string, OneThing, readonly Line[], readonly string[]]>([
    ['nothing at all', ofTrail, [], [lacksAll(trailWords)]],
    ['nothing about an artifact', ofArtifact, [], [lacksAll(artifactWords)]],
    ['a hole', ofTrail, [hole('Landings of main')], []],
    ['a trail about what landed', ofTrail, [landed('a', about('unit', 'v1', 'a'))], []],
    ['a trail about another commit too', ofTrail, [landed('a', about('unit', 'v1', 'a', 'b'))], [lacks('b', trailWords)]],
    ['a hole that names that one', ofTrail, [hole(`Commit ${sha('b')} of main`), landed('a', about('unit', 'v1', 'a', 'b'))], []],
    ['a hole that names another', ofTrail, [hole(`Commit ${sha('c')}`), landed('a', about('unit', 'v1', 'b'))], [lacks('b', trailWords)]],
    ['a commit of a pull request', ofTrail, [landed('c', { ...about('unit', 'v1', 'a'), pulls: [pull()] })], []],
    ['a trail of that name in another flow', ofTrail, [landed('a', about('other', 'v1', 'b'))], [lacksAll(trailWords)]],
    ['another trail of the flow', ofTrail, [landed('a', about('unit', 'v2', 'b'))], [lacksAll(trailWords)]],
    ['the trail by another name of its flow', ofTrail, [landed('a', about('tests', 'v1', 'b'))], [lacks('b', trailWords)]],
    ['the flow by a name that another trail had', ofTrail, [landed('a', about('other', 'v1', 'b'))], [lacksAll(trailWords)]],
    ['an artifact where a trail is asked for', ofTrail, [artifact({}), landed('c')], [lacksAll(trailWords)]],
    ['an artifact without its landing', ofArtifact, [artifact({}), landed('c')], [lacks('a', artifactWords)]],
    ['an artifact with its landing', ofArtifact, [artifact({}), landed('a')], []],
    ['an artifact of no commit', ofArtifact, [artifact({ commit: null }), landed('a')], [lacksAll(artifactWords)]],
    ['another artifact', ofArtifact, [artifact({ fingerprint: 'e'.repeat(64) })], [lacksAll(artifactWords)]],
    ['a trail where an artifact is asked for', ofArtifact, [landed('a', about('unit', 'v1', 'b'))], [lacksAll(artifactWords)]],
  ])('%s', async (_name, scope, lines, problems) => {
    const facts = async function* (): AsyncGenerator<Line> {
      yield* lines;
    };
    expect(await checkScope(scope, facts, renamed)).toEqual(problems);
  });
});

const log = { org: 'acme', org_id: '7', from: { sequence: 0, link: '0'.repeat(64) }, to: { sequence: 5, link: 'e'.repeat(64) } };
const audit: PackedAudit = {
  repository: 'acme/shop',
  branches: ['main', 'develop'],
  basis: 'github',
  since_sha: null,
  verdict: 'clear',
  findings: 0,
};
const manifest: Manifest = {
  format: 'compliance-evidence package',
  version: 2,
  tool: 'compliance-evidence/1.0.0',
  at: header.at,
  scope: { kind: 'period', since: header.period.since, until: header.period.until },
  log,
  audit,
  previous: null,
  members: [],
};
const disagree = (what: string, one: string, other: string): string =>
  `manifest.json and collected.ndjson disagree on ${what}: ${one} and ${other}`;

test.each<[string, Partial<Manifest>, Partial<Header>, readonly string[]]>([
  ['the same', {}, {}, []],
  ['another program', { tool: 'other/2' }, {}, [disagree('the program', 'other/2', 'compliance-evidence/1.0.0')]],
  ['another moment', { at: 'then' }, {}, [disagree('the moment', 'then', header.at)]],
  [
    'another beginning',
    { scope: { kind: 'period', since: null, until: header.period.until } },
    {},
    [disagree('the scope', 'the beginning to 2026-11-03T00:00:00Z', '2026-11-02T00:00:00Z to 2026-11-03T00:00:00Z')],
  ],
  [
    'a period in place of a trail',
    {},
    { scope: { kind: 'trail', flow: 'unit', trail: 'v1' } },
    [disagree('the scope', '2026-11-02T00:00:00Z to 2026-11-03T00:00:00Z', 'trail ["unit","v1"]')],
  ],
  ['another organization', { log: { ...log, org: 'globex' } }, {}, [disagree('the organization', 'globex', 'acme')]],
  ['an organization without a service', {}, { service: null }, [disagree('the organization', 'acme', 'none')]],
  ['no log', { log: null }, { service: null }, []],
])('a manifest and facts of two audits are told apart: %s', (_name, said, facts, problems) => {
  expect(disagreements({ ...manifest, ...said }, { ...header, ...facts })).toEqual(problems);
});

const ofFacts: readonly string[] = [
  disagree('the repository', 'acme/shop', 'none'),
  disagree('the branches', 'main, develop', 'main'),
  disagree('the basis', 'github', 'git'),
  disagree('the commit that the period begins after', 'none', 'abc'),
];
const ofVerdict = [disagree('the verdict', 'clear', 'findings'), disagree('the number of findings', '0', '3')];
const another: PackedAudit = {
  repository: null,
  branches: ['main'],
  basis: 'git',
  since_sha: 'abc',
  verdict: 'findings',
  findings: 3,
};

test('another audit than the one of the manifest is a problem, and its verdict only where this program made it', () => {
  const { audit: _audit, ...first } = manifest;
  const compared = (worked: PackedAudit, isOther: boolean, said: Manifest = manifest): Findings => {
    const found = none();
    compareAbout(said, worked, isOther, found);
    return found;
  };
  expect(compared(audit, false)).toEqual(none());
  expect(compared(another, false, first)).toEqual(none());
  expect(compared(another, false)).toEqual({ problems: [...ofFacts, ...ofVerdict], unproven: [], outside: [] });
  expect(compared(another, true)).toEqual({ problems: ofFacts, unproven: ofVerdict, outside: [] });
});

describe('the fact about the log', () => {
  const { lines, log: made } = logOf([body(1), body(2), body(3)], [2]);
  const links = [...[1, 2, 3].keys()].map((index) => logOf([body(1), body(2), body(3)].slice(0, index + 1)).log.to.link);
  const chain = { org: 'acme', orgId: '7', sequence: 3, link: made.to.link };
  const witness = (link: string | undefined, sequence: number | null) => ({
    link: link ?? '',
    keeper: null,
    sequence,
    at: null,
  });
  const workedOut = (witnesses: NonNullable<LogFact['workedOut']>['witnesses'], records = 3) => ({ records, problems: [], witnesses });
  const checked = (of: Partial<LogFact>, text = lines, isSilent = false): Promise<readonly string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'log-fact-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'records.ndjson');
    writeFileSync(file, text);
    return checkLogFact({ kind: 'log', chain, ...(isSilent ? {} : { workedOut: workedOut([]) }), ...of }, made, file);
  };
  const unlike = 'The log among the facts is another than that of the manifest';

  test.each<[string, LogFact['chain'], readonly string[]]>([
    ['the same', chain, []],
    ['none', null, [unlike]],
    ['of another organization', { ...chain, org: 'globex' }, [unlike]],
    ['of another number of it', { ...chain, orgId: '8' }, [unlike]],
    ['with another end', { ...chain, sequence: 2 }, [unlike]],
    ['with another link', { ...chain, link: 'f'.repeat(64) }, [unlike]],
  ])('is the log of the manifest: %s', async (_name, of, problems) => {
    expect(await checked({ chain: of })).toEqual(problems);
  });

  test('says what its records prove', async () => {
    expect(await checked({ chain: null }, lines, true)).toEqual([unlike, 'The facts do not say what the records of the log prove']);
    expect(await checked({ workedOut: workedOut([], 2) })).toEqual(['The facts say that 2 records were worked out, and the package has 3']);
  });

  test('says of each kept head which record it is the link of', async () => {
    const honest = [witness(links[0], 1), witness(links[1], 2), witness(links[2], 3), witness('d'.repeat(64), null)];
    expect(await checked({ workedOut: workedOut(honest) })).toEqual([]);
    const lies = [witness(links[0], 2), witness(links[1], null), witness('d'.repeat(64), 3)];
    expect(await checked({ workedOut: workedOut(lies) })).toEqual([
      `The facts say that the witness ${links[0]} is the link of record 2, and it is the link of record 1`,
      `The facts say that the witness ${links[1]} is nowhere in the log, and it is the link of record 2`,
      `The facts say that the witness ${'d'.repeat(64)} is the link of record 3, and it is nowhere in the log`,
    ]);
  });

  test('is compared up to the first line that is no record', async () => {
    const [first, ...rest] = lines.trim().split('\n');
    const cut = [first, '{"sequence":7}', ...rest].map((line) => `${line}\n`).join('');
    expect(await checked({ workedOut: workedOut([witness(links[0], 1), witness(links[1], 2)]) }, cut)).toEqual([
      `The facts say that the witness ${links[1]} is the link of record 2, and it is nowhere in the log`,
    ]);
  });
});

const [ten, eleven, noon] = ['2026-11-02T10:00:00Z', '2026-11-02T11:00:00Z', '2026-11-02T12:00:00Z'];

type Said = Partial<Pick<Told, 'ended' | 'lastLanding'>> & { readonly header?: Partial<Header> };
const told = ({ ended, header: of = {}, lastLanding = null }: Said): Pick<Told, 'ended' | 'header' | 'lastLanding'> => ({
  ended,
  header: { ...header, ...of },
  lastLanding,
});

describe('facts know nothing later than the moment that they are of:', () => {
  const until = (moment: string, by: Header['period']['by'] = 'landing'): Header['period'] => ({ ...header.period, until: moment, by });
  const asOf = (readAt: string) => ({ at: ten, sequence: 5, link: log.to.link, readAt });
  const early = `The audited time ends at ${noon}, and the facts are of ${eleven}: they cannot know it`;
  const late = `A landing is of ${noon}, and the audited time ends at ${eleven}`;
  test.each<[string, Said, readonly string[]]>([
    ['the end of the time', { header: { at: noon, period: until(noon) } }, []],
    ['an end before it', { header: { at: noon, period: until(eleven) } }, []],
    ['an end after it', { header: { at: eleven, period: until(noon) } }, [early]],
    ['an end before they were read', { header: { at: ten, asOf: asOf(noon), period: until(noon) } }, []],
    ['an end after they were read', { header: { at: noon, asOf: asOf(eleven), period: until(noon) } }, [early]],
    ['an end by dates of commits', { header: { at: eleven, period: until(noon, 'committer-date') } }, []],
    ['a last landing at the end', { lastLanding: noon, header: { at: noon, period: until(noon) } }, []],
    ['a last landing after the end', { lastLanding: noon, header: { at: noon, period: until(eleven) } }, [late]],
    ['a landing after an end by commits', { lastLanding: noon, header: { at: noon, period: until(eleven, 'commits') } }, []],
  ])('%s', (_name, of, problems) => {
    expect(lateParts(told(of))).toEqual(problems);
  });
});

describe('no shown record is later than the end of collecting:', () => {
  const seconds = (moment: string): number => Date.parse(moment) / 1000;
  const asOf = { at: noon, sequence: 5, link: log.to.link, readAt: noon };
  const ended = (service: string | null): NonNullable<End['ended']> => ({ at: noon, service });
  const elsewhere = `The facts are as of ${noon}, record 5, and the records of the package end elsewhere`;
  const past = `The facts are as of ${noon}, and a record is later`;
  const afterEnd = `Collecting ended at ${noon} by the clock of the service, and a record is later: the facts cannot know it`;
  const unsaid = 'collected.ndjson does not say when collecting ended: every package of its version does';
  const unclocked = 'When collecting ended is not known by the clock of the service: its answers had no `Date`, which a proxy may take out';
  test.each<[string, Said, number, Partial<Manifest>, readonly string[], readonly string[]]>([
    ['a past moment', { header: { at: noon, asOf } }, seconds(noon), {}, [], []],
    ['a record after it', { header: { at: noon, asOf } }, seconds(noon) + 1, {}, [past], []],
    ['another last record', { header: { at: noon, asOf: { ...asOf, sequence: 4 } } }, 0, {}, [elsewhere.replace('5', '4')], []],
    ['another link of it', { header: { at: noon, asOf: { ...asOf, link: 'a'.repeat(64) } } }, 0, {}, [elsewhere], []],
    ['another moment of it', { header: { at: eleven, asOf } }, 0, {}, [elsewhere], []],
    ['no log with it', { header: { at: noon, asOf } }, 0, { log: null }, [elsewhere], []],
    ['an end that nobody said', {}, 0, {}, [unsaid], []],
    ['no end, in a package of the first version', {}, 0, { version: 1 }, [], []],
    ['an end without a clock', { ended: ended(null) }, 0, {}, [], [unclocked]],
    ['the end', { ended: ended(noon) }, seconds(noon), {}, [], []],
    ['a minute after the end', { ended: ended(noon) }, seconds(noon) + 60, {}, [], []],
    ['more than a minute after the end', { ended: ended(noon) }, seconds(noon) + 61, {}, [afterEnd], []],
  ])('%s', (_name, of, latest, said, problems, unproven) => {
    const found = none();
    checkRecordsMoment({ ...manifest, ...said }, told(of), { latest }, found);
    expect(found).toEqual({ problems, unproven, outside: [] });
  });
});
