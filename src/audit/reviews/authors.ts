import { hash } from 'node:crypto';
import { accountsOf, isGitHub, isWebFlow, type Account, type People, type Signature } from '../facts/account.ts';
import type { Commit, PullRequest } from '../facts/landing.ts';
import type { Holder } from '../facts/log.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';

/**
 * All names of an author of a change where numbers of accounts are not known, as in the service or in a file: logins,
 * names and addresses, in small letters. Merges that anybody could repeat, and suggestions that GitHub committed alone,
 * have no author of their own.
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

export function isNamed(names: ReadonlySet<string>, name: string): boolean {
  return readingsOf(name).some((text) => names.has(text));
}

/**
 * How a finding names a user of the service who is an author of a change, or whose credential one had made before: whoever
 * made it may have used it. Undefined: neither.
 */
export function authorNamed(
  names: ReadonlySet<string>,
  { at, name }: { readonly name: string; readonly at: string },
  { log }: Pick<World, 'log'>,
): string | undefined {
  if (isNamed(names, name)) return name;
  const isHeld = ({ at: made, by, user }: Holder): boolean =>
    plain(user) === plain(name) && Date.parse(made) <= Date.parse(at) && isNamed(names, by);
  const holder = log?.holders?.find(isHeld);
  return holder && `${name} (with a credential that ${holder.by} made)`;
}

/** As names are compared: all of it, or the name or the address of `Name <address>`. */
export function readingsOf(name: string): readonly string[] {
  const [, before = '', address = ''] = /^([^<]*)<([^<>]*)>$/.exec(name.trim()) ?? [];
  return [name, address, before].map(plain).filter((text) => text !== '');
}

/** Those of the pull request's commits, else of the change's own, without merges that anybody could repeat. */
export function signaturesIn({ commits, pull }: Pick<AuditedChange, 'commits' | 'pull'>): readonly Signature[] {
  const written = (pull?.commits.length ?? 0) > 0 ? (pull?.commits ?? []) : commits;
  return written.filter(({ mergeAlone }) => mergeAlone !== true).flatMap(({ author, coAuthors }) => [author, ...coAuthors]);
}

/** The login, else the name in a signature. Never an address: a report has many readers. */
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

/** All addresses with an owner in any text of the file; where they differ, by an older text than the present one. */
export function peopleOfAll({ file, files }: Pick<World, 'file' | 'files'>): People {
  return new Map([file, ...files.values()].flatMap((one) => [...(one?.people ?? [])]));
}

/**
 * The people whose addresses are known for a change. An address that the file has named only since then is known too:
 * authorship is not a rule that could be loosened, and with more names more authors are found. An older statement of the
 * file stays valid: a later one gives no address to another person.
 */
export function peopleFor({ file }: Pick<AuditedChange, 'file'>, world: Pick<World, 'file'>): People {
  if (file === null || world.file === null || file === world.file) return (file ?? world.file)?.people ?? new Map();
  return new Map([...world.file.people, ...file.people]);
}

/**
 * Digests of the authors of a change, for the next audit: it does not see the change again, and must know whether an
 * author accepts a finding about it. A report may hide names, so it holds digests; with the change in them, they say
 * nothing about other changes.
 */

export function digestsOf(names: Iterable<string>, sha: string): readonly string[] {
  return [...names].map((name) => digestOf(name, sha)).toSorted();
}

export function isAmong(digests: readonly string[], sha: string, name: string): boolean {
  return readingsOf(name).some((text) => digests.includes(digestOf(text, sha)));
}

function digestOf(name: string, sha: string): string {
  return hash('sha256', `${sha} ${name}`, 'base64url').slice(0, 12);
}

interface Unidentified {
  readonly name: string;
  readonly email: string;
  /** The first commit that names them. */
  readonly sha: string;
}

/** How to take a merge where git cannot tell whether merging again gives the same. */
export type InDoubt = 'for' | 'against';

/**
 * All authors of a part of a pull request: its opener or the person who asked an agent for it, and the authors, co-authors
 * and committers of its commits. GitHub commits what people do on its pages, so as a committer it wrote nothing. As an
 * author it stands for an unknown person: anybody can write its address into a commit.
 */
export function authorsOf(
  { askedBy, commits, openedBy }: Pick<PullRequest, 'askedBy' | 'commits' | 'openedBy'>,
  people: People,
  inDoubt: InDoubt = 'against',
) {
  const accounts = new Set([openedBy, askedBy].flatMap((account) => (account === null ? [] : [account.id])));
  const unidentified = new Map<string, Unidentified>();
  for (const commit of commits) {
    for (const signature of signaturesOf(commit, inDoubt)) {
      const known = isWebFlow(signature.account) ? [] : accountsOf(signature, people);
      const { email, name } = signature;
      for (const account of known) accounts.add(account);
      if (known.length === 0 && !unidentified.has(`${name}\n${email}`))
        unidentified.set(`${name}\n${email}`, { name, email, sha: commit.sha });
    }
  }
  return { accounts, unidentified: [...unidentified.values()] };
}

/**
 * A merge that anybody could repeat has no author, and neither has a commit of GitHub with only suggestions: their authors
 * reviewed them.
 */
function signaturesOf({ author, coAuthors, committer, mergeAlone, suggestionAlone }: Commit, inDoubt: InDoubt): readonly Signature[] {
  if (suggestionAlone || (mergeAlone ?? inDoubt === 'for')) return [];
  return [author, ...(isWebFlow(committer.account) ? [] : [committer]), ...coAuthors];
}
