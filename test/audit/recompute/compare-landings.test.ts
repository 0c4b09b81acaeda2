import { describe, expect, test } from 'vitest';
import type { CommitAccounts, GitHubPort, Listed, RefUpdate } from '../../../src/audit/collect/port.ts';
import type { Account } from '../../../src/audit/facts/account.ts';
import type { Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AcceptedFact, Header, LandingFact } from '../../../src/audit/facts/line.ts';
import {
  compareAccepted,
  comparePulls,
  foundIn,
  openLandings,
  type People,
  type ToldPulls,
} from '../../../src/audit/recompute/compare-landings.ts';
import { openComparison, type Comparison } from '../../../src/audit/recompute/comparison.ts';
import { header } from '../judge/judged.ts';
import { alice, at, bob, carol, commit, fact, landing, pull, sha, signed } from '../reviews/pull.ts';

const compared = (run: (comparison: Comparison) => unknown): readonly [readonly string[], readonly string[]] => {
  const comparison = openComparison({ source: 'answers of GitHub', isOfOtherProgram: false, isIncomplete: false });
  run(comparison);
  const { differing, unproven } = comparison.result();
  return [[...differing.values()], [...unproven.values()]];
};
const leftOut = (name: string) => `${name} is left out: the answers of GitHub speak of it, and collected.ndjson does not`;
const added = (name: string) => `${name} was added: collected.ndjson speaks of it, and none of the answers of GitHub does`;
const changed = (name: string, path: string, one: unknown, other: unknown) =>
  `${name}: ${path} is ${JSON.stringify(one)} in collected.ndjson, and by the answers of GitHub it is ${JSON.stringify(other)}`;
const lacking = 'github.ndjson does not have every answer that it was read from';
const hiding = 'secrets were hidden in an answer that it was read from';

describe('each landing is an update of its branch, and each update of the time a landing:', () => {
  const update = (more: Partial<RefUpdate> = {}): RefUpdate => ({
    id: '9001',
    name: 'main',
    kind: 'pull-request',
    at: at('12:00'),
    actor: bob,
    before: sha('0'),
    after: sha('9'),
    ...more,
  });
  const deletion = update({ id: '8', kind: 'deletion', at: at('10:00'), actor: carol, after: null });
  const deleted = { at: at('10:00'), by: carol, from: sha('0') };
  const ofIt = 'The deletion of main at 2026-11-02T10:00:00Z';

  interface Case {
    readonly updates?: readonly RefUpdate[];
    readonly landings?: readonly Landing[];
    readonly listed?: Listed<RefUpdate> | 'failed';
    readonly header?: Partial<Header>;
    readonly missing?: readonly string[];
  }
  async function found({ header: of = {}, landings = [landing()], listed, missing = [], updates = [update()] }: Case) {
    const asked: unknown[] = [];
    let taken = 0;
    const answers = {
      take: () => ({ missing: (taken += 1) > 1 ? missing : ['GET /earlier'], masked: false }),
    };
    const port: Pick<GitHubPort, 'branchUpdates'> = {
      branchUpdates: async (...question) => {
        asked.push(question);
        if (listed === 'failed') throw new Error('GitHub did not answer');
        return listed ?? { kind: 'whole', items: updates };
      },
    };
    const comparison = openComparison({ source: 'answers of GitHub', isOfOtherProgram: false, isIncomplete: false });
    const open = await openLandings(comparison, { answers, port, told: { header: { ...header, ...of } } });
    for (const one of landings) open.add(one);
    open.end();
    const { differing, unproven } = comparison.result();
    return { asked, differing: [...differing.values()], unproven: [...unproven.values()] };
  }

  const [own, other] = ['Landing 9001 of main', 'Landing 77 of main'];
  const lacks = `The landings of main: ${lacking}`;
  test.each<[string, Case, readonly string[], readonly string[]]>([
    ['the same', {}, [], []],
    ['a landing of nothing', { updates: [] }, [added(own)], []],
    ['a landing twice', { landings: [landing(), landing()] }, [added(own)], []],
    ['an update that is no landing', { updates: [update(), update({ id: '77' })] }, [leftOut(other)], []],
    ['an update at the begin of the time', { updates: [update(), update({ id: '77', at: at('00:00') })] }, [leftOut(other)], []],
    ['an update at its end', { updates: [update(), update({ id: '77', at: '2026-11-03T00:00:00Z' })] }, [], []],
    ['an update before it', { updates: [update(), update({ id: '77', at: '2026-11-01T23:59:59Z' })] }, [], []],
    [
      'an update that is no landing, of one thing',
      { updates: [update(), update({ id: '77' })], header: { scope: { kind: 'trail', flow: 'f', trail: 't' } } },
      [],
      [],
    ],
    ['another person', { landings: [landing({ actor: alice })] }, [changed(own, 'actor.id', 1, 2)], []],
    ['another commit', { landings: [landing({ after: sha('8') })] }, [changed(own, 'after', sha('8'), sha('9'))], []],
    ['what git tells', { landings: [landing({ removed: [sha('4')], count: 7 })] }, [], []],
    ['no answer', { listed: 'failed' }, [], [lacks]],
    ['a refusal', { listed: { kind: 'refused', why: 'no', fix: 'ask' } }, [], [lacks]],
    ['an answer that is missing', { missing: ['GET /x'] }, [], [lacks]],
    ['a list that is cut', { listed: { kind: 'cut', items: [update()], why: 'long', fix: 'ask' } }, [], []],
    [
      'the deletion before a creation',
      { updates: [update(), deletion], landings: [landing({ deleted })], header: { period: { ...header.period, since: at('11:00') } } },
      [],
      [],
    ],
    [
      'a deletion by another person',
      {
        updates: [update(), deletion],
        landings: [landing({ deleted: { ...deleted, by: bob } })],
        header: { period: { ...header.period, since: at('11:00') } },
      },
      [changed(ofIt, 'by.id', 2, 3)],
      [],
    ],
    ['a deletion that nobody told', { landings: [landing({ deleted })] }, [added(ofIt)], []],
    [
      'a deletion of another moment',
      {
        updates: [update(), deletion],
        landings: [landing({ deleted: { ...deleted, at: at('09:00') } })],
        header: { period: { ...header.period, since: at('11:00') } },
      },
      [added('The deletion of main at 2026-11-02T09:00:00Z')],
      [],
    ],
    [
      'an update that left a commit',
      {
        updates: [update(), { ...deletion, after: sha('3') }],
        landings: [landing({ deleted })],
        header: { period: { ...header.period, since: at('11:00') } },
      },
      [added(ofIt)],
      [],
    ],
  ])('%s', async (_name, of, differing, unproven) => {
    const result = await found(of);
    expect([result.differing, result.unproven]).toEqual([differing, unproven]);
  });

  test('they are asked for as the audit asked', async () => {
    const branches = ['main', 'develop'].map((name) => ({ name, tip: sha('a') }));
    expect((await found({ header: { branches } })).asked).toEqual([
      ['main', header.period.since, header.at],
      ['develop', header.period.since, header.at],
    ]);
    const asOf = { at: at('12:00'), sequence: 1, link: 'a'.repeat(64), readAt: at('13:00') };
    const since = { ...header.period, since: null };
    expect((await found({ header: { asOf, period: since } })).asked).toEqual([['main', header.at, at('13:00')]]);
  });
});

const told = (pulls: readonly PullRequest[], numbers: Readonly<Record<string, readonly number[]>> = { [sha('9')]: [42] }): ToldPulls => ({
  pulls: new Map(pulls.map((one) => [one.number, one])),
  numbersOf: (of) => numbers[of] ?? [],
});
const nothing = { missing: [], masked: false };
const accounts = (letter: string, author: Account | null, committer: Account | null = author): readonly [string, CommitAccounts] => [
  sha(letter),
  { sha: sha(letter), author, committer },
];
const by = (letter: string, account: Account | null) =>
  commit(letter, { author: { ...signed(alice), account }, committer: { ...signed(alice), account } });

describe('the pull requests of a landing, and the people of its commits:', () => {
  const squash = landing({ commits: [by('9', alice)] });
  const own = fact({ landing: squash, pulls: [pull()], pullsOf: { [sha('9')]: [42] } });
  type Answered = Parameters<typeof comparePulls>[2];
  const answered = (more: Partial<Answered> = {}): Answered => ({
    sure: told([pull()]),
    possible: told([pull()]),
    people: new Map([accounts('9', alice)]),
    ofPulls: nothing,
    ofPeople: nothing,
    ...more,
  });
  const name = 'Landing 9001 of main';
  const ofPull = 'Pull request 42 (Add prices)';
  const ofCommit = `Commit ${'9'.repeat(12)} of ${name}`;
  const brought = (one: string, other: string) =>
    `${name}: commit ${'9'.repeat(12)} came with ${one} in collected.ndjson, and by the answers of GitHub with ${other}`;
  const two = pull({ number: 43, title: 'Other' });

  test.each<[string, LandingFact, Partial<Answered>, readonly string[], readonly string[]]>([
    ['the same', own, {}, [], []],
    [
      'a pull request that is left out',
      { ...own, pulls: [], pullsOf: {} },
      {},
      [leftOut(ofPull), brought('no pull request', 'pull request 42')],
      [],
    ],
    [
      'a pull request that nobody told',
      own,
      { sure: told([], {}), possible: told([], {}) },
      [added(ofPull), brought('pull request 42', 'no pull request')],
      [],
    ],
    ['another reviewer', { ...own, pulls: [pull({ mergedBy: alice })] }, {}, [changed(ofPull, 'mergedBy.id', 1, 2)], []],
    [
      'what git tells of its commits',
      { ...own, pulls: [pull({ commits: [commit('a', { mergeAlone: true, suggestionAlone: true })] })] },
      {},
      [],
      [],
    ],
    ['a pull request that only a later question told', own, { sure: told([], {}) }, [], []],
    ['one that a later question told, and no fact', { ...own, pulls: [], pullsOf: {} }, { sure: told([], {}) }, [], []],
    [
      'a commit without one of its two pull requests',
      { ...own, pulls: [pull(), two], pullsOf: { [sha('9')]: [42] } },
      { sure: told([pull(), two], { [sha('9')]: [42, 43] }), possible: told([pull(), two], { [sha('9')]: [42, 43] }) },
      [brought('pull request 42', 'pull request 42 and pull request 43')],
      [],
    ],
    [
      'an answer about it that is missing',
      own,
      { ofPulls: { missing: [`object(oid: "${sha('9')}") { ... }`], masked: false } },
      [],
      [`The pull requests of ${name}: ${lacking}`],
    ],
    [
      'an answer about its pull request',
      own,
      { ofPulls: { missing: ['pullRequest(number: 42) { ... }'], masked: false } },
      [],
      [`The pull requests of ${name}: ${lacking}`],
    ],
    [
      'an answer about others',
      own,
      { ofPulls: { missing: ['pullRequest(number: 4) {', `object(oid: "${sha('8')}") {`], masked: false } },
      [],
      [],
    ],
    [
      'secrets in an answer',
      { ...own, pulls: [pull({ title: 'Add prices', mergedBy: alice })] },
      { ofPulls: { missing: [], masked: true } },
      [],
      [`${ofPull}: ${hiding}`],
    ],
    [
      'secrets in an answer about people',
      { ...own, landing: landing({ commits: [by('9', bob)] }) },
      { ofPeople: { missing: [], masked: true } },
      [],
      [`${ofCommit}: ${hiding}`],
    ],
    ['another author', { ...own, landing: landing({ commits: [by('9', bob)] }) }, {}, [changed(ofCommit, 'author.account.id', 2, 1)], []],
    [
      'another committer',
      { ...own, landing: landing({ commits: [commit('9', { author: signed(alice), committer: { ...signed(alice), account: bob } })] }) },
      {},
      [changed(ofCommit, 'committer.account.id', 2, 1)],
      [],
    ],
    [
      'an author that no answer told',
      own,
      { people: new Map(), ofPeople: { missing: [`object(oid: "${sha('9')}") {`], masked: false } },
      [],
      [`${ofCommit}: ${lacking}`],
    ],
    [
      'an author whom GitHub does not know',
      own,
      { people: new Map() },
      [`${ofCommit}: author.account is ${JSON.stringify(alice)} in collected.ndjson, and by the answers of GitHub it is null`],
      [],
    ],
    ['a commit with a pull request whose people nobody asked for', { ...own, landing: landing({ commits: [by('9', null)] }) }, {}, [], []],
    [
      'a commit without a pull request whose people nobody asked for',
      fact({ landing: landing({ commits: [by('9', null)] }) }),
      { sure: told([], {}), possible: told([], {}) },
      [`${ofCommit}: author.account is null in collected.ndjson, and by the answers of GitHub it is ${JSON.stringify(alice)}`],
      [],
    ],
    [
      'a commit that its pull request lists',
      { ...own, landing: landing({ commits: [by('a', bob)] }), pullsOf: { [sha('a')]: [42] } },
      { sure: told([pull()], { [sha('a')]: [42] }), possible: told([pull()], { [sha('a')]: [42] }) },
      [changed(`Commit ${'a'.repeat(12)} of ${name}`, 'author.account.id', 2, 1)],
      [],
    ],
    [
      'a co-author with an account that GitHub was not asked for',
      { ...own, landing: landing({ commits: [commit('9', { coAuthors: [signed(bob)] })] }) },
      {},
      [`${ofCommit}: coAuthors[0].account is ${JSON.stringify(bob)} in collected.ndjson, and by the answers of GitHub it is null`],
      [],
    ],
  ])('%s', (_name, of, more, differing, unproven) => {
    expect(compared((comparison) => comparePulls(comparison, of, answered(more)))).toEqual([differing, unproven]);
  });

  test('commits that GitHub does not list to the end are those of git, with the people of the answers', () => {
    const [cut, whole] = [pull({ commitsCut: true }), pull({ commits: [commit('a'), by('b', bob)] })];
    const possible = told([cut]);
    const people: People = new Map([accounts('9', alice), accounts('b', bob)]);
    const found = (said: PullRequest, more: Partial<Answered> = {}) =>
      compared((comparison) =>
        comparePulls(comparison, { ...own, pulls: [said] }, answered({ sure: possible, possible, people, ...more })),
      )[0];
    expect(found(whole)).toEqual([]);
    expect(found(cut)).toEqual([]);
    expect(found(whole, { people: new Map([accounts('9', alice), accounts('b', carol)]) })).toEqual([
      changed(ofPull, 'commits[1].author.account.id', 2, 3),
    ]);
    expect(found(pull({ commits: [by('b', bob)] }))).toEqual([
      expect.stringContaining(
        `${ofPull}: commits[1] is nothing in collected.ndjson, and by the answers of GitHub it is {"sha":"${sha('a')}"`,
      ),
    ]);
    const listedToTheEnd = told([pull()]);
    expect(found(whole, { sure: listedToTheEnd, possible: listedToTheEnd })).toEqual([
      expect.stringContaining(`${ofPull}: commits[1] is {`),
    ]);
  });
});

test('the pull requests of a landing are those of its commits, each once', () => {
  const of = told([pull(), pull({ number: 43 })], { [sha('a')]: [42, 44], [sha('b')]: [42, 43], [sha('c')]: [43] });
  expect([...foundIn(landing({ commits: [commit('a')] }), of).keys()]).toEqual([42]);
  expect([...foundIn(landing({ commits: [commit('a'), commit('b')] }), of).keys()]).toEqual([42, 43]);
});

describe('an acceptance, with its pull request and its people:', () => {
  const entry = by('e', carol);
  const own: AcceptedFact = { kind: 'accepted', key: 'k', commit: sha('e'), by: entry, pull: pull() };
  const later = pull({ number: 43, title: 'Later', mergedAt: at('13:00') });
  type Answered = Parameters<typeof compareAccepted>[2];
  const answered = (more: Partial<Answered> = {}): Answered => ({
    known: told([later, pull()], { [sha('e')]: [43, 42] }),
    people: new Map([accounts('e', carol)]),
    audited: new Set(['main']),
    taken: nothing,
    ...more,
  });
  const ofPull = 'Pull request 42 (Add prices)';
  const ofCommit = `Commit ${'e'.repeat(12)}, which accepts k`;
  const lacks = `Who accepted k: ${lacking}`;
  const missing = (part: string): Partial<Answered> => ({ taken: { missing: [part], masked: false } });

  test.each<[string, Partial<AcceptedFact>, Partial<Answered>, readonly string[], readonly string[]]>([
    ['the same', {}, {}, [], []],
    ['no pull request', { pull: null }, {}, [leftOut(ofPull)], []],
    ['a pull request that nobody told', {}, { known: told([], {}) }, [added(ofPull)], []],
    ['a pull request to another branch', {}, { audited: new Set(['develop']) }, [added(ofPull)], []],
    ['the later of two', { pull: later }, {}, [added('Pull request 43 (Later)'), leftOut(ofPull)], []],
    ['another person', { by: by('e', bob) }, {}, [changed(ofCommit, 'author.account.id', 2, 3)], []],
    ['a person whom no answer told', {}, { people: new Map() }, [], [`${ofCommit}: ${lacking}`]],
    ['secrets in an answer', { by: by('e', bob) }, { taken: { missing: [], masked: true } }, [], [`${ofCommit}: ${hiding}`]],
    ['secrets in a pull request', { pull: null }, { taken: { missing: [], masked: true } }, [], [`${ofPull}: ${hiding}`]],
    ['a missing answer about its commit', {}, missing(`object(oid: "${sha('e')}") {`), [], [lacks]],
    ['a missing answer about its pull request', {}, missing('pullRequest(number: 42) {'), [], [lacks]],
    ['a missing answer about another', {}, missing('pullRequest(number: 7) {'), [], []],
    ['a commit that git cannot tell', { commit: null, by: null, pull: null }, {}, [], []],
    [
      'who reworded it',
      { reworded: by('d', bob) },
      { people: new Map([accounts('e', carol), accounts('d', alice)]) },
      [changed(`Commit ${'d'.repeat(12)}, which accepts k`, 'author.account.id', 2, 1)],
      [],
    ],
    [
      'a person that the pull request lists',
      { by: by('a', bob), commit: sha('e') },
      { people: new Map() },
      [changed(`Commit ${'a'.repeat(12)}, which accepts k`, 'author.account.id', 2, 1)],
      [],
    ],
  ])('%s', (_name, of, more, differing, unproven) => {
    expect(compared((comparison) => compareAccepted(comparison, { ...own, ...of }, answered(more)))).toEqual([differing, unproven]);
  });
});
