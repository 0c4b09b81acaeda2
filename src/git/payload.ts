import { stringAt } from '../text/index.ts';

export type SubjectSource =
  | 'pull_request.head'
  | 'merge_group.head'
  | 'workflow_run.head'
  | 'push.after'
  | 'release'
  | 'deployment'
  | 'check'
  | 'GITHUB_SHA'
  | 'none';

export interface CommitFacts {
  readonly message?: string;
  /** `Name <mail>` */
  readonly author?: string;
  readonly authorUsername?: string;
  /** The author's time in Unix seconds */
  readonly timestamp?: number;
  readonly parents?: readonly string[];
}

export interface Head extends CommitFacts {
  /** `undefined` where the event does not give it: an environment without GitHub, or a pull request without its payload. */
  readonly sha: string | undefined;
  readonly source: SubjectSource;
  /** Why the event is about no commit, although it is there and whole, and what to do. May hold foreign text. */
  readonly unknown?: { readonly message: string; readonly fix: string };
  readonly branch?: string;
  /** Set on tags and releases: such a commit is on no branch as far as the event knows. */
  readonly tag?: string;
  /** `base` is the branch that it is to be merged into. */
  readonly pullRequest?: { readonly number: number; readonly base?: string };
  /** The head is in another repository than the one that runs the workflow. */
  readonly isFork: boolean;
}

/** 40 lower-case hex digits. All zeros is git's word for "no commit" (a deleted branch). */
export function shaAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found !== undefined && isSha(found) ? found : undefined;
}

export function isSha(text: string): boolean {
  return /^[a-f0-9]{40}$/.test(text) && !/^0+$/.test(text);
}

/** One line of text; `undefined` for what is not text or has nothing to show. */
export function lineAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found === undefined ? undefined : oneLineOf(found) || undefined;
}

/** Text of any number of lines, trimmed; the empty text stays, since a commit's message may be empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found === undefined ? undefined : plain(found);
}

/** From ISO 8601 with its zone, in whole Unix seconds. */
export function momentAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = stringAt(value, ...path);
  if (found === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/.test(found)) return undefined;
  const milliseconds = Date.parse(found);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

/** `Name <mail>`, the way git writes a person; `undefined` when both are unknown. */
export function personOf(name: string | undefined, mail: string | undefined): string | undefined {
  if (mail === undefined) return name;
  return name === undefined ? `<${mail}>` : `${name} <${mail}>`;
}

/** Trimmed, without NUL and the other control characters that no store takes; tabs and line breaks stay. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .trim();
}

export function oneLineOf(text: string): string {
  return plain(text.replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' '));
}
