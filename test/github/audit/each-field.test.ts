import { join } from 'node:path';
import { expect, test } from 'vitest';
import { branchUpdates, firstUpdates, tagUpdates } from '../../../src/github/audit/activity.ts';
import { checksOf } from '../../../src/github/audit/checks.ts';
import { pullRequestsOf } from '../../../src/github/audit/pulls.ts';
import { readPull, readPullSoFar } from '../../../src/github/audit/read-pull.ts';
import type { Session } from '../../../src/github/audit/session.ts';
import { deployments, releases, tags } from '../../../src/github/audit/shipped.ts';
import { stringAt, valueAt } from '../../../src/text/index.ts';
import { root } from '../../support/sources.ts';

/*
 * A pull request as GitHub answers it, with each field gone, null or another: what is read of it is compared with
 * test/fixtures/audit/pull.txt. `npx vitest run test/github/audit/each-field.test.ts -u` writes it, look at what changed. A field that
 * cannot be read must leave the pull request unread, or not whole: never with fewer authors, reviews or events.
 */

const sha = (letter: string): string => letter.repeat(40);
const user = (name: string, databaseId: number) => ({ __typename: 'User', login: name, databaseId });
const page = { hasNextPage: false, endCursor: null };
const list = (nodes: readonly object[], more: object = {}) => ({ totalCount: nodes.length, pageInfo: page, nodes, ...more });
const gitUser = (name: string, databaseId: number) => ({
  name,
  email: `${name}@x.example`,
  user: { id: `U_${databaseId}`, databaseId, login: name },
});
const commit = (letter: string, more: object = {}) => ({
  commit: {
    oid: sha(letter),
    tree: { oid: sha('f') },
    messageHeadline: `Write ${letter}`,
    parents: { totalCount: 1, nodes: [{ oid: sha('0').replace('0', '1') }] },
    author: gitUser('ada', 1),
    committer: gitUser('ada', 1),
    signature: null,
    authors: { totalCount: 2, nodes: [gitUser('ada', 1), gitUser('grace', 2)] },
    ...more,
  },
});
const at = (minute: number): string => `2026-11-02T10:${String(minute).padStart(2, '0')}:00Z`;
const review = (id: number, state: string, by: object) => ({
  id: `R_${id}`,
  fullDatabaseId: String(id),
  state,
  submittedAt: at(id),
  author: by,
  commit: { oid: sha('b') },
});
const events = [
  { __typename: 'HeadRefForcePushedEvent', createdAt: at(5), beforeCommit: { oid: sha('c'), tree: { oid: sha('d') } } },
  { __typename: 'ReviewDismissedEvent', createdAt: at(6), previousReviewState: 'APPROVED', review: { id: 'R_3' } },
  { __typename: 'LabeledEvent', createdAt: at(7), actor: user('bob', 3), label: { name: 'emergency' } },
  { __typename: 'LabeledEvent', createdAt: at(8), actor: user('bob', 3), label: { name: 'gone' } },
  { __typename: 'UnlabeledEvent', createdAt: at(9), label: { name: 'gone' } },
  { __typename: 'AddedToMergeQueueEvent', createdAt: at(10), actor: user('carol', 4) },
  { __typename: 'BaseRefChangedEvent', createdAt: at(11), from: 'develop' },
  { __typename: 'AutomaticBaseChangeSucceededEvent', createdAt: at(12), from: 'release' },
  { __typename: 'LabeledEvent', createdAt: at(50), actor: null, label: { name: 'late' } },
];
const value = {
  number: 7,
  url: 'https://github.com/acme/app/pull/7',
  title: 'Sell tea',
  merged: true,
  mergedAt: at(30),
  baseRefName: 'main',
  headRefName: 'topic',
  headRefOid: sha('b'),
  headRef: { name: 'topic' },
  headRepository: { nameWithOwner: 'acme/app' },
  author: { __typename: 'Bot', login: 'agent', databaseId: 9 },
  mergedBy: { __typename: 'Bot', login: 'github-merge-queue', databaseId: 10 },
  mergeCommit: { oid: sha('e') },
  reviews: list([review(1, 'APPROVED', user('bob', 3)), review(2, 'PENDING', user('dan', 5)), review(3, 'DISMISSED', user('carol', 4))]),
  timelineItems: list(events, { totalCount: 20, filteredCount: events.length }),
  commits: list([
    commit('a', { author: gitUser('agent[bot]', 9) }),
    commit('b', {
      committer: { name: 'GitHub', email: 'noreply@github.com', user: null },
      signature: { isValid: true, wasSignedByGitHub: true },
    }),
  ]),
  last: { nodes: [{ commit: { oid: sha('b'), checkSuites: { totalCount: 2, nodes: [{ createdAt: at(21) }, { createdAt: at(20) }] } } }] },
};

/** Each way to change one part of a value, with the name of the part. */
function* changesOf(part: unknown, path = ''): Generator<readonly [path: string, changed: unknown]> {
  if (Array.isArray(part)) {
    for (const [place, one] of part.entries()) {
      yield [`${path}[${place}] gone`, part.toSpliced(place, 1)];
      yield [`${path}[${place}] twice`, part.toSpliced(place, 0, one)];
      for (const [name, changed] of changesOf(one, `${path}[${place}]`)) yield [name, part.with(place, changed)];
    }
  } else if (typeof part === 'object' && part !== null) {
    for (const [key, one] of Object.entries(part)) {
      const name = path === '' ? key : `${path}.${key}`;
      const { [key]: _gone, ...rest } = Object(part);
      yield [`${name} gone`, rest];
      for (const [changed, other] of changesOf(one, name)) yield [changed, { ...part, [key]: other }];
    }
  } else if (typeof part === 'string') {
    yield [`${path} is another`, /^\d{4}-/.test(part) ? part.replace('T10:', 'T11:') : `${part}x`];
    yield [`${path} is empty`, ''];
  } else if (typeof part === 'number') {
    yield [`${path} is more`, part + 1];
    yield [`${path} is 0`, 0];
  } else if (typeof part === 'boolean') yield [`${path} is not`, !part];
  yield [`${path} is ${part === null ? 'a number' : 'null'}`, part === null ? 7 : null];
}

function shown(pull: unknown): string {
  const soFar = readPullSoFar(pull);
  if (soFar === undefined || soFar === null) return String(soFar);
  const { lists } = soFar;
  const next = Object.entries(lists).flatMap(([name, { next: more }]) => (more === null ? [] : [`more ${name} after ${more}`]));
  const read = readPull(soFar);
  return [...next, ...(read === undefined ? ['not read'] : JSON.stringify(read, undefined, 1).split('\n'))].join('\n');
}

test('what cannot be read of a pull request is no fact of it', async () => {
  const whole = shown(value).split('\n');
  const noted = new Map<string, string[]>();
  for (const [name, changed] of changesOf(value)) {
    const lines = shown(changed).split('\n');
    const told =
      lines.length < 3
        ? lines
        : [
            ...lines.filter((line) => !whole.includes(line)),
            ...whole.filter((line) => !lines.includes(line)).map((line) => `gone: ${line.trim()}`),
          ];
    const text = `${told.map((line) => line.trim()).join('\n  ')}${lines.length === whole.length || lines.length < 3 ? '' : `\n  ${lines.length - whole.length} lines`}`;
    noted.set(text, [...(noted.get(text) ?? []), name]);
  }
  const texts = Array.from(noted, ([text, names]) => `${names.join(', ')}:\n  ${text}\n`);
  await expect([...whole, '', ...texts].join('\n')).toMatchFileSnapshot(join(root, 'test/fixtures/audit/pull.txt'));
});

/** The answers of GitHub to each question, one page after the other: a list and where it goes on, or the data of GraphQL. */
interface Answers {
  readonly [question: string]: readonly unknown[];
}

/** A session that has these answers, and notes what it is asked. */
function sessionOf(answers: Answers, asked: unknown[] = []): Session {
  const times = new Map<string, number>();
  const take = (question: string): unknown => {
    const time = times.get(question) ?? 0;
    times.set(question, time + 1);
    const all = answers[question] ?? [];
    if (time > all.length + 5) throw new Error(`${question} is asked again and again`);
    return all[Math.min(time, all.length - 1)];
  };
  return {
    repository: 'acme/app',
    report: (what) => asked.push(what),
    rest(question) {
      asked.push(question);
      return Promise.resolve(take(question.route));
    },
    page(question) {
      asked.push(question);
      const page = take(question.route);
      const [items, next] = [valueAt(page, 'items'), stringAt(page, 'next')];
      return Promise.resolve({ items: Array.isArray(items) ? items : undefined, next: URL.parse(next ?? '') });
    },
    ask(question) {
      asked.push(question);
      return Promise.resolve(take(question.name));
    },
    answered: (text, count) => void asked.push(`${text}: ${count}`),
    queries: () => [],
  };
}

const account = (login: string, id: number) => ({ login, id, type: 'User' });
const moved = (id: number, minute: number, more: object = {}) => ({
  id,
  ref: 'refs/heads/main',
  activity_type: 'push',
  timestamp: at(minute),
  actor: account('ada', 1),
  before: sha('a'),
  after: sha('b'),
  ...more,
});
const kinds = ['force_push', 'pr_merge', 'merge_queue_merge', 'branch_creation', 'branch_deletion'];
const nextPage = 'https://api.github.example/x?after=two';
const activity = 'GET /repos/{owner}/{repo}/activity';
const updatesOfMain = [
  { items: [moved(9, 50), ...kinds.map((activity_type, index) => moved(8 - index, 40 - index, { activity_type }))], next: nextPage },
  { items: [moved(2, 10, { before: '0'.repeat(40), actor: account('x[bot]', 2) }), moved(1, 5, { actor: null })], next: 'none' },
];
const ofTags = {
  items: [moved(3, 40, { ref: 'refs/tags/v1' }), moved(2, 30), moved(1, 20, { ref: 'refs/tags/v0', after: '0'.repeat(40) })],
};
const connection = (nodes: readonly unknown[], totalCount: number, endCursor: string | null = null) => ({
  totalCount,
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});
const releaseOf = (tagName: string, minute: number, more: object = {}) => ({
  tagName,
  isDraft: false,
  publishedAt: at(minute),
  url: 'https://github.example/r',
  author: user('ada', 1),
  tagCommit: { oid: sha('a') },
  ...more,
});
const listOfReleases = [
  { releases: connection([releaseOf('v1', 10), releaseOf('v2', 20, { author: null, url: null })], 4, 'two') },
  { releases: connection([releaseOf('v3', 15, { tagCommit: null }), releaseOf('v4', 59, { isDraft: true })], 4) },
];
const commitOf = (letter: string) => ({ __typename: 'Commit', oid: sha(letter) });
const listOfTags = [
  {
    refs: connection(
      [
        { name: 'v1', target: commitOf('a') },
        { name: 'a/ä', target: { __typename: 'Tag', oid: sha('1'), target: { __typename: 'Tag', oid: sha('2'), target: commitOf('b') } } },
        { name: 'tree', target: { __typename: 'Tree', oid: sha('3') } },
      ],
      3,
    ),
  },
];
const deployed = (id: number, minute: number, more: object = {}) => ({
  id,
  node_id: `N${id}`,
  environment: 'production',
  production_environment: true,
  transient_environment: false,
  sha: sha('a'),
  creator: account('ada', 1),
  created_at: at(minute),
  ...more,
});
const statuses = (databaseId: number, minute: number, run: string, more: readonly object[] = []) => {
  const all = [{ state: 'SUCCESS', createdAt: at(minute), logUrl: `https://github.example/acme/app/actions/runs/${run}` }, ...more];
  return { databaseId, statuses: connection(all, all.length) };
};
const deployedTo: Answers = {
  'GET /repos/{owner}/{repo}/deployments': [
    {
      items: [
        deployed(4, 40, { environment: 'pre/view', production_environment: false, transient_environment: true }),
        deployed(3, 30, { sha: sha('b') }),
        deployed(2, 8, { creator: null }),
        deployed(1, 6),
      ],
    },
  ],
  DeploymentStatuses: [
    {
      nodes: [
        statuses(4, 41, '17/job/3', [{ state: 'INACTIVE', createdAt: at(45), logUrl: null }]),
        statuses(3, 31, '18', [{ state: 'PENDING', createdAt: at(30), logUrl: null }]),
        statuses(2, 9, '18'),
        statuses(1, 7, '19x'),
      ],
    },
  ],
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}': [{ head_sha: sha('b') }, { head_sha: sha('a') }],
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals': [
    [
      { state: 'approved', user: account('bob', 3), environments: [{ name: 'production' }] },
      { state: 'pending', user: account('eve', 4), environments: [{ name: 'production' }] },
      { state: 'rejected', user: account('carol', 5), environments: [{ name: 'other' }, { name: 'production' }] },
      { state: 'approved', user: account('dan', 6), environments: [{ name: 'pre/view' }] },
    ],
  ],
};
const old = '2026-08-01T00:00:00Z';
const deployedBefore: Answers = {
  'GET /repos/{owner}/{repo}/deployments': [
    { items: [deployed(3, 30), deployed(2, 0, { created_at: old, environment: 'other' })], next: nextPage },
    { items: [deployed(1, 1)] },
  ],
  DeploymentStatuses: [{ nodes: [statuses(3, 31, 'x'), statuses(2, 1, 'x')] }, { nodes: [statuses(1, 2, 'x')] }],
};
const shortList = { ...value, reviews: { ...value.reviews, pageInfo: { hasNextPage: true, endCursor: 'two' }, totalCount: 4 } };
const ofCommits: Answers = {
  PullRequestsOfCommits: [
    {
      p0: { oid: sha('b'), associatedPullRequests: connection([shortList], 2, 'more') },
      p1: null,
    },
    { p0: { oid: sha('b'), associatedPullRequests: connection([{ number: 8, merged: false }], 2) } },
  ],
  RestOfPullRequests: [{ p0: { reviews: connection([review(4, 'COMMENTED', user('eve', 6))], 4) } }],
  PullRequests: [{ p0: value }],
};
const checkRun = (id: number, more: object = {}) => ({
  id: `CR_${id}`,
  databaseId: id,
  name: 'test',
  status: 'COMPLETED',
  conclusion: 'FAILURE',
  startedAt: at(10),
  completedAt: at(12),
  permalink: `https://github.example/runs/${id}`,
  ...more,
});
const checkSuite = (id: number, runs: object) => ({
  id: `CS_${id}`,
  databaseId: id,
  createdAt: at(9),
  app: { databaseId: 15_368, slug: 'github-actions' },
  workflowRun: {
    id: `WFR_${id}`,
    databaseId: 40 + id,
    createdAt: at(9),
    updatedAt: at(15),
    event: 'push',
    url: `https://github.example/acme/app/actions/runs/${40 + id}`,
    file: { path: '.github/workflows/ci.yml', repositoryName: 'acme/app' },
  },
  checkRuns: runs,
});
const newest = { context: 'ci', state: 'SUCCESS', createdAt: at(14), creator: user('ada', 1), targetUrl: 'https://ci.example/2' };
const listedStatus = (id: number, minute: number, more: object = {}) => ({
  id,
  context: 'ci',
  state: 'success',
  created_at: at(minute),
  creator: account('ada', 1),
  target_url: `https://ci.example/${id}`,
  ...more,
});
const ofChecks: Answers = {
  ChecksOfCommits: [
    {
      p0: {
        oid: sha('b'),
        checkSuites: connection([checkSuite(1, connection([checkRun(1)], 2, 'runs'))], 2, 'suites'),
        status: { contexts: [newest] },
      },
      p1: null,
    },
  ],
  RestOfCheckSuites: [{ p0: { checkSuites: connection([checkSuite(2, connection([], 0))], 2) } }],
  RestOfCheckRuns: [{ p0: { checkRuns: connection([checkRun(2, { status: 'QUEUED', conclusion: null, completedAt: null })], 2) } }],
  'GET /repos/{owner}/{repo}/commits/{ref}/statuses': [
    { items: [listedStatus(2, 14)], next: nextPage },
    { items: [listedStatus(2, 14), listedStatus(1, 13, { state: 'failure', creator: null, target_url: null })] },
  ],
};
const crowd = Array.from({ length: 51 }, (_, index) => sha('a').replace(/^aa/, String(index).padStart(2, '0')));
const ofCrowd: Answers = {
  PullRequestsOfCommits: [
    Object.fromEntries(crowd.slice(0, 50).map((oid, index) => [`p${index}`, { oid, associatedPullRequests: connection([value], 1) }])),
    {
      p0: {
        oid: crowd.at(-1),
        associatedPullRequests: connection(
          [
            { number: 8, merged: true },
            { number: 9, merged: false },
          ],
          2,
        ),
      },
    },
  ],
  PullRequests: [{ p0: { ...value, number: 8 } }],
};

const period = [at(9), at(55)] as const;
const questions: Readonly<Record<string, readonly [answers: Answers, ask: (session: Session) => Promise<unknown>]>> = {
  'the updates of a branch': [{ [activity]: updatesOfMain }, (session) => branchUpdates(session, 'main', ...period)],
  'the updates of a branch that are not all kept': [
    { [activity]: updatesOfMain.slice(0, 1).map(({ items }) => ({ items })) },
    (session) => branchUpdates(session, 'main', ...period),
  ],
  'no update of a branch': [{ [activity]: [{ items: [] }] }, (session) => branchUpdates(session, 'main', '2020-01-01T00:00:00Z', at(55))],
  'the updates of tags': [{ [activity]: [ofTags] }, (session) => tagUpdates(session, at(25))],
  'the first updates': [{ [activity]: [{ items: ofTags.items.toReversed(), next: nextPage }] }, firstUpdates],
  'the releases': [{ Releases: listOfReleases }, (session) => releases(session, ...period)],
  'the tags': [{ Tags: listOfTags }, (session) => tags(session, 'https://github.example')],
  'the deployments': [deployedTo, (session) => deployments(session, 'https://github.example', ...period)],
  'the deployment before the period': [deployedBefore, (session) => deployments(session, 'https://github.example', ...period)],
  'the pull requests of commits': [ofCommits, (session) => pullRequestsOf(session, [sha('b'), sha('a'), sha('b')])],
  'the checks of commits': [ofChecks, (session) => checksOf(session, [sha('b'), sha('a'), sha('b')])],
  'the pull requests that many commits share': [ofCrowd, (session) => pullRequestsOf(session, crowd)],
};

/** As short lines: a part of its own for each that is long. */
function lined(of: unknown, name = ''): readonly string[] {
  const part: unknown = of instanceof Map || of instanceof Set ? [...of] : of;
  const text = JSON.stringify(part, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one)) ?? 'undefined';
  if (text.length < 300 || typeof part !== 'object' || part === null) return [`${name}${text}`];
  return Object.entries(part).flatMap(([key, one]) => lined(one, Array.isArray(part) ? name : `${name}${key}: `));
}

test.each(Object.entries(questions))('what cannot be read of %s is told as missing', async (about, [answers, ask]) => {
  const answer = async (given: Answers): Promise<readonly string[]> => {
    try {
      return lined(await ask(sessionOf(given)));
    } catch (error) {
      return [String(error)];
    }
  };
  const asked: unknown[] = [];
  const whole = lined(await ask(sessionOf(answers, asked)));
  const noted = new Map<string, string[]>();
  for (const [name, changed] of changesOf(answers)) {
    // The parts of a pull request have a table of their own, above; those of updates are in another one.
    if (about.includes('not all') || about.includes('share')) break;
    if (/\.nodes\[\d+\]\.\w+\..*\.|PullRequests\[/.test(name) && about === 'the pull requests of commits') continue;
    const lines = await answer(Object(changed));
    const other = lines.filter((line) => !whole.includes(line));
    const text = [...other, `${lines.length - other.length} of ${whole.length} as before`].join('\n  ');
    if (lines.join('\n') !== whole.join('\n')) noted.set(text, [...(noted.get(text) ?? []), name.replace(/^.*\/|^\w+(?=\[)/, '')]);
  }
  const texts = Array.from(noted, ([text, names]) => `${names.join(', ')}:\n  ${text}`);
  const spoken = asked.map((one) => (typeof one === 'string' ? one : JSON.stringify(one).replaceAll('\\n', '\n ')));
  await expect([...spoken, '', ...whole, '', ...texts].join('\n')).toMatchFileSnapshot(
    join(root, `test/fixtures/audit/answers/${about.replaceAll(' ', '-')}.txt`),
  );
});
