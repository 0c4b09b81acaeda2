import type { Account, Signature } from '../facts/account.ts';
import type { AuditedChange } from '../judge/change.ts';
import { accountsOf, isGitHub, type People } from './identity.ts';

/**
 * Whatever somebody may call an author of a change where numbers of accounts are not known, as in the service or in a file:
 * logins, names and addresses, in small letters. A merge that anybody could repeat, and suggestions that GitHub committed
 * alone, make nobody an author but who wrote the rest.
 */
export function namesOf({ commits, pull }: Pick<AuditedChange, 'commits' | 'pull'>, people: People): ReadonlySet<string> {
  const signatures = [...commits, ...(pull?.commits ?? [])]
    .filter(({ mergeAlone }) => mergeAlone !== true)
    .flatMap(({ author, coAuthors, committer, suggestionAlone }) => (suggestionAlone ? [author] : [author, committer, ...coAuthors]))
    .filter((signature) => !isGitHub(signature));
  const accounts = [pull?.openedBy, pull?.askedBy, ...signatures.map(({ account }) => account)].flatMap((account) => account ?? []);
  const numbers = new Set([
    ...accounts.map(({ id }) => id),
    ...signatures.flatMap((signature: Signature) => accountsOf(signature, people)),
  ]);
  const addresses = [...people].filter(([, number]) => numbers.has(number)).map(([address]) => address);
  return new Set([...accounts.map(({ login }: Account) => login), ...signatures.flatMap(spellings), ...addresses].map(plain));
}

/** Whether a name stands for one of those. */
export function isNamed(names: ReadonlySet<string>, name: string): boolean {
  return readingsOf(name).some((text) => names.has(text));
}

/** The readings of a name, as names are compared: all of it, or the name or the address of `Name <address>`. */
export function readingsOf(name: string): readonly string[] {
  const [, before = '', address = ''] = /^([^<]*)<([^<>]*)>$/.exec(name.trim()) ?? [];
  return [name, address, before].map(plain).filter((text) => text !== '');
}

/** The login, else the name in a signature. Never an address: a report is read by many. */
export function signedAs({ account, name }: Signature): string {
  return account?.login ?? name;
}

/** GitHub gives people an address that holds their login: `583231+octocat@users.noreply.github.com`. */
export function spellings({ account, email, name }: Signature): readonly string[] {
  const [, login = ''] = /^(?:\d+\+)?([^+@]+)@users\.noreply\.github\.com$/i.exec(email) ?? [];
  return [name, email, login, account?.login ?? ''].filter((text) => text.trim() !== '');
}

/** As names are compared. */
export function plain(name: string): string {
  return name.trim().replace(/^@/, '').toLowerCase();
}
