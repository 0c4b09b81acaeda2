import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditScope, LandingFact, Line } from '../../../src/audit/facts/line.ts';
import type { TrailFact } from '../../../src/audit/facts/trail.ts';
import { reportFiles } from '../../../src/audit/package/manifest.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, carol, type Story } from '../world/story.ts';
import { audited, hex, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

let story: Story;
let bytes: Buffer;
let made: Opened;
let head = '';
const reported = 'b'.repeat(64);

beforeAll(async () => {
  story = await openMappedStory();
  const sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(sha, { flow: 'release' });
  await story.artifact('b', 'release', sha);
  await story.approve('b', 'release', 'bob');
  await story.runs('production', 'b');
  (await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('merge', bob);
  const red = story.open(carol, { 'src/red.ts': '1' });
  await story.record(red.head(), { failed: 1 });
  red.review(bob, 'APPROVED');
  red.merge('squash', bob);
  // Nobody audits the commit of this one: its records are there as hashes.
  await story.record('e'.repeat(40), { flow: 'unit' });
  bytes = await packed(await audited(story, { branches: mappedBranches }));
  made = await opened(bytes);
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

/** The facts with each audited trail changed, or without those for which nothing comes back. */
const trails =
  (change: (trail: TrailFact) => TrailFact | undefined) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.map((line): Line => (line.kind === 'landing' ? { ...line, trails: line.trails.flatMap((each) => change(each) ?? []) } : line));

const isRed = ({ records }: TrailFact): boolean => records.some(({ compliant }) => compliant === false);

test('a package agrees with its records and its facts', async () => {
  const { code, outcome, recomputed } = await verified(bytes, head);
  expect([code, outcome, recomputed?.agrees, recomputed?.problems, recomputed?.not_proved]).toEqual([0, 'witnessed', true, [], []]);
  expect(recomputed?.reports).toEqual(reportFiles.map(([path]) => path));
  expect([recomputed?.facts ?? 0, recomputed?.records ?? 0].every((count) => count > 8)).toBe(true);
  expect(recomputed?.not_recomputed[0]).toMatch(/^Facts of git, .* at 2030-.*; GitHub signs none of its answers$/);
});

/** A lie, how it is told, and the first of what verify says of it. */
type Lie = readonly [name: string, tell: (lines: readonly Line[]) => readonly Line[], words: RegExp];

describe('a package that was made anew with other facts, and with the reports that follow from them, does not hold:', () => {
  const lies: readonly Lie[] = [
    [
      'a no that became a yes',
      trails((trail) => ({
        ...trail,
        state: isRed(trail) ? 'COMPLIANT' : trail.state,
        records: trail.records.map((record) => ({ ...record, compliant: true })),
      })),
      /^Trail \w+ of flow unit: (?:state is "COMPLIANT"|records\[0\]\.compliant is true) in collected\.ndjson, and by the records it is/,
    ],
    [
      'a record that is gone',
      trails((trail) => (isRed(trail) ? { ...trail, records: trail.records.slice(1), state: 'INCOMPLETE' } : trail)),
      /^Trail \w+ of flow unit: /,
    ],
    [
      'a record that nobody made',
      trails((trail) => {
        const [record] = trail.records;
        return record === undefined ? trail : { ...trail, records: [...trail.records, { ...record, id: 'made-up', name: 'more' }] };
      }),
      /^Trail \w+ of flow \w+: records\[\d\] is \{"id":"made-up".* in collected\.ndjson, and by the records it is nothing$/,
    ],
    [
      'a record of another time',
      trails((trail) => ({ ...trail, records: trail.records.map((record) => ({ ...record, at: '2030-01-08T00:00:00.000Z' })) })),
      /^Trail \w+ of flow \w+: records\[0\]\.at is "2030-01-08T00:00:00\.000Z" in collected\.ndjson, and by the records it is "2030-01-/,
    ],
    [
      'a record of somebody else',
      trails((trail) => ({ ...trail, records: trail.records.map((record) => ({ ...record, by: 'a-robot' })) })),
      /^Trail \w+ of flow \w+: records\[0\]\.by is "a-robot" in collected\.ndjson, and by the records it is "ci"$/,
    ],
    [
      'another address of a page',
      trails((trail) => (isRed(trail) ? { ...trail, url: 'https://elsewhere.example/' } : trail)),
      /^Trail \w+ of flow unit: url is "https:\/\/elsewhere\.example\/"/,
    ],
    ['a trail that is left out', trails((trail) => (isRed(trail) ? undefined : trail)), /^Trail \w+ of flow unit is left out: the records/],
    [
      'a trail that nobody began',
      (lines) => lines.map((line): Line => (line.kind === 'landing' ? withGreen(line) : line)),
      /^Trail made-up of flow unit was added: collected\.ndjson speaks of it, and none of the records does$/,
    ],
    [
      'a landing that lost the commits of its trail',
      (lines) => lines.map((line): Line => (line.kind === 'landing' && line.trails.some(isRed) ? withoutTrail(line) : line)),
      /^Trail \w+ of flow unit is (?:shown in records\.ndjson, and no fact is about it|left out)/,
    ],
    [
      'an artifact that is left out',
      (lines) => lines.filter(({ kind }) => kind !== 'artifact'),
      /^Artifact b\.tgz \(b{12}\) of flow release is left out/,
    ],
    [
      'another state of an artifact',
      (lines) => lines.map((line): Line => (line.kind === 'artifact' ? { ...line, state: 'NON-COMPLIANT' } : line)),
      /^Artifact b\.tgz \(b{12}\) of flow release: state is "NON-COMPLIANT"/,
    ],
    ['an approval that is left out', (lines) => lines.filter(({ kind }) => kind !== 'approval'), /^Approval 1 of flow release is left out/],
    [
      'an approval by somebody else',
      (lines) =>
        lines.map((line): Line =>
          line.kind === 'approval' ? { ...line, approvers: [{ name: 'carol', said: 'APPROVED', at: null }] } : line,
        ),
      /^Approval 1 of flow release: approvers\[0\]\.name is "carol"/,
    ],
    [
      'a deployment of another time',
      (lines) => lines.map((line): Line => (line.kind === 'deployment' ? { ...line, at: '2030-01-20T00:00:00.000Z' } : line)),
      /^Deployment production#1 to production: at is "2030-01-20/,
    ],
    [
      'a template that asks for nothing',
      (lines) =>
        lines.map((line): Line =>
          line.kind === 'flow' ? { ...line, template: { version: 1, trail: { attestations: [], artifacts: [] } } } : line,
        ),
      /^Flow \w+: template\.trail\.attestations\[0\] is nothing in collected\.ndjson, and by the records it is \{/,
    ],
    [
      'a template of then that asked for nothing',
      (lines) =>
        lines.map((line): Line => {
          if (line.kind !== 'flow') return line;
          const none = { version: 1, trail: { attestations: [], artifacts: [] } } as const;
          return { ...line, templates: [{ from: '2030-01-07T08:00:00.000Z', template: none }, ...(line.templates ?? [])] };
        }),
      /^Flow \w+: no record gave it the template that it had at 2030-01-07/,
    ],
    [
      'another end of the log',
      (lines) =>
        lines.map((line): Line => (line.kind === 'log' && line.chain !== null ? { ...line, chain: { ...line.chain, sequence: 3 } } : line)),
      /^The log among the facts is another than that of the manifest$/,
    ],
    ['no fact about the log', (lines) => lines.filter(({ kind }) => kind !== 'log'), /^collected\.ndjson has no fact about the log/],
  ];
  test.for(lies)('%s', async ([, change, words]) => {
    const { code, in_itself: inItself, outcome, recomputed } = await verified(await withFacts(made, change), head);
    expect([code, inItself, outcome, recomputed?.agrees]).toEqual([1, 'witnessed', 'broken', false]);
    expect(recomputed?.problems).toContainEqual(expect.stringMatching(words));
  });
});

/** With a green trail about the commit that landed. */
function withGreen(line: LandingFact): LandingFact {
  const [trail] = line.trails;
  if (trail === undefined) return line;
  return {
    ...line,
    trails: [...line.trails, { ...trail, name: 'made-up', flow: 'unit', commits: line.landing.commits.map(({ sha }) => sha) }],
  };
}

/** With other heads than those that its trails are about, so that nothing seems to be missing. */
function withoutTrail(line: LandingFact): LandingFact {
  const other = hex('other').slice(0, 40);
  const pulls = line.pulls.map((pull) => ({ ...pull, head: other, commits: pull.commits.map((commit) => ({ ...commit, sha: other })) }));
  return { ...line, pulls, trails: [], trees: {} };
}

describe('a package that was made anew with another report does not hold:', () => {
  test.each(reportFiles)('%s', async (path) => {
    const contents = new Map(made.contents);
    const text = contents.get(path)?.toString() ?? '';
    const changed = text.replace(/trail-non-compliant|high|"FAILED"/, (said) => (said === '"FAILED"' ? '"PASSED"' : 'low'));
    expect(changed === text && path !== 'changes.csv').toBe(false);
    contents.set(path, Buffer.from(changed === text ? text.replace('covered', 'fine') : changed));
    const { code, outcome, recomputed } = await verified(await madeAnew({ ...made, contents }), head);
    expect([code, outcome, recomputed?.reports.length]).toEqual([1, 'broken', reportFiles.length - 1]);
    expect(recomputed?.problems).toEqual([
      expect.stringMatching(new RegExp(`^${path} is not what the facts give: it differs from line \\d+$`)),
    ]);
  });

  test('a manifest of another time', async () => {
    const { code, recomputed } = await verified(await madeAnew(made, { at: '2030-02-01T00:00:00Z' }), head);
    expect([code, recomputed?.problems[0]]).toEqual([
      1,
      expect.stringMatching(/^manifest\.json and collected\.ndjson disagree on the moment/),
    ]);
  });
});

test('an artifact whose trail is about a commit that landed before the period has its records in the package', async () => {
  const lines = await audited(story, { branches: mappedBranches, since: story.now() });
  const late = await opened(await packed(lines));
  expect(late.contents.get('records.ndjson')?.toString()).toContain(reported);
  const { code, recomputed } = await verified(await madeAnew(late), late.manifest.log?.to.link);
  expect([code, recomputed?.problems, recomputed?.not_proved]).toEqual([0, [], []]);
});

describe('a package of one thing alone', () => {
  const about = async (scope: AuditScope): Promise<Opened> => {
    const asked = { branches: mappedBranches, scope, flows: scope.kind === 'trail' ? [scope.flow] : [] };
    return opened(await packed(await audited(story, asked)));
  };

  test('an artifact, which agrees until its state is changed', async () => {
    const from = await about({ kind: 'artifact', fingerprint: reported });
    const noted = from.manifest.log?.to.link;
    const { code, recomputed } = await verified(await madeAnew(from), noted);
    expect([code, recomputed?.problems, recomputed?.not_proved]).toEqual([0, [], []]);
    const lied = await withFacts(from, (lines) =>
      lines.map((line): Line => (line.kind === 'artifact' ? { ...line, state: 'INCOMPLETE' } : line)),
    );
    expect((await verified(lied, noted)).recomputed?.problems).toEqual([
      expect.stringMatching(/^Artifact b\.tgz .*: state is "INCOMPLETE"/),
    ]);
  });

  test('a trail, which agrees until it is left out', async () => {
    const trail =
      made.contents
        .get('collected.ndjson')
        ?.toString()
        .match(/"flow":"unit","name":"(\w{40})"/)?.[1] ?? '';
    const from = await about({ kind: 'trail', flow: 'unit', trail });
    const noted = from.manifest.log?.to.link;
    const { code, recomputed } = await verified(await madeAnew(from), noted);
    expect([code, recomputed?.problems, recomputed?.not_proved]).toEqual([0, [], []]);
    const none = trails(() => undefined);
    const lied = await withFacts(from, none);
    expect((await verified(lied, noted)).recomputed?.problems).toContainEqual(expect.stringMatching(/^Trail \w+ of flow unit is left out/));
  });
});
