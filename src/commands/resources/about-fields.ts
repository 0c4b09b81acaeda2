import type { ExternalUrls, GitCommitInfo, RepoInfo } from '../../contract/index.ts';
import type { GitFacts } from '../../git/index.ts';
import type { AboutSettings } from '../../options/index.ts';
import { given } from '../../text/index.ts';

/** The fields that say where any record comes from. Unknown ones are left out. */
export interface AboutFields {
  readonly git_commit_info?: GitCommitInfo;
  readonly repo_info?: RepoInfo;
  readonly external_urls?: ExternalUrls;
  readonly description?: string;
}

export function aboutFields({ description, externalUrls }: AboutSettings, git: GitFacts | undefined): AboutFields {
  const urls = [...externalUrls].map(([label, href]) => [label, { href }] as const);
  return {
    ...(git === undefined ? {} : { git_commit_info: git.commit }),
    ...given({ repo_info: git?.repository }),
    ...(urls.length === 0 ? {} : { external_urls: Object.fromEntries(urls) }),
    ...given({ description }),
  };
}
