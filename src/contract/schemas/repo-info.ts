import { Type } from 'typebox';
import { maybe, MaybeText } from './fields.ts';

/** Code hosts that the interface's best-known implementation names; ours sends `github`. */
export const repoProviders = [
  'github',
  'gitlab',
  'bitbucket',
  'azure-devops',
  'circleci',
  'bitbucket_cloud',
  'bitbucket_dc',
  'azure_devops_services',
  'azure_devops_server',
  'git',
  'subversion',
] as const;

export const RepoInfo = Type.Object({
  id: MaybeText,
  name: Type.String(),
  url: Type.String(),
  provider: maybe(...repoProviders.map((provider) => Type.Literal(provider))),
  description: MaybeText,
});

/** The repository a record comes from, as we send it: `name` is `owner/name`, `id` the host's own number. */
export interface RepoInfo {
  readonly id?: string;
  readonly name: string;
  readonly url: string;
  readonly provider?: (typeof repoProviders)[number];
  readonly description?: string;
}
