import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { checkClone } from '../../../src/audit/reperform/check-clone.ts';
import { compareFacts, compareLog } from '../../../src/audit/reperform/compare-facts.ts';
import { play, type Played, type Playing } from '../world/play.ts';
import { alice, bob, carol, openStory, type OpenPull, type Story } from '../world/story.ts';

let story: Story;
let pull: OpenPull;
let before: Played;
let until = '';

/** Facts of the time up to the first audit. */
const again = (more: Playing = {}): Promise<Played> => play(story, { since: '2030-01-08T00:00:00Z', until, withLog: true, ...more });

beforeAll(async () => {
  story = await openStory();
  pull = story.open(alice, { 'src/one.ts': '1' });
  await story.record(pull.head());
  await story.artifact('a', 'unit', pull.head());
  pull.review(bob, 'APPROVED');
  const landed = pull.merge('squash', bob);
  story.deploy(landed);
  story.push(carol, { 'src/two.ts': '1' });
  story.wait(30);
  until = story.now();
  before = await play(story, { until, withLog: true });
});
afterAll(() => story.close());

const fileOf = (lines: readonly Line[]) =>
  async function* (): AsyncGenerator<Line> {
    yield* lines;
  };

/** The differences in short: `weight what subject field`. */
async function differences(after: readonly Line[], old: readonly Line[] = before.lines): Promise<readonly string[]> {
  const compared = await compareFacts(fileOf(old), fileOf(after));
  expect(compared.notCompared.filter(({ counts }) => counts)).toEqual([]);
  return compared.differences.map(({ field, subject, weight, what }) =>
    [weight, what, subject, field].filter((part) => part !== null).join(' '),
  );
}

/** The lines with another landing. */
function withLanding(lines: readonly Line[], change: (line: Extract<Line, { kind: 'landing' }>) => Line): readonly Line[] {
  return lines.map((line) => (line.kind === 'landing' && line.pulls.length > 0 ? change(line) : line));
}

test('the same question on another day has the same answers', async () => {
  story.wait(24 * 60);
  expect(await differences((await again()).lines)).toEqual([]);
});

test('a landing after the period changes nothing', async () => {
  story.push(carol, { 'src/later.ts': '1' });
  expect(await differences((await again()).lines)).toEqual([]);
});

test('an attestation that came later may be new, and one that was taken out of the package may not', async () => {
  await story.record(pull.head(), { failed: 1 });
  const { lines } = await again();
  const trail = `trail unit/${pull.head()}`;
  expect((await differences(lines)).toSorted()).toEqual([
    expect.stringMatching(/^later changed artifact .* state$/),
    expect.stringMatching(new RegExp(`^later changed ${trail} state$`)),
    expect.stringMatching(new RegExp(`^later new ${trail}, attestation \\S+$`)),
  ]);
  const without = withLanding(before.lines, (line) => ({ ...line, trails: line.trails.map((one) => ({ ...one, records: [] })) }));
  expect(await differences(lines, without)).toContainEqual(expect.stringMatching(new RegExp(`^altered new ${trail}, attestation `)));
});

test('a review that was dismissed afterwards, an account that was renamed and one that was deleted', async () => {
  const own = story.github.pulls.find(({ number }) => number === pull.number);
  const renamed = story.github.accounts.findIndex(({ login }) => login === 'bob');
  const account = story.github.accounts[renamed];
  if (own === undefined || account === undefined) throw new Error('The story has no such pull request');
  const review = own.reviews[0];
  if (review === undefined) throw new Error('It has no review');
  Object.assign(review, { dismissed: { at: story.now(), by: 'carol' } });
  expect((await differences((await again()).lines)).filter((line) => line.startsWith('altered'))).toEqual([
    `altered changed pull request ${pull.number}, review ${String((await reviewIds(before.lines))[0])} said`,
    `altered changed pull request ${pull.number}, review ${String((await reviewIds(before.lines))[0])} dismissed`,
  ]);
  Reflect.deleteProperty(review, 'dismissed');
  const login = (from: Line): Line => JSON.parse(JSON.stringify(from).replaceAll('"login":"bob"', '"login":"robert"'));
  const found = await differences((await again()).lines.map((line) => (line.kind === 'landing' ? login(line) : line)));
  expect(found.filter((line) => line.startsWith('altered'))).toEqual([]);
  expect(found).toContain(`later changed pull request ${pull.number} mergedBy`);
});

async function reviewIds(lines: readonly Line[]): Promise<readonly string[]> {
  return lines.flatMap((line) => (line.kind === 'landing' ? line.pulls.flatMap(({ reviews }) => reviews.map(({ id }) => id)) : []));
}

test.each([
  [
    'another who merged',
    (line) => ({ ...line, pulls: line.pulls.map((one) => ({ ...one, mergedBy: { id: 9, login: 'x', kind: 'person' } })) }),
    'mergedBy',
  ],
  [
    'another merge commit',
    (line) => ({ ...line, pulls: line.pulls.map((one) => ({ ...one, mergeCommit: 'e'.repeat(40) })) }),
    'mergeCommit',
  ],
  ['another moment', (line) => ({ ...line, landing: { ...line.landing, at: '2030-01-08T00:00:01Z' } }), 'at'],
  ['another commit', (line) => ({ ...line, landing: { ...line.landing, after: 'e'.repeat(40) } }), 'after'],
  ['another digest of the file', (line) => ({ ...line, file: 'e'.repeat(64) }), 'file'],
] as const satisfies readonly (readonly [string, (line: Extract<Line, { kind: 'landing' }>) => Line, string])[])(
  'a landing in the package with %s must not be',
  async (_, change, field) => {
    const found = await differences((await again()).lines, withLanding(before.lines, change));
    expect(found.filter((line) => line.startsWith('altered'))).toEqual([
      expect.stringMatching(new RegExp(`^altered changed .* ${field}$`)),
    ]);
  },
);

test.each(['landing', 'artifact', 'deployment'] as const)('a %s that is gone, or that the package left out, must not be', async (kind) => {
  const { lines } = await again();
  const without = (all: readonly Line[]): readonly Line[] => {
    const index = all.findIndex((line) => line.kind === kind);
    expect(index).toBeGreaterThan(0);
    return all.filter((_, at) => at !== index);
  };
  expect((await differences(without(lines))).filter((line) => line.startsWith('altered'))).toEqual([
    expect.stringMatching(`^altered gone ${kind} `),
  ]);
  expect((await differences(lines, without(before.lines))).filter((line) => line.startsWith('altered'))).toEqual([
    expect.stringMatching(`^altered new ${kind} `),
  ]);
});

test('what is missing behind a hole is not gone, and never the same', async () => {
  const { lines } = await again();
  const cut: readonly Line[] = [
    ...lines.filter(({ kind }) => kind !== 'deployment'),
    { kind: 'hole', what: 'deployments', why: 'a page is missing', fix: 'Run it again' },
  ];
  const compared = await compareFacts(fileOf(before.lines), fileOf(cut));
  expect(compared.counts.altered).toBe(0);
  expect(compared.counts['not-compared']).toBe(1);
  expect(compared.notCompared).toContainEqual({ what: 'deployments', why: 'a page is missing', fix: 'Run it again', counts: true });
});

test('without GitHub no landing is compared, and none is the same', async () => {
  const { lines } = await again({ withoutGitHub: true });
  const compared = await compareFacts(fileOf(before.lines), fileOf(lines));
  expect(compared.counts.altered).toBe(0);
  expect(compared.notCompared.filter(({ counts }) => counts).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['landings', 'pull requests', 'deployments']),
  );
});

test('the head of the package is in the log of now, or the log was written anew', async () => {
  const { log } = before.audit.world;
  const after = (await again({ witnesses: [log?.chain.link ?? ''] })).audit.world.log;
  expect(after?.chain.sequence).toBeGreaterThan(log?.chain.sequence ?? 0);
  expect(compareLog(log, after, undefined)).toEqual({ differences: [], notCompared: [] });
  const other = (await again({ witnesses: ['e'.repeat(64)] })).audit.world.log;
  expect(compareLog(log, other, undefined).differences).toEqual([
    expect.objectContaining({ weight: 'altered', field: 'head', after: 'nowhere in the log' }),
  ]);
  expect(compareLog(log, null, undefined).notCompared).toEqual([expect.objectContaining({ what: 'log of the service', counts: true })]);
  expect(compareLog(null, after, undefined)).toEqual({ differences: [], notCompared: [] });
});

test('a force push after the audit leaves its landings as they were, and is seen in the clone', async () => {
  const { header } = before.audit.world;
  const { directory } = story.repository;
  const shas = new Set(before.lines.flatMap((line) => (line.kind === 'landing' ? line.landing.commits.map(({ sha }) => sha) : [])));
  expect(await checkClone(directory, header, shas)).toMatchObject({ lacking: 0, first: null, differences: [], unknown: [] });
  const tip = story.repository.tip('main');
  story.repository.reset('main', `${header.branches[0]?.tip}~1`);
  story.wait(60);
  story.landed('force_push', alice, tip);
  expect((await differences((await again()).lines)).filter((line) => line.startsWith('altered'))).toEqual([]);
  const moved = await checkClone(directory, header, new Set([...shas, 'e'.repeat(40)]));
  expect(moved).toMatchObject({ lacking: 1, first: 'e'.repeat(40) });
  expect(moved.differences).toEqual([expect.objectContaining({ weight: 'altered', subject: 'branch main', field: 'history' })]);
});
