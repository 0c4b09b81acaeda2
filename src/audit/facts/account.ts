import { aText, aWhole, oneOf, orNull, shape, type Checked } from '../../text/check.ts';

/** An account of GitHub. Its login may change hands; its number does not. */
export const account = shape({
  id: aWhole,
  login: aText,
  /** A bot is an App, or an account of a machine that GitHub knows as one. */
  kind: oneOf('person', 'bot'),
});
export type Account = Checked<typeof account>;

/** The author that a commit names. Name and address are a claim of the committer. */
export const signature = shape({
  name: aText,
  email: aText,
  /** The account that GitHub found for the address; null where there is none. */
  account: orNull(account),
});
export type Signature = Checked<typeof signature>;

/** The owners of e-mail addresses by the repository's own file: address in small letters → number of the account. */
export type People = ReadonlyMap<string, number>;

/** The number of the account that signs merges and edits made on GitHub's own pages. It wrote nothing. */
export const webFlow = 19_864_447;

export function accountOf(signature: Signature, people: People): number | undefined {
  return accountsOf(signature, people)[0];
}

/** With a second account where the repository and GitHub give the address to different ones. */
export function accountsOf({ account, email }: Signature, people: People): readonly number[] {
  const known = [account?.id, people.get(email.toLowerCase())].filter((id) => id !== undefined);
  return [...new Set(known.length > 0 ? known : numberInAddress(email))];
}

export function isWebFlow(account: Account | null): boolean {
  return account?.id === webFlow;
}

/** Also by the address alone, which is all that git tells. */
export function isGitHub({ account, email }: Signature): boolean {
  return account === null ? email.toLowerCase() === 'noreply@github.com' : isWebFlow(account);
}

/** The number of the account that merges for GitHub's merge queue: github.com's, as commits name it. */
const mergeQueue = 118_344_674;

/** Another server has another number for the same App, and no person can have its name. */
export function isMergeQueue(account: Account | null): boolean {
  return account?.id === mergeQueue || (account?.kind === 'bot' && account.login === 'github-merge-queue[bot]');
}

/** GitHub gives people an address that holds the number of their account: `583231+octocat@users.noreply.github.com`. */
function numberInAddress(email: string): readonly number[] {
  const [, number] = /^(\d{1,15})\+[^@]+@users\.noreply\.github\.com$/i.exec(email) ?? [];
  return number === undefined ? [] : [Number(number)];
}
