import type { Commit } from '../../audit/index.ts';
import { countAt, listAt, stringAt } from '../../text/index.ts';
import { committerOf, gitActorFields, signatureAt, signatureField } from './accounts.ts';
import { complete, shaAt } from './values.ts';

/** People and parents that are asked for of one commit; more of them make it unreadable. */
const mostPeople = 10;

export const commitFragment = `fragment C on Commit { oid tree { oid } messageHeadline
  parents(first: ${mostPeople}) { totalCount nodes { oid } }
  author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField}
  authors(first: ${mostPeople}) { totalCount nodes { ${gitActorFields} } } }`;

/** A commit as GitHub tells it; `undefined` where it is not whole. */
export function readCommit(value: unknown): Commit | undefined {
  return complete({
    sha: shaAt(value, 'oid'),
    tree: shaAt(value, 'tree', 'oid'),
    parents: wholeList(value, 'parents', (parent) => shaAt(parent, 'oid')),
    title: stringAt(value, 'messageHeadline'),
    author: signatureAt(value, 'author'),
    committer: committerOf(value),
    // GitHub lists the author first, and then who stands in the trailers.
    coAuthors: wholeList(value, 'authors', (one) => signatureAt(one))?.slice(1),
    mergeAlone: null,
    suggestionAlone: false,
  });
}

/** Undefined where an item is missing, or cannot be read. */
function wholeList<Item>(value: unknown, name: string, read: (node: unknown) => Item | undefined): readonly Item[] | undefined {
  const nodes = listAt(value, name, 'nodes');
  if (nodes === undefined || nodes.length !== countAt(value, name, 'totalCount')) return undefined;
  const items = nodes.flatMap((node) => read(node) ?? []);
  return items.length === nodes.length ? items : undefined;
}
