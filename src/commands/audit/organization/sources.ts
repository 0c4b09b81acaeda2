import type { OrganizationPlan } from '../../../audit/index.ts';
import { UsageError } from '../../../errors/index.ts';
import type { AppTokens } from '../../../github/audit/index.ts';
import type { GitHubAccess } from '../../../github/index.ts';
import type { GitHubSettings } from '../../../options/index.ts';
import { version } from '../../../text/index.ts';
import { withGitHub } from '../../run/connect.ts';
import type { RunContext } from '../../run/context.ts';
import { readNamedText } from '../../../files/index.ts';

export interface OrganizationWays {
  /** The token that audits: an App's where there is one. */
  readonly token: GitHubAccess['token'];
  /** Another token, which may list more; `undefined` where there is none. */
  readonly other: string | undefined;
  readonly app: AppTokens | undefined;
  readonly access: Omit<GitHubAccess, 'token'>;
}

/** The time that a token has left at least when the audit of a repository begins with it: git cannot renew it. */
const forGit = 50 * 60_000;

export function withOrganizationWays<Outcome>(
  { app, token: given }: GitHubSettings,
  account: string,
  context: RunContext,
  work: (ways: OrganizationWays) => Promise<Outcome>,
): Promise<Outcome> {
  return withGitHub('', '', context, async (ways) => {
    const access = { ...ways, signal: context.interrupt };
    if (app === undefined) return work({ token: given ?? '', other: undefined, app, access });
    const { openAppTokens } = await import('../../../github/audit/index.ts');
    const tokens = openAppTokens({
      ...access,
      ...app,
      account,
      timeLimit: 60_000,
      hide: (secret) => context.hide(secret),
      now: () => Date.now(),
    });
    return work({ token: tokens, other: given, app: tokens, access });
  });
}

/** A token as git takes it. */
export function gitToken({ app, token }: OrganizationWays): Promise<string> | string {
  return app?.validFor(forGit) ?? (typeof token === 'string' ? token : token.current());
}

/** A file that a step of the same audit wrote, or that goes with it. */
export function readTextOf(option: string, path: string, largest: number): string {
  return readNamedText(`${option}, ${JSON.stringify(path)},`, path, largest, 'Name the file that this program wrote');
}

/** Another version may find other things, so that the parts of one audit would not fit together. */
export function refuseOtherVersion({ tool }: Pick<OrganizationPlan, 'tool'>): void {
  if (tool.version !== version)
    throw new UsageError('invalid-input', `The plan is of version ${tool.version} of this program, and this is ${version}`, {
      fix: 'Use one version for the plan, its parts and the merge',
    });
}
