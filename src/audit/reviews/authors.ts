import type { Signature } from '../facts/account.ts';
import type { Commit } from '../facts/commit.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { accountOf, isWebFlow, type People } from '../people/identity.ts';

/** Who wrote a change. None of them can review it. */
export interface Authors {
  /** Numbers of accounts. */
  readonly accounts: ReadonlySet<number>;
  /** Signatures that no account is known for, each once, as `name <address>`. */
  readonly unidentified: readonly string[];
}

/**
 * All who wrote a part of a pull request: who opened it or asked an agent for it, and the authors, co-authors and
 * committers of its commits. A merge that anybody could repeat has no author, and a suggestion that GitHub itself applied,
 * alone, has only the one who took it: who suggested it reviewed it.
 */
export function authorsOf({ askedBy, commits, openedBy }: PullRequest, people: People): Authors {
  const accounts = new Set([openedBy, askedBy].flatMap((account) => (account === null ? [] : [account.id])));
  const unidentified = new Set<string>();
  for (const signature of commits.flatMap(signaturesOf)) {
    if (isWebFlow(signature.account)) continue;
    const account = accountOf(signature, people);
    if (account === undefined) unidentified.add(`${signature.name} <${signature.email}>`);
    else accounts.add(account);
  }
  return { accounts, unidentified: [...unidentified] };
}

function signaturesOf({ author, coAuthors, committer, mergeAlone, suggestionAlone }: Commit): readonly Signature[] {
  if (mergeAlone === true) return [];
  return suggestionAlone ? [author] : [author, committer, ...coAuthors];
}
