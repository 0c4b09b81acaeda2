import type { Account, Commit, Signature } from '../../audit/index.ts';
import { countAt, listAt, stringAt, valueAt } from '../../text/index.ts';

/*
 * Values of GitHub's answers. Each is read or it is `undefined`: then the caller says that the list is not whole.
 */

const none = '0'.repeat(40);

export function shaAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found !== undefined && found !== none && /^[0-9a-f]{40}$/.test(found) ? found : undefined;
}

/** The commit that a ref stood for: null where it was not there, which are forty zeros. */
export function tipAt(value: unknown, ...path: readonly string[]): string | null | undefined {
  return stringAt(value, ...path) === none ? null : shaAt(value, ...path);
}

/** Null where the object is gone. */
export function oidAt(value: unknown, ...path: readonly string[]): string | null | undefined {
  return valueAt(value, ...path) === null ? null : shaAt(value, ...path, 'oid');
}

/** A moment in UTC, without fractions that are zero. */
export function momentAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = stringAt(value, ...path);
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString().replace('.000Z', 'Z');
}

/** GitHub's numbers begin at 1. */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = countAt(value, ...path);
  return found === 0 ? undefined : found;
}

export function complete<Values extends object>(values: Values): Complete<Values> | undefined {
  const isComplete = (_values: Values | Complete<Values>): _values is Complete<Values> => !Object.values(values).includes(undefined);
  return isComplete(values) ? values : undefined;
}

type Complete<Values> = { readonly [Key in keyof Values]: Exclude<Values[Key], undefined> };

/** Whether a connection goes on, and where. */
export const page = 'pageInfo { hasNextPage endCursor }';

/** The argument of a connection that begins its next page. */
export function from(after: string | undefined): string {
  return after === undefined ? '' : `, after: ${JSON.stringify(after)}`;
}

export function connectionAt(value: unknown, ...path: readonly string[]) {
  const found = valueAt(value, ...path);
  const nodes = listAt(found, 'nodes');
  const hasNext = valueAt(found, 'pageInfo', 'hasNextPage');
  const cursor = stringAt(found, 'pageInfo', 'endCursor');
  if (nodes === undefined || nodes.some((node) => typeof node !== 'object' || node === null)) return undefined;
  if (hasNext === true && (cursor === undefined || cursor === '' || cursor.length > 1_000)) return undefined;
  if (hasNext !== true && hasNext !== false) return undefined;
  return { nodes, total: countAt(found, 'totalCount'), next: hasNext ? (cursor ?? null) : null };
}

/** Signs what is made on GitHub's own pages. In GraphQL the signer is null, with a signature of GitHub. */
const webFlow: Account = { id: 19_864_447, login: 'web-flow', kind: 'person' };

export const actorFragment = `fragment A on Actor { __typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } ... on Organization { databaseId }
  ... on EnterpriseUserAccount { user { databaseId } } }`;

/** For who made a commit: a bot comes as a `User` too, and only its id shows it. */
export const gitActorFields = 'name email user { id databaseId login }';

/** From GraphQL: null where the account is gone, `undefined` where it cannot be read. */
export function actorAt(value: unknown, ...path: readonly string[]): Account | null | undefined {
  const found = valueAt(value, ...path);
  if (found === null) return null;
  const id = numberAt(found, 'databaseId') ?? numberAt(found, 'user', 'databaseId');
  const [login, type] = [stringAt(found, 'login'), stringAt(found, '__typename')];
  if (id === undefined || login === undefined || type === undefined) return undefined;
  const isBot = type === 'Bot';
  return { id, login: isBot && !login.endsWith('[bot]') ? `${login}[bot]` : login, kind: isBot ? 'bot' : 'person' };
}

export function userAt(value: unknown, ...path: readonly string[]): Account | null | undefined {
  const found = valueAt(value, ...path);
  if (found === null) return null;
  const [id, login, type] = [numberAt(found, 'id'), stringAt(found, 'login'), stringAt(found, 'type')];
  if (id === undefined || login === undefined || type === undefined) return undefined;
  return { id, login, kind: type === 'Bot' || login.endsWith('[bot]') ? 'bot' : 'person' };
}

/** `account` is the one that GitHub found for the address. */
export function signatureAt(value: unknown, ...path: readonly string[]): Signature | undefined {
  const found = valueAt(value, ...path);
  if (typeof found !== 'object' || found === null) return undefined;
  const account = gitUser(valueAt(found, 'user'));
  return account === undefined ? undefined : { name: stringAt(found, 'name') ?? '', email: stringAt(found, 'email') ?? '', account };
}

export const signatureField = 'signature { isValid wasSignedByGitHub }';

/** An address can be written by anybody, GitHub's signature cannot. */
export function isSignedByGitHub(commit: unknown): boolean {
  return valueAt(commit, 'signature', 'isValid') === true && valueAt(commit, 'signature', 'wasSignedByGitHub') === true;
}

/** GitHub is the committer only where it made and signed the commit. */
export function committerOf(commit: unknown): Signature | undefined {
  const found = signatureAt(commit, 'committer');
  if (found === undefined || (found.account !== null && found.account.id !== webFlow.id)) return found;
  return { ...found, account: isSignedByGitHub(commit) && /^noreply@/i.test(found.email) ? webFlow : null };
}

function gitUser(user: unknown): Account | null | undefined {
  if (user === null) return null;
  const [id, login, node] = [numberAt(user, 'databaseId'), stringAt(user, 'login'), stringAt(user, 'id') ?? ''];
  if (id === undefined || login === undefined) return undefined;
  // Both forms of the id say what it is of: `BOT_…`, and `03:Bot…` in base64.
  return { id, login, kind: login.endsWith('[bot]') || /^(?:BOT_|MDM6Qm90)/.test(node) ? 'bot' : 'person' };
}

/** People and parents that are asked for of one commit; more of them make it unreadable. */
const mostPeople = 10;

export const commitFragment = `fragment C on Commit { oid tree { oid } messageHeadline
  parents(first: ${mostPeople}) { totalCount nodes { oid } }
  author { ${gitActorFields} } committer { ${gitActorFields} } ${signatureField}
  authors(first: ${mostPeople}) { totalCount nodes { ${gitActorFields} } } }`;

/** `undefined` where it is not whole. */
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

/** `undefined` where an item is missing, or cannot be read. */
function wholeList<Item>(value: unknown, name: string, read: (node: unknown) => Item | undefined): readonly Item[] | undefined {
  const nodes = listAt(value, name, 'nodes');
  if (nodes === undefined || nodes.length !== countAt(value, name, 'totalCount')) return undefined;
  const items = nodes.flatMap((node) => read(node) ?? []);
  return items.length === nodes.length ? items : undefined;
}
