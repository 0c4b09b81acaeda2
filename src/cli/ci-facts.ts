import type { CiFacts, Command } from '../commands/index.ts';
import { given, webAddress } from '../text/index.ts';

/** Code hosts that are their own CI system, by the library's name for it. */
const providers = { gitlab: 'gitlab', bitbucket: 'bitbucket', azurePipelines: 'azure-devops' } as const;

/**
 * Reads the variables of a CI system about the build, for a command that records or asks about a commit. Empty on GitHub, whose
 * event says more, and away from any CI system. Values without the form of a commit or of an address are left out.
 */
export async function ciFacts({ options }: Command, env: NodeJS.ProcessEnv, cwd: string): Promise<CiFacts> {
  const isAboutCommit = options.some(({ use }) => use.name === 'commit' && use.kind === 'text');
  if (!isAboutCommit || env['GITHUB_ACTIONS'] !== undefined) return {};
  const { default: envCi } = await import('env-ci');
  const { branch, buildUrl, commit, isCi, isPr, prBranch, service, tag } = envCi({ env, cwd });
  if (!isCi) return {};
  // For a build of a tag, some systems give the tag as the branch.
  const isTag = tag !== undefined && tag !== '';
  const name = isTag ? undefined : isPr === true ? prBranch : branch;
  const provider = Object.entries(providers).find(([name]) => name === service)?.[1];
  return {
    ...(commit !== undefined && /^[0-9a-f]{40}$/i.test(commit) ? { commit: commit.toLowerCase() } : {}),
    ...(name === undefined || name === '' ? {} : { branch: name }),
    ...given({ buildUrl: webAddress(buildUrl) === undefined ? undefined : buildUrl, provider }),
  };
}
