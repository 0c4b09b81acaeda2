import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { CommitSha, Timestamp } from './scalars.ts';

/** The commit a record is about. `author` is `Name <mail>`; `timestamp` is the author's time in Unix seconds. */
export const GitCommitInfo = Type.Object({
  sha1: CommitSha,
  message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  author: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  author_username: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  branch: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  timestamp: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  parents: Type.Optional(Type.Union([Type.Array(CommitSha, { maxItems: limits.parents }), Type.Null()])),
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
