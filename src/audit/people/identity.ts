import type { Account, Signature } from '../facts/account.ts';

/** Which account an e-mail address belongs to, as the repository's own file says: address in small letters → number of the account. */
export type People = ReadonlyMap<string, number>;

/** The number of the account that signs merges and edits made on GitHub's own pages. It wrote nothing. */
export const webFlow = 19_864_447;

/** The number of the account behind a signature; undefined where nobody knows it. */
export function accountOf({ account, email }: Signature, people: People): number | undefined {
  return account?.id ?? people.get(email.toLowerCase()) ?? numberInAddress(email);
}

/** Whether an account is the one that signs for people on GitHub's own pages. */
export function isWebFlow(account: Account | null): boolean {
  return account?.id === webFlow;
}

/** GitHub gives people an address that holds the number of their account: `583231+octocat@users.noreply.github.com`. */
function numberInAddress(email: string): number | undefined {
  const [, number] = /^(\d{1,15})\+[^@]+@users\.noreply\.github\.com$/i.exec(email) ?? [];
  return number === undefined ? undefined : Number(number);
}
