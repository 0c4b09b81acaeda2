import type { Commit } from '../../audit/index.ts';
import { countAt, listAt, stringAt } from '../../text/index.ts';
import { committerOf, gitActorFields, signatureAt, signatureField } from './accounts.ts';
import { shaAt } from './values.ts';

/** People and parents that are asked for of one commit; more of them make it unreadable. */
const mostPeople = 10;

export const commitFragment = `fragment C on Commit { oid tree { oid } messageHeadline
  parents(first: ${mostPeople}) { totalCount nodes { oid } }
  author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField}
  authors(first: ${mostPeople}) { totalCount nodes { ${gitActorFields} } } }`;

/** A commit as GitHub tells it; `undefined` where it is not whole. */
export function readCommit(value: unknown): Commit | undefined {
  const [sha, tree, title] = [shaAt(value, 'oid'), shaAt(value, 'tree', 'oid'), stringAt(value, 'messageHeadline')];
  const [author, committer] = [signatureAt(value, 'author'), committerOf(value)];
  const parents = wholeList(value, 'parents')?.map((parent) => shaAt(parent, 'oid'));
  const authors = wholeList(value, 'authors')?.map((one) => signatureAt(one));
  if (sha === undefined || tree === undefined || title === undefined || author === undefined || committer === undefined) return undefined;
  if (parents === undefined || authors === undefined) return undefined;
  const [known, people] = [parents.filter((parent) => parent !== undefined), authors.filter((one) => one !== undefined)];
  if (known.length < parents.length || people.length < authors.length) return undefined;
  // GitHub lists the author first, and then who stands in the trailers.
  return { sha, tree, parents: known, title, author, committer, coAuthors: people.slice(1), mergeAlone: null, suggestionAlone: false };
}

function wholeList(value: unknown, name: string): readonly unknown[] | undefined {
  const nodes = listAt(value, name, 'nodes');
  return nodes === undefined || nodes.length !== countAt(value, name, 'totalCount') ? undefined : nodes;
}
