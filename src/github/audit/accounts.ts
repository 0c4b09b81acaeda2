import type { Account, Signature } from '../../audit/index.ts';
import { stringAt, valueAt } from '../../text/index.ts';
import { numberAt } from './values.ts';

/** Signs what is made on GitHub's own pages. GraphQL tells it as nobody, with a signature of GitHub. */
const webFlow: Account = { id: 19_864_447, login: 'web-flow', kind: 'person' };

/** For any `Actor`. */
export const actorFragment = `fragment A on Actor { __typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Mannequin { databaseId } ... on Organization { databaseId }
  ... on EnterpriseUserAccount { user { databaseId } } }`;

/** For who made a commit: a bot comes as a `User` too, and its id alone tells. */
export const gitActorFields = 'name email user { id databaseId login }';

/** An account of GraphQL: null where it is gone, `undefined` where it cannot be read. */
export function actorAt(value: unknown, ...path: readonly string[]): Account | null | undefined {
  const found = valueAt(value, ...path);
  if (found === null) return null;
  const id = numberAt(found, 'databaseId') ?? numberAt(found, 'user', 'databaseId');
  const login = stringAt(found, 'login');
  if (id === undefined || login === undefined) return undefined;
  const isBot = stringAt(found, '__typename') === 'Bot';
  return { id, login: isBot && !login.endsWith('[bot]') ? `${login}[bot]` : login, kind: isBot ? 'bot' : 'person' };
}

/** An account of REST, likewise. */
export function userAt(value: unknown, ...path: readonly string[]): Account | null | undefined {
  const found = valueAt(value, ...path);
  if (found === null) return null;
  const [id, login] = [numberAt(found, 'id'), stringAt(found, 'login')];
  if (id === undefined || login === undefined) return undefined;
  return { id, login, kind: stringAt(found, 'type') === 'Bot' || login.endsWith('[bot]') ? 'bot' : 'person' };
}

/** The author that the commit names; the account is the one that GitHub found for the address. */
export function signatureAt(value: unknown, ...path: readonly string[]): Signature | undefined {
  const found = valueAt(value, ...path);
  if (typeof found !== 'object' || found === null) return undefined;
  const account = gitUser(valueAt(found, 'user'));
  return account === undefined ? undefined : { name: stringAt(found, 'name') ?? '', email: stringAt(found, 'email') ?? '', account };
}

/** The fields that tell who signed a commit. */
export const signatureField = 'signature { isValid wasSignedByGitHub }';

/** Whether GitHub made and signed a commit itself: an address can be written by anybody, its signature cannot. */
export function isSignedByGitHub(commit: unknown): boolean {
  return valueAt(commit, 'signature', 'isValid') === true && valueAt(commit, 'signature', 'wasSignedByGitHub') === true;
}

/** The committer: where GitHub itself made and signed the commit, that is who; without its signature it never is. */
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
