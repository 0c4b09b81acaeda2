/** The findings of a search. They have no words of their own: the caller knows the meaning of a missing file. */
export type SearchFinding =
  /** No line includes anything. */
  | { readonly kind: 'no-pattern' }
  /** A line that excludes, with nothing before it that it could take away. */
  | { readonly kind: 'useless-exclude'; readonly pattern: string }
  | { readonly kind: 'no-match'; readonly pattern: string; readonly is: MissedPattern; readonly link?: DirectoryLink }
  /** Later lines exclude all files that the line found: one of them alone (`by`, as the user wrote it), or several together. */
  | { readonly kind: 'excluded'; readonly pattern: string; readonly count: number; readonly by: string | undefined }
  /** A directory that may not be listed, or a file that went away meanwhile. */
  | { readonly kind: 'search-failed'; readonly pattern: string; readonly reason: string }
  | { readonly kind: 'pattern-outside'; readonly pattern: string }
  /** A symbolic link leads out of `base`: the directory that no file may lie outside of, `undefined` for the workspace. */
  | { readonly kind: 'link-outside'; readonly name: string; readonly base: string | undefined }
  | { readonly kind: 'dead-link'; readonly name: string }
  /** A symbolic link to a directory, which is not followed. */
  | { readonly kind: 'directory-link'; readonly name: string };

/** The kind of a pattern that matches nothing; `left-out` exists, but is never looked into, or is no regular file. */
export type MissedPattern = 'glob' | 'directory' | 'left-out' | 'absent';

/** A link in the fixed part of a pattern, which the search does not follow. */
export interface DirectoryLink {
  readonly name: string;
  /** Absolute. */
  readonly target: string;
}
