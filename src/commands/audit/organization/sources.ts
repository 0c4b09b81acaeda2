import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { NamedRepository, OrganizationPlan } from '../../../audit/index.ts';
import { wrongUse } from '../../../errors/index.ts';
import type { AppTokens } from '../../../github/audit/index.ts';
import type { GitHubAccess } from '../../../github/index.ts';
import type { GitHubSettings } from '../../../options/index.ts';
import { list, version } from '../../../text/index.ts';
import { withGitHub } from '../../run/connect.ts';
import type { RunContext } from '../../run/context.ts';
import { readNamedText } from '../../../files/index.ts';
import { readOrigin } from '../../../git/index.ts';

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
    throw wrongUse(
      `The plan is of version ${tool.version} of this program, and this is ${version}`,
      'Use one version for the plan, its parts and the merge',
    );
}

/** In bytes: 100,000 repositories have about 4 MB. */
const largestList = 16 * 1024 * 1024;

const fullName = /^[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/;

/**
 * The repositories that a file lists. A line is `owner/name`, or the path of a clone, relative to the working directory. A clone has the
 * name that its `origin` has on the server of this run. By git alone that of its folder will do.
 * @throws {UsageError} that names each line that is neither
 */
export async function namedRepositories(
  path: string,
  isByGit: boolean,
  { directory, event: { serverUrl } }: Pick<RunContext, 'directory' | 'event'>,
): Promise<readonly NamedRepository[]> {
  const lines = readTextOf('repositories', path, largestList)
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.replace(/(?:^|\s)#.*$/, '').trim(), number: index + 1 }))
    .filter(({ text }) => text !== '');
  const isPath = (text: string): boolean => text.startsWith('.') || isAbsolute(text);
  const odd = lines.filter(({ text }) => !isPath(text) && !fullName.test(text)).map(({ number }) => String(number));
  const fix = 'Write owner/name, or the path of a clone that begins with . or /, a line each';
  if (lines.length === 0 || odd.length > 0) {
    const what = lines.length === 0 ? 'names no repository' : `has lines that name none: ${list(odd, 10)}`;
    throw wrongUse(`The file of repositories, ${JSON.stringify(path)}, ${what}`, fix);
  }
  const named: NamedRepository[] = [];
  for (const { text } of lines) named.push(isPath(text) ? await cloneAt(resolve(directory, text), isByGit, serverUrl) : { name: text });
  return named;
}

/** A folder of another clone is none: git would take that one, which has another name. */
async function cloneAt(clone: string, isByGit: boolean, serverUrl: string): Promise<NamedRepository> {
  const own = [basename(dirname(clone)), basename(clone)].map((part) => part.replaceAll(/[^\w.-]/g, '-') || 'clones').join('/');
  if (!existsSync(join(clone, '.git'))) return { name: own, fault: `${clone} is no clone: it has no .git` };
  const origin = await readOrigin(clone);
  const [name] = origin?.startsWith(`${serverUrl}/`) === true ? [origin.slice(serverUrl.length + 1)] : [];
  if (name !== undefined && fullName.test(name)) return { name, clone };
  return isByGit
    ? { name: own, clone }
    : { name: own, fault: `the remote origin of ${clone} is not on ${serverUrl}: GitHub cannot be asked about it` };
}
