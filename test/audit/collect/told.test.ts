import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { planAudit } from '../../../src/audit/collect/plan.ts';
import type { GitHubPort, Listed, RefUpdate } from '../../../src/audit/collect/port.ts';
import type { CollectSettings, CollectSources, ServiceFacts } from '../../../src/audit/collect/settings.ts';
import type { Deployment, Release } from '../../../src/audit/facts/shipped.ts';
import type { Commit, LandingKind, PullRequest } from '../../../src/audit/facts/landing.ts';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import { EvidenceError } from '../../../src/errors/index.ts';
import { git, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { root } from '../../support/sources.ts';
import { alice, bob, carol, signed } from '../reviews/pull.ts';
import { linesOf } from './collected.ts';
import { settingsOf, sourcesOf } from './world.ts';

/*
 * One history, made by one call of git, with a GitHub in memory: what is collected is compared as a whole with
 * test/fixtures/audit/told, where each question has what it tells otherwise than the first. `-u` writes these files: look at
 * what changed. Commits are called by their names here.
 */
afterAll(removeRepositories);

interface Made {
  readonly from?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly by?: string;
}

const accepted = (...entries: readonly string[]): string => `${['version: 1', 'accepted:', ...entries].join('\n')}\n`;
const entry = (key: string, reason: string): string => `  - { key: '${key}', reason: ${reason}, owner: alice, since: 2026-11-01 }`;
const key = `landing.unreviewed:${'a'.repeat(40)}`;
const [file, workflow] = ['.github/compliance-audit.yml', '.github/workflows/ci.yml'];

/** The commits of the history, each with the branch that it was made on. A pull request N has the branch `pN`. */
const history: Readonly<Record<string, Made>> = {
  root: { files: { README: '1', [file]: accepted(entry('key-1', 'old')), [workflow]: 'uses: acme/compliance-evidence@v1' } },
  forced: { from: ['root'], files: { 'src/forced': '1' } },
  p1a: { from: ['root'], files: { 'src/a': '1' } },
  p1b: { from: ['p1a'], files: { 'src/b': '1' } },
  squash: { from: ['root'], files: { 'src/a': '1', 'src/b': '1' }, by: 'GitHub' },
  p2a: { from: ['squash'], files: { 'src/c': '1' } },
  p2b: { from: ['p2a'], files: { 'lib/d': '1' } },
  rebase1: { from: ['squash'], files: { 'src/c': '1' }, by: 'GitHub' },
  rebase2: { from: ['rebase1'], files: { 'lib/d': '1' }, by: 'GitHub' },
  p3a: { from: ['rebase2'], files: { 'src/e': '1', [file]: accepted(entry('key-1', 'old'), entry(key, 'new')) } },
  merge: { from: ['rebase2', 'p3a'], files: {} },
  push1: { from: ['merge'], files: { [file]: accepted(entry('key-1', 'other'), entry(key, 'new')), [workflow]: 'name: ours\nuses: ./' } },
  push2: { from: ['push1'], files: { '.github/workflows/more.yaml': 'name: more', '.github/actions/one/action.yml': 'uses: ./' } },
  p4a: { from: ['push2'], files: { 'src/f': '1' } },
  p4b: { from: ['p4a'], files: { 'src/g': '1' } },
  p5a: { from: ['push2'], files: { 'src/h': '1' } },
  p5merge: { from: ['p5a', 'p4b'], files: { 'src/by-hand': '1' } },
  p5said: { from: ['p5merge'], files: { 'src/h': '2' }, title: 'Update src/h' },
  last: { from: ['p4b', 'p5said'], files: {} },
  release1: { from: ['rebase2'], files: { 'release/a': '1' } },
  release2: { from: ['release1'], files: { 'release/b': '1' } },
  again: { from: ['rebase2'], files: { 'release/c': '1' } },
};
const refs = { main: 'last', release: 'again', p1: 'p1b', p2: 'p2b', p3: 'p3a', p4: 'p4b', p5: 'p5said' };

/** A moment of the day on which all happened, by the minute. */
const minute = (count: number): string => new Date(Date.parse('2026-11-02T12:00:00Z') + count * 60_000).toISOString();

function makeHistory() {
  const directory = temporaryDirectory();
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', directory]);
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const names = Object.keys(history);
  const mark = (name: string): string => `:${names.indexOf(name) + 1}`;
  const commits = Object.entries(history).map(([name, { by = 'alice', files, from = [], title = `Make ${name}` }], index) => {
    const seconds = Date.parse(minute(index)) / 1000;
    const parents = from.map((parent, place) => `${place === 0 ? 'from' : 'merge'} ${mark(parent)}\n`).join('');
    const changed = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
    // A merge has what its second parent changed.
    const merged =
      from.length < 2 ? [] : Object.entries(brought(from[1] ?? '')).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
    const people = `author alice <alice@example.com> ${seconds} +0000\ncommitter ${by} <${by}@example.com> ${seconds} +0000\n`;
    return `commit refs/made/${name}\nmark ${mark(name)}\n${people}${data(title)}${parents}${[...merged, ...changed].join('')}`;
  });
  const ends = Object.entries(refs).map(([name, at]) => `reset refs/remotes/origin/${name}\nfrom ${mark(at)}\n\n`);
  git(directory, ['fast-import', '--quiet'], [...commits, ...ends].join(''));
  const made = git(directory, ['for-each-ref', '--format=%(refname:lstrip=2) %(objectname) %(tree)', 'refs/made']).split('\n');
  const of = made.map((line) => line.split(' '));
  return {
    directory,
    shas: new Map(of.map(([name = '', at = '']) => [name, at])),
    trees: new Map(of.map(([name = '', , tree = '']) => [name, tree])),
  };
}

/** All files that a commit and those of its own line before it wrote. */
function brought(name: string): Readonly<Record<string, string>> {
  const { files = {}, from = [] } = history[name] ?? {};
  return { ...(from[0] === undefined ? {} : brought(from[0])), ...files };
}

const { directory, shas, trees } = makeHistory();
const nowhere = 'f'.repeat(40);
const sha = (name: string): string => shas.get(name) ?? nowhere;

const updates: RefUpdate[] = [];
const moved = (name: string, kind: LandingKind, before: string | null, after: string | null, at = minute(100 + updates.length)): unknown =>
  updates.unshift({
    id: String(updates.length),
    name,
    kind,
    at,
    actor: alice,
    before: before === null ? null : sha(before),
    after: after === null ? null : sha(after),
  });
moved('main', 'creation', null, 'root', '2026-10-01T00:00:00.000Z');
moved('main', 'push', 'root', 'forced');
moved('main', 'force-push', 'forced', 'root');
moved('main', 'pull-request', 'root', 'squash');
moved('main', 'pull-request', 'squash', 'rebase2');
moved('release', 'creation', null, 'release2');
moved('release', 'deletion', 'release2', null);
moved('release', 'creation', null, 'again');
moved('main', 'pull-request', 'rebase2', 'merge');
moved('main', 'push', 'merge', 'push2');
moved('main', 'pull-request', 'push2', 'p4b');
moved('main', 'pull-request', 'p4b', 'last');

function commitOf(name: string): Commit {
  const { from = [], title = `Make ${name}` } = history[name] ?? {};
  const by = { author: signed(alice), committer: signed(bob), coAuthors: name === 'p5said' ? [signed(carol)] : [] };
  return {
    sha: sha(name),
    tree: trees.get(name) ?? nowhere,
    parents: from.map(sha),
    title,
    ...by,
    mergeAlone: null,
    suggestionAlone: false,
  };
}

function pullOf(number: number, mergeCommit: string, commits: readonly string[], at: number): PullRequest {
  const people = { openedBy: alice, askedBy: null, mergedBy: bob, labels: [], forcePushes: [] };
  const rest = { title: `Pull request ${number}`, from: 'acme/shop', headBranch: `p${number}`, commitsCut: false, pushedAt: null };
  const reviews = [{ id: `review ${number}`, by: carol, said: 'APPROVED' as const, commit: sha(commits.at(-1) ?? ''), at: minute(at - 1) }];
  const url = `https://github.com/acme/shop/pull/${number}`;
  const head = sha(commits.at(-1) ?? '');
  return {
    number,
    url,
    base: 'main',
    ...people,
    ...rest,
    reviews,
    mergedAt: minute(at),
    mergeCommit: sha(mergeCommit),
    head,
    commits: commits.map(commitOf),
  };
}

const pulls: readonly PullRequest[] = [
  pullOf(1, 'squash', ['p1a', 'p1b'], 103),
  pullOf(2, 'rebase2', ['p2a', 'p2b'], 104),
  pullOf(3, 'merge', ['p3a'], 108),
  pullOf(4, 'p4b', ['p4a', 'p4b'], 110),
  pullOf(5, 'last', ['p5a', 'p5merge', 'p5said'], 111),
];
const owners: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(
    pulls.flatMap(({ commits, mergeCommit, number }) =>
      [...commits.map((one) => one.sha), mergeCommit ?? ''].map((one) => [one, [number]]),
    ),
  ),
  [sha('rebase1')]: [2],
};

const shipped: Omit<Deployment, 'branch' | 'brought' | 'id' | 'at' | 'sha'> = {
  kind: 'deployment',
  source: 'github',
  environment: 'production',
  production: true,
  by: bob,
  fingerprint: null,
  url: null,
  running: false,
};
const deployed = (name: string | null, at: number, more: Partial<Deployment> = {}): Omit<Deployment, 'branch' | 'brought'> => ({
  ...shipped,
  id: `${name} at ${at}`,
  sha: name === null ? null : sha(name),
  at: minute(at),
  ...more,
});
const released = (tag: string, name: string | null, at: number): Omit<Release, 'branch' | 'brought'> => {
  return { kind: 'release', tag, at: minute(at), by: bob, sha: name === null ? null : sha(name), url: null };
};
const tagged = (name: string, at: string) => ({ name, sha: sha(at), url: null });
const tagMoved = (name: string, before: string | null, after: string | null, at: number): RefUpdate => {
  return { id: `tag ${at}`, name, kind: 'push', at: minute(at), actor: alice, before: before && sha(before), after: after && sha(after) };
};

const whole = <Item>(items: readonly Item[]): Listed<Item> => ({ kind: 'whole', items });
const refused = async (): Promise<Listed<never>> => ({ kind: 'refused', why: 'The token may not', fix: 'Let it' });
const cut = <Item>(items: readonly Item[]): Listed<Item> => ({ kind: 'cut', items, why: 'There are more', fix: 'Wait' });
const broken = async (): Promise<never> => Promise.reject(new EvidenceError('unreadable-file', 'GitHub is away', { fix: 'Come again' }));

/** Things that were shipped, of which most questions hear nothing. */
const shippedToo: Partial<GitHubPort> = {
  tagUpdates: async () => {
    const two = [tagMoved('v2', null, 'root', 101), tagMoved('v2', 'root', null, 102), tagMoved('v2', null, 'squash', 103)];
    return whole([{ updates: [tagMoved('v1', 'root', 'release2', 104), ...two, tagMoved('v1', 'forced', 'root', 90_000)], told: true }]);
  },
  deployments: async () =>
    whole([
      deployed('last', 112, { running: true }),
      deployed('merge', 108, { reviews: [{ by: carol, said: 'approved' }] }),
      deployed(null, 107),
      deployed('elsewhere', 106),
      deployed('p1b', 105),
      deployed('p3a', 104),
      deployed('squash', 103),
      deployed('root', -90_000),
      deployed('squash', 103, { environment: 'test', production: false }),
      deployed('again', 107, { environment: 'release' }),
    ]),
  releases: async () =>
    whole([released('v1', 'release2', 106), released('v0', null, 102), released('v2', 'push2', 109), released('old', 'root', -90_000)]),
  tags: async () => whole([tagged('v0', 'release1'), tagged('v1', 'release2'), tagged('v2', 'squash'), tagged('gone', 'elsewhere')]),
};

/** @param changed makes each pull request another one */
function portOf(more: Partial<GitHubPort> = {}, changed = (pull: PullRequest): PullRequest => pull, branchUpdates = updates): GitHubPort {
  return {
    defaultBranch: async () => 'main',
    repositoryId: async () => 1,
    branchUpdates: async (branch, since, until) => {
      const own = branchUpdates.filter(({ at, name }) => name === branch && at < until);
      const older = own.findIndex(({ at }) => at < since);
      return whole(older < 0 ? own : own.slice(0, older + 1));
    },
    firstUpdates: async () => whole(updates.toReversed().map((update) => ({ ...update, name: `refs/heads/${update.name}` }))),
    tagUpdates: async () => whole([]),
    pullRequestsOf: async (asked) => {
      const of = new Map(asked.map((one) => [one, owners[one] ?? []] as const));
      const found = [...new Set([...of.values()].flat())].flatMap((number) => pulls.filter((pull) => pull.number === number).map(changed));
      return whole([{ pulls: found, of, cut: new Map(), signedByGitHub: new Set([sha('p5said')]) }]);
    },
    textsOf: async () => whole([]),
    deployments: async () => whole([]),
    releases: async () => whole([]),
    tags: async () => whole([]),
    mergedCount: async (branch) => pulls.filter(({ base }) => base === branch).length,
    accountsOf: async (asked) => whole(asked.map((one) => ({ sha: one, author: carol, committer: bob }))),
    checksOf: async () => whole([]),
    rulesOf: async () => whole([]),
    queries: () => [{ kind: 'query', of: 'github', text: 'query', times: 1, answered: 1 }],
    ...more,
  };
}

interface Question {
  readonly settings?: Partial<CollectSettings>;
  readonly github?: GitHubPort | null;
  readonly sources?: Partial<CollectSources>;
  readonly isPlanned?: boolean;
}

/** The newest landings alone: less is asked. */
const late = { branches: ['main'], since: minute(108) };
const newest = { branches: ['main'], since: minute(111) };
const both = { branches: ['main', 'release'] };
/** GitHub does not list all commits of the pull requests, and says more of each. */
const told = (more: readonly Partial<PullRequest>[]): GitHubPort =>
  portOf({}, (pull) => ({ ...pull, commitsCut: true, ...more[pull.number - 1] }));
const of = (...commits: readonly string[]): Question => ({
  settings: { ...both, scope: { kind: 'trail', flow: 'unit', trail: 'one' } },
  sources: { scope: async (scope) => ({ scope, commits: commits.map(sha), trails: [{ flow: 'unit', trail: 'one' }] }) },
});
const first = (name: string, before: string | null, after: string): RefUpdate => {
  return {
    id: `first ${after}`,
    name,
    kind: 'push',
    at: '2026-09-01T00:00:00Z',
    actor: bob,
    before: before && sha(before),
    after: sha(after),
  };
};
/** The default branch was created within the period, after some other updates. */
const begun = (...others: readonly RefUpdate[]): Question => ({
  settings: { branches: ['main'], since: '2026-09-15T00:00:00Z', until: minute(102) },
  github: portOf({
    firstUpdates: async () => whole([...others, ...updates.slice(-1).map((one) => ({ ...one, name: 'refs/heads/main' }))]),
  }),
});
const without = (...ids: readonly string[]): GitHubPort =>
  portOf(
    {},
    (pull) => pull,
    updates.filter(({ id }) => !ids.includes(id)),
  );

/** A service about which more is recorded while it is read: that many times again. */
const served = (times: number): Question => {
  const later = {
    trails: [{ flows: ['unit', 'units'], trail: 'one\ntwo', commits: new Set<string>() }],
    approvals: [{ flows: [], fingerprint: 'b'.repeat(64) }],
    others: true,
  };
  const trail = { flow: 'unit', url: null, at: minute(1), state: 'COMPLIANT', template: null, templateVersion: null, ownTemplate: null };
  const none = { records: [], artifacts: [], cut: false };
  const made = {
    kind: 'artifact' as const,
    name: 'shop',
    trail: null,
    state: 'COMPLIANT',
    url: null,
    at: minute(104),
    running: [],
    withoutProvenance: false,
  };
  const approval = {
    kind: 'approval' as const,
    number: 1,
    state: 'APPROVED',
    environment: null,
    at: minute(105),
    url: null,
    approvers: [],
    by: null,
  };
  const gap = { what: 'a record', why: 'It is long', fix: 'Cut it' };
  const heard: unknown[] = [];
  const facts = (left: number): ServiceFacts => ({
    flows: [],
    artifacts: [
      { ...made, flow: 'unit', fingerprint: 'b'.repeat(64), commit: sha('merge'), trail: 'of merge' },
      { ...made, flow: 'other', fingerprint: 'c'.repeat(64), commit: sha('p1a') },
    ],
    approvals: [
      { ...approval, flow: 'unit', fingerprint: 'b'.repeat(64) },
      { ...approval, flow: 'other', fingerprint: 'c'.repeat(64) },
    ],
    deployments: [deployed('merge', 109, { source: 'service' }), deployed('p1a', 108, { source: 'service', environment: 'test' })],
    notifications: [{ kind: 'notification', name: 'n', targets: 1, failure: null }],
    untold: [],
    holes: [
      { kind: 'hole', ...gap },
      { kind: 'hole', ...gap },
    ],
    queries: [{ kind: 'query', of: 'service', text: 'GET', times: 1, answered: 1 }],
    trailsAbout: (asked) =>
      ['squash', 'p1a', 'push2', 'p5a']
        .filter((name) => asked.includes(sha(name)))
        .map((name) => ({ ...trail, ...none, name, commits: [sha(name), sha('root'), 'no commit'] })),
    trailsElsewhere: (known) => known.size,
    touchedBy: ({ approvals, trails: touched }) => ({ approvals, trails: left === 0 ? [] : touched }),
    again: async (more) => {
      heard.push(more.others);
      return left === 0 ? undefined : facts(left - 1);
    },
  });
  return {
    settings: late,
    sources: {
      service: async (asked) => {
        heard.push(asked);
        return facts(times);
      },
      log: {
        readOn: async () => later,
        lines: async function* (scope) {
          yield { kind: 'hole', what: JSON.stringify(scope), why: JSON.stringify(heard), fix: '' };
        },
      },
    },
  };
};

const everything: Question = { isPlanned: true, settings: both, github: portOf(shippedToo) };

const questions: Readonly<Record<string, Question>> = {
  whole: everything,
  'default branch': { settings: { since: minute(111) } },
  'no name of the default branch': { settings: { since: minute(111) }, github: portOf({ defaultBranch: broken }) },
  'no such branch': { isPlanned: true, settings: { ...newest, branches: ['main', 'other'] } },
  'no repository': { isPlanned: false, sources: { git: root.slice(0, 1) } },
  'git alone': { isPlanned: true, settings: both, github: null },
  'between commits': { isPlanned: true, settings: { branches: ['main'], sinceSha: sha('squash'), untilSha: sha('push1') } },
  'between commits that do not follow': { settings: { branches: ['main'], sinceSha: sha('release1'), untilSha: sha('push1') } },
  'landings of lost commits': {
    settings: newest,
    github: portOf({}, undefined, [
      ...updates.slice(0, 1),
      ...updates.slice(1, 2).map((one) => ({ ...one, before: nowhere, at: minute(111) })),
      ...updates.slice(1, 2).map((one) => ({ ...one, id: 'lost', after: nowhere, at: minute(111) })),
    ]),
  },
  'a deletion of a lost commit': {
    settings: { branches: ['release'], since: minute(106) },
    github: portOf(
      {},
      undefined,
      updates.map((one) => (one.id === '6' ? { ...one, before: nowhere } : one)),
    ),
  },
  'branches of one moment': {
    settings: { ...both, until: minute(102) },
    github: portOf(
      {},
      undefined,
      updates.filter(({ id }) => id === '7' || id === '0').map((one) => ({ ...one, at: minute(101) })),
    ),
  },
  'git alone, after an audit': {
    settings: { branches: ['main'], earlier: { tips: { main: sha('merge') }, isBegin: false }, since: minute(11) },
    github: null,
  },
  'long ago': { settings: { branches: ['main'], since: '2025-01-01T00:00:00Z', until: minute(3) } },
  'until then': { settings: { ...both, until: minute(108) }, github: portOf(shippedToo) },
  'cut pulls': {
    settings: both,
    github: told([{ commits: [] }, { commits: [commitOf('forced')] }, { mergeCommit: null }, { commits: [] }, {}]),
  },
  'more cut pulls': {
    settings: both,
    github: told([{ mergeCommit: nowhere }, { head: nowhere }, { commits: [] }, { commits: [commitOf('p4a')] }, { commits: [] }]),
  },
  'cut pulls without accounts': { settings: late, github: { ...told(pulls.map(() => ({ commits: [] }))), accountsOf: refused } },
  'in part': {
    settings: late,
    github: portOf({
      pullRequestsOf: async (asked) =>
        cut([{ pulls: pulls.slice(3, 4), of: new Map(asked.map((one) => [one, [4]])), cut: new Map([[4, 'It is long']]) }]),
    }),
  },
  'by a squash, a rebase and a merge': { ...of('p1a', 'p2a', 'p3a'), github: portOf(shippedToo) },
  'of nothing': of('elsewhere', 'forced'),
  'of a commit without GitHub': { ...of('p1a', 'release1'), github: null },
  'of a trail that is not there': { ...of(), sources: { scope: broken } },
  'begun after others': begun(first('refs/heads/old', 'release1', 'again'), first('refs/tags/v0', null, 'root')),
  'begun after its commits': begun(first('refs/heads/old', null, 'root')),
  'begun after lost ones': begun(first('refs/heads/old', null, 'elsewhere')),
  'created next to': { settings: { branches: ['release'] } },
  'created next to nothing told': {
    settings: { branches: ['release'] },
    github: portOf(
      {},
      (pull) => pull,
      updates.filter(({ name }) => name !== 'main'),
    ),
  },
  'created next to gaps': { settings: { branches: ['release'] }, github: without('8', '9') },
  'gaps at the tip': { settings: late, github: without('11') },
  'gaps within': { isPlanned: true, settings: both, github: without('4', '9') },
  'updates refused': { settings: newest, github: portOf({ branchUpdates: refused }) },
  'first updates refused': { ...begun(), github: portOf({ firstUpdates: refused }) },
  'pull requests refused': { settings: newest, github: portOf({ pullRequestsOf: refused }) },
  'updates of tags refused': { settings: newest, github: portOf({ ...shippedToo, tagUpdates: refused }) },
  'served at once': served(0),
  'served in the third round': { ...served(3), settings: newest },
  'served never': { ...served(9), settings: newest },
  'served within a scope': { settings: of().settings ?? {}, sources: { ...served(0).sources, ...of('p3a').sources } },
  'served not': { settings: newest, sources: { service: broken } },
  'served without a log': { settings: { ...newest, flows: ['unit'] }, sources: { ...served(1).sources, log: null } },
  'tags refused': { settings: newest, github: portOf({ ...shippedToo, tags: refused }) },
};

/** Its facts, where the same in each line is left out, and how the audit is planned. */
async function tell({ github = portOf(), isPlanned = false, settings, sources }: Question): Promise<readonly string[]> {
  const [asked, from] = [settingsOf(settings), sourcesOf(directory, github, { readAuditFile: (text) => readAuditFile(text), ...sources })];
  const lines: unknown[] = [...(await linesOf(asked, from))];
  if (isPlanned) lines.push({ plan: await planAudit(asked, from).catch(String) });
  return lines.map((line) => {
    const text = JSON.stringify(line).replaceAll(directory, 'DIRECTORY').replaceAll(nowhere, 'NOWHERE');
    return [...shas].reduce((left, [name, one]) => left.replaceAll(one, name).replaceAll(one.slice(0, 12), `${name}…`), text);
  });
}

let all: Promise<readonly string[]> | undefined;

test.each(Object.entries(questions))('%s', async (name, question) => {
  const usual = await (all ??= tell(everything));
  const lines = name === 'whole' ? usual : await tell(question);
  const gone = usual.filter((line) => !lines.includes(line)).map((line) => /"kind":"([a-z]+)"/.exec(line)?.[1] ?? '');
  const text = [
    ...lines.filter((line) => name === 'whole' || !usual.includes(line)),
    ...[...Map.groupBy(gone, (kind) => kind)].map(([kind, of]) => `gone: ${of.length} ${kind}`),
  ];
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(join(root, `test/fixtures/audit/told/${name.replaceAll(/\W+/g, '-')}.ndjson`));
});
