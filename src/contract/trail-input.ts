import { Type } from 'typebox';
import { ExternalUrls, TrailName } from './scalars.ts';
import { GitCommitInfo } from './git-commit-info.ts';
import { RepoInfo } from './repo-info.ts';

/** `data_json` of beginning or updating a trail; what is absent leaves the stored value. */
export const TrailInput = Type.Object(
  {
    name: TrailName,
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    user_data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown()), Type.Null()])),
    git_commit_info: Type.Optional(Type.Union([GitCommitInfo, Type.Null()])),
    repo_info: Type.Optional(Type.Union([RepoInfo, Type.Null()])),
    external_urls: Type.Optional(Type.Union([ExternalUrls, Type.Null()])),
    origin_url: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type TrailInput = Type.Static<typeof TrailInput>;
