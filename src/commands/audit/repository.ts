import { UsageError } from '../../errors/index.ts';
import type { AuditSources } from '../../options/index.ts';
import type { RunContext } from '../run/context.ts';
import type { AuditParts } from './parts.ts';

/**
 * The audited repository, as `owner/name`; `undefined` where nothing names it, and only git is asked. The repository of a checkout counts
 * only if it is on the server whose API is asked: no other server may see the token.
 */
export async function repositoryOf(
  { githubToken, repository }: Pick<AuditSources, 'githubToken' | 'repository'>,
  { directory, event }: Pick<RunContext, 'directory' | 'event'>,
  { checkoutOf }: Pick<AuditParts, 'checkoutOf'>,
): Promise<string | undefined> {
  const named = repository ?? event.repository;
  if (named !== undefined) return named;
  const found = (await checkoutOf(directory))?.repository;
  const isOfServer = found !== undefined && URL.parse(found.url)?.origin === new URL(event.serverUrl).origin;
  if (isOfServer) return found.name;
  if (githubToken === undefined) return undefined;
  throw new UsageError('missing-input', 'A token of GitHub is given, but the repository is not known', {
    fix: `Give \`repository\` as owner/name, or start in a checkout whose remote \`origin\` is at ${event.serverUrl}`,
  });
}
