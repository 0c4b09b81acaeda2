import type { Signature } from '../facts/account.ts';
import type { Commit } from '../facts/commit.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { accountsOf, isWebFlow, type People } from '../people/identity.ts';

/** The people who wrote a change. None of them can review it. */
export interface Authors {
  /** Numbers of accounts. */
  readonly accounts: ReadonlySet<number>;
  /** Those that no account is known for, each once. */
  readonly unidentified: readonly Unidentified[];
}

export interface Unidentified {
  readonly name: string;
  readonly email: string;
  /** The first commit that names them. */
  readonly sha: string;
}

/** How to take a merge of which git cannot tell whether merging again gives the same. */
export type InDoubt = 'for' | 'against';

/**
 * All who wrote a part of a pull request: who opened it or asked an agent for it, and the authors, co-authors and
 * committers of its commits. GitHub commits what people do on its pages, so as a committer it wrote nothing. As an author it
 * stands for somebody that nobody knows: anybody can write its address into a commit.
 */
export function authorsOf(
  { askedBy, commits, openedBy }: Pick<PullRequest, 'askedBy' | 'commits' | 'openedBy'>,
  people: People,
  inDoubt: InDoubt = 'against',
): Authors {
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

/** Nobody wrote a merge that anybody could repeat, nor a commit of GitHub that holds suggestions alone: who suggested them reviewed them. */
function signaturesOf({ author, coAuthors, committer, mergeAlone, suggestionAlone }: Commit, inDoubt: InDoubt): readonly Signature[] {
  if (suggestionAlone || (mergeAlone ?? inDoubt === 'for')) return [];
  return [author, ...(isWebFlow(committer.account) ? [] : [committer]), ...coAuthors];
}
