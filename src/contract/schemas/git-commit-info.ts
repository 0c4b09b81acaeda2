import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { maybe, MaybeText, MaybeTime } from './fields.ts';
import { CommitSha } from './scalars.ts';

/** The commit a record is about. `author` is `Name <mail>`; `timestamp` is the author's time in Unix seconds. */
export const GitCommitInfo = Type.Object({
  sha1: CommitSha,
  message: MaybeText,
  author: MaybeText,
  author_username: MaybeText,
  branch: MaybeText,
  url: MaybeText,
  timestamp: MaybeTime,
  parents: maybe(Type.Array(CommitSha, { maxItems: limits.parents })),
});

/** The same as we send it: unknown fields are left out. */
export interface GitCommitInfo {
  readonly sha1: string;
  readonly message?: string;
  readonly author?: string;
  readonly author_username?: string;
  readonly branch?: string;
  readonly url?: string;
  readonly timestamp?: number;
  readonly parents?: readonly string[];
}
