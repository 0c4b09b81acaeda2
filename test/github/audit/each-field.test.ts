import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPull, readPullSoFar } from '../../../src/github/audit/read-pull.ts';
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
