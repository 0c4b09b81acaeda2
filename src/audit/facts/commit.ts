import { aFlag, aSha, aText, listOf, orNull, shape, type Checked } from '../../text/check.ts';
import { signature } from './account.ts';

/** A commit as git and GitHub tell it. */
export const commit = shape({
  /** 40 hexadecimal digits, as all that follow. */
  sha: aSha,
  tree: aSha,
  parents: listOf(aSha),
  /** The first line of its message. */
  title: aText,
  author: signature,
  committer: signature,
  /** From the trailers `Co-authored-by`: anybody can write them. */
  coAuthors: listOf(signature),
  /** Merging its parents again gives the same tree (`git merge-tree`): nobody wrote anything in it. Null: git cannot tell. */
  mergeAlone: orNull(aFlag),
  /** GitHub made and signed it, and it holds nothing but suggestions of reviewers. */
  suggestionAlone: aFlag,
});
export type Commit = Checked<typeof commit>;
