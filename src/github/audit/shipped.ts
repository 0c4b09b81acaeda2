import type { Listed, Release, Tag } from '../../audit/index.ts';
import { isWithin, stringAt, valueAt } from '../../text/index.ts';
import { listOf, type Question, type Session } from './session.ts';
import { actorAt, actorFragment, complete, connectionAt, momentAt, oidAt, shaAt } from './values.ts';

const page = 'totalCount pageInfo { hasNextPage endCursor }';

/** The newest first. All are read: a draft may be published long after it was made. */
export async function releases(session: Session, since: string, until: string): Promise<Listed<Omit<Release, 'branch' | 'brought'>>> {
  const { nodes, why } = await readAll(session, {
    name: 'Releases',
    list: 'releases',
    fields: (after) =>
      `releases(first: 100${after}, orderBy: { field: CREATED_AT, direction: DESC }) { ${page} nodes { tagName isDraft publishedAt url author { ...A } tagCommit { oid } } }`,
    fragments: actorFragment,
    purpose: 'list the releases',
  });
  const read = nodes.map(readRelease);
  const items = read.filter((one) => one !== undefined && one !== null).filter(({ at }) => isWithin(at, { since, until }));
  const reason = why ?? (read.includes(undefined) ? "A release in GitHub's answer cannot be read" : undefined);
  return listOf(
    items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    reason,
  );
}

/** All tags that stand for a commit. */
export async function tags(session: Session, serverUrl: string): Promise<Listed<Pick<Tag, 'name' | 'sha' | 'url'>>> {
  const { nodes, why } = await readAll(session, {
    name: 'Tags',
    list: 'refs',
    fields: (after) =>
      `refs(refPrefix: "refs/tags/", first: 100${after}) { ${page} nodes { name target { __typename oid ... on Tag { target { __typename oid ... on Tag { target { __typename oid } } } } } } }`,
    purpose: 'list the tags',
  });
  const found: Pick<Tag, 'name' | 'sha' | 'url'>[] = [];
  let reason = why;
  for (const node of nodes) {
    const name = stringAt(node, 'name');
    const target = targetOf(valueAt(node, 'target'));
    const sha = shaAt(target, 'oid');
    if (name === undefined || sha === undefined) reason ??= "A tag in GitHub's answer cannot be read";
    else if (stringAt(target, '__typename') === 'Commit')
      found.push({ name, sha, url: `${serverUrl}/${session.repository}/tree/${encodeURIComponent(name)}` });
  }
  return listOf(found, reason);
}

interface Wanted extends Pick<Question, 'name' | 'fragments' | 'purpose'> {
  readonly list: string;
  readonly fields: (after: string) => string;
}

/** 20,000 of either. */
const mostPages = 200;

async function readAll(
  session: Session,
  { fields, list, ...asked }: Wanted,
): Promise<{ readonly nodes: readonly unknown[]; readonly why?: string }> {
  const nodes: unknown[] = [];
  const seen = new Set<string>();
  let after = '';
  for (let number = 1; number <= mostPages; number += 1) {
    const data = await session.ask({ ...asked, body: fields(after), permission: 'contents: read', about: 1 });
    const found = connectionAt(data, list);
    if (found === undefined) return { nodes, why: `GitHub's answer cannot be read: it was asked to ${asked.purpose}` };
    nodes.push(...found.nodes);
    session.answered(`POST /graphql ${asked.name}`, found.nodes.length);
    if (found.next === null && found.total === nodes.length) return { nodes };
    if (found.next === null)
      return { nodes, why: `GitHub counts ${found.total} and lists ${nodes.length}: it was asked to ${asked.purpose}` };
    if (seen.has(found.next) || found.nodes.length === 0)
      return { nodes, why: `GitHub says that a list goes on, and it does not: it was asked to ${asked.purpose}` };
    seen.add(found.next);
    after = `, after: ${JSON.stringify(found.next)}`;
  }
  return { nodes, why: `GitHub has more than ${mostPages * 100}: it was asked to ${asked.purpose}` };
}

/** Null: a draft. */
function readRelease(node: unknown): Omit<Release, 'branch' | 'brought'> | null | undefined {
  if (valueAt(node, 'isDraft') === true) return null;
  return complete({
    kind: 'release' as const,
    tag: stringAt(node, 'tagName'),
    at: momentAt(node, 'publishedAt'),
    by: actorAt(node, 'author'),
    sha: oidAt(node, 'tagCommit'),
    url: stringAt(node, 'url') ?? null,
  });
}

/** A tag object may stand for another one. */
function targetOf(target: unknown): unknown {
  return stringAt(target, '__typename') === 'Tag' ? targetOf(valueAt(target, 'target')) : target;
}
