/** A file that an option names: its text, or why there is none. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' | 'no-regular-file' }
  /** `folder`: the names in its folder. */
  | { readonly kind: 'unreadable'; readonly code: string; readonly folder?: readonly string[] };

/** Reads a file of the workspace, of at most so many bytes. */
export type ReadFile = (path: string, largest: number) => Promise<FileText>;
