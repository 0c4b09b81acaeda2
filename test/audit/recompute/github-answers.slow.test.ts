import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Commit, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { LandingFact, Line } from '../../../src/audit/facts/line.ts';
import { auditFile, good, mappedBranches, openMappedStory, path } from '../world/mapped.ts';
import { alice, bob, carol, openStory, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, verified, withFacts, type Opened } from './packed-story.ts';

let story: Story;
let made: Opened;
let head = '';

beforeAll(async () => {
  story = await openStory();
  const refused = await good(story, story.open(alice, { 'src/a.ts': '1' }));
  refused.review(carol, 'CHANGES_REQUESTED');
  refused.merge('squash', bob);
  const forced = story.open(carol, { 'src/b.ts': '1' });
  const old = forced.head();
  forced.commit(carol, { 'src/b.ts': '2' });
  forced.force(old, carol);
  forced.merge('merge', bob);
  story.push(alice, { 'src/c.ts': '1' });
  made = await opened(await packed(await audited(story)));
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

const landings =
  (change: (fact: LandingFact) => LandingFact | readonly LandingFact[]) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.flatMap((line): readonly Line[] => (line.kind === 'landing' ? [change(line)].flat() : [line]));

const pulls = (change: (pull: PullRequest) => Partial<PullRequest>) =>
  landings((fact) => ({ ...fact, pulls: fact.pulls.map((pull) => ({ ...pull, ...change(pull) })) }));

const by = ({ id, kind, login }: typeof carol) => ({ id, kind, login });

const written = (commit: Commit): Commit => ({ ...commit, author: { ...commit.author, account: by(carol) } });

/** A lie, how it is told, and what verify says of it. */
type Lie = readonly [name: string, tell: (lines: readonly Line[]) => readonly Line[], words: RegExp];

const lies: readonly Lie[] = [
  [
    'a review that asked for changes is gone',
    pulls(({ reviews }) => ({ reviews: reviews.filter(({ said }) => said !== 'CHANGES_REQUESTED') })),
    /^Pull request 1 \(.*\): reviews\[1\] is nothing in collected\.ndjson, and by the answers of GitHub it is \{/,
  ],
  [
    'an approval that nobody gave',
    pulls(({ commits, head: on, number, reviews }) =>
      number === 2
        ? { reviews: [{ id: '9', by: by(alice), said: 'APPROVED', commit: on, at: commits.length > 0 ? '2030-01-08T09:00:00Z' : '' }] }
        : { reviews },
    ),
    /^Pull request 2 \(.*\): reviews\[0\] is \{.*\} in collected\.ndjson, and by the answers of GitHub it is nothing$/,
  ],
  ['another author', pulls(() => ({ openedBy: by(bob) })), /^Pull request 1 \(.*\): openedBy\.id is 1002 in collected\.ndjson/],
  ['a force push that is gone', pulls(() => ({ forcePushes: [] })), /^Pull request 2 \(.*\): forcePushes\[0\] is nothing/],
  [
    'another author of the commits of a pull request',
    pulls(({ commits }) => ({ commits: commits.map(written) })),
    /^Pull request 1 \(.*\): commits\[0\]\.author\.account\.id is 1003/,
  ],
  [
    'another author of what was pushed directly',
    landings((fact) =>
      fact.pulls.length > 0 ? fact : { ...fact, landing: { ...fact.landing, commits: fact.landing.commits.map(written) } },
    ),
    /^Commit \w{12} of Landing \d+ of main: author\.account\.id is 1003/,
  ],
  [
    'a push that is said to be of a pull request',
    (lines) => {
      const pull = lines.flatMap((line) => (line.kind === 'landing' ? line.pulls : []))[0];
      return landings((fact) =>
        fact.pulls.length > 0 || pull === undefined
          ? fact
          : { ...fact, pulls: [pull], pullsOf: Object.fromEntries(fact.landing.commits.map(({ sha }) => [sha, [pull.number]])) },
      )(lines);
    },
    /^Landing \d+ of main: commit \w{12} came with pull request \d in collected\.ndjson, and by the answers of GitHub with no pull request$/,
  ],
  [
    'a pull request that is left out',
    landings((fact) => (fact.pulls.some(({ number }) => number === 1) ? { ...fact, pulls: [], pullsOf: {} } : fact)),
    /^Pull request 1 \(.*\) is left out: the answers of GitHub speak of it, and collected\.ndjson does not$/,
  ],
  [
    'somebody else who pushed',
    landings((fact) => (fact.pulls.length > 0 ? fact : { ...fact, landing: { ...fact.landing, actor: by(carol) } })),
    /^Landing \d+ of main: actor\.id is 1003/,
  ],
  [
    'a push that is said to be a merge',
    landings((fact) => ({ ...fact, landing: { ...fact.landing, kind: 'pull-request' } })),
    /^Landing \d+ of main: kind is "pull-request" in collected\.ndjson, and by the answers of GitHub it is "push"$/,
  ],
  [
    'a landing of another time',
    landings((fact) => ({ ...fact, landing: { ...fact.landing, at: '2030-01-08T08:00:00Z' } })),
    /^Landing \d+ of main: at is "2030-01-08T08:00:00Z"/,
  ],
  [
    'a landing that is left out',
    landings((fact) => (fact.pulls.length > 0 ? fact : [])),
    /^Landing \d+ of main is left out: the answers of GitHub speak of it, and collected\.ndjson does not$/,
  ],
  [
    'a landing that never was',
    landings((fact) => (fact.pulls.length > 0 ? fact : [fact, { ...fact, landing: { ...fact.landing, id: '77', commits: [], count: 0 } }])),
    /^Landing 77 of main was added: collected\.ndjson speaks of it, and none of the answers of GitHub does$/,
  ],
];

describe("a package whose facts are not those of GitHub's answers in it does not hold:", () => {
  test.for(lies)('%s', async ([, tell, words]) => {
    const { code, in_itself: inItself, recomputed } = await verified(await withFacts(made, tell), head);
    expect([code, inItself]).toEqual([1, 'witnessed']);
    expect(recomputed?.problems).toContainEqual(expect.stringMatching(words));
  });
});

/** The package with other answers of GitHub. */
function withAnswers(change: (lines: readonly string[]) => readonly string[] | undefined): Promise<Buffer> {
  const contents = new Map(made.contents);
  const lines = change((contents.get('github.ndjson')?.toString() ?? '').trim().split('\n'));
  if (lines === undefined) contents.delete('github.ndjson');
  else contents.set('github.ndjson', Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return madeAnew({ ...made, contents });
}

describe('an answer that the package lacks proves nothing, which is no yes:', () => {
  const unproved = async (bytes: Buffer): Promise<readonly [number, readonly string[] | undefined, readonly string[] | undefined]> => {
    const { code, recomputed } = await verified(bytes, head);
    return [code, recomputed?.problems, recomputed?.not_proved];
  };
  const lacking = 'github\\.ndjson does not have every answer that it was read from$';

  test('all of them', async () => {
    expect(await unproved(await withAnswers(() => undefined))).toEqual([
      2,
      [],
      ['The facts of GitHub could not be worked out: the package has no answers of GitHub'],
    ]);
  });

  test('those about updates', async () => {
    expect(await unproved(await withAnswers((lines) => lines.filter((line) => !line.includes('/activity'))))).toEqual([
      2,
      [],
      [expect.stringMatching(`^The landings of main: ${lacking}`)],
    ]);
  });

  test('those about pull requests', async () => {
    const [code, problems, words] = await unproved(
      await withAnswers((lines) => lines.filter((line) => !line.includes('PullRequestsOfCommits'))),
    );
    expect([code, problems, new Set(words?.map((one) => one.replace(/\d+/, 'N')))]).toEqual([
      2,
      [],
      new Set([expect.stringMatching(`^The pull requests of Landing N of main: ${lacking}`)]),
    ]);
  });

  test('and those about people', async () => {
    const [code, problems, words] = await unproved(await withAnswers((lines) => lines.filter((line) => !line.includes('PeopleOfCommits'))));
    expect([code, problems, words?.length]).toEqual([2, [], 1]);
  });
});

test('an answer that was asked for again counts as it was the last time', async () => {
  const bytes = await withAnswers((lines) => {
    const updates = lines.find((line) => line.includes('/activity')) ?? '';
    const failed = { ...JSON.parse(updates), status: 502, form: 'text', body: '' };
    return [JSON.stringify({ ...failed, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }), ...lines];
  });
  expect((await verified(bytes, head)).code).toBe(0);
});

test('who accepted a finding is compared too', async () => {
  const mapped = await openMappedStory();
  try {
    const entry = `{ key: 'change-without-trail:commit:${'0'.repeat(40)}:unit', reason: Known, owner: bob, since: 2030-01-08, until: 2030-02-08 }`;
    const change = await good(mapped, mapped.open(alice, { [path]: auditFile(`accepted:\n  - ${entry}\n`) }));
    change.merge('squash', bob);
    const from = await opened(await packed(await audited(mapped, { branches: mappedBranches })));
    const noted = from.manifest.log?.to.link;
    expect((await verified(await madeAnew(from), noted)).code).toBe(0);
    const lied = await withFacts(from, (lines) =>
      lines.map((line): Line => (line.kind === 'accepted' && line.pull ? { ...line, pull: { ...line.pull, openedBy: by(carol) } } : line)),
    );
    const { code, recomputed } = await verified(lied, noted);
    expect([code, recomputed?.problems]).toEqual([1, [expect.stringMatching(/^Pull request 1 \(.*\): openedBy\.id is 1003/)]]);
  } finally {
    await mapped.close();
  }
});
