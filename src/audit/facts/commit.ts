import { signature } from './account.ts';
import { flag, listOf, orNull, sha, shape, text, type Value } from './check.ts';

/** A commit as git and GitHub tell it. */
export const commit = shape({
  /** 40 hexadecimal digits, as all that follow. */
  sha,
  tree: sha,
  parents: listOf(sha),
  /** The first line of its message. */
  title: text,
  author: signature,
  committer: signature,
  /** From the trailers `Co-authored-by`: anybody can write them. */
  coAuthors: listOf(signature),
  /** Merging its parents again gives the same tree (`git merge-tree`): nobody wrote anything in it. Null: git cannot tell. */
  mergeAlone: orNull(flag),
  /** GitHub made and signed it, and it holds nothing but suggestions of reviewers. */
  suggestionAlone: flag,
});
export type Commit = Value<typeof commit>;
