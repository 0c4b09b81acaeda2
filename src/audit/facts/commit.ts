import type { Signature } from './account.ts';

/** A commit as git and GitHub tell it. */
export interface Commit {
  /** 40 hexadecimal digits, as all that follow. */
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** The first line of its message. */
  readonly title: string;
  readonly author: Signature;
  readonly committer: Signature;
  /** From the trailers `Co-authored-by`: anybody can write them. */
  readonly coAuthors: readonly Signature[];
  /** Merging its parents again gives the same tree (`git merge-tree`): nobody wrote anything in it. Null: git cannot tell. */
  readonly mergeAlone: boolean | null;
  /** GitHub made and signed it, and it holds nothing but suggestions of reviewers. */
  readonly suggestionAlone: boolean;
}
