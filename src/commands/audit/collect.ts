import type { AuditSources } from '../../options/index.ts';
import { buildUrlOf } from '../build-url.ts';
import { withService } from '../connect.ts';
import type { RunContext } from '../context.ts';
import { withGitHub } from '../github.ts';
import { userAgent, version } from '../version.ts';
import { endingLines } from './ending-lines.ts';
import type { Asked, Asking, AuditParts } from './parts.ts';
import { programDigest } from './program-digest.ts';

/** Asks git, GitHub and the service, and writes what they say into a file. What cannot be asked any more is a hole in it. */
export async function collectInto(
  path: string,
  sources: AuditSources,
  { period, repository }: { readonly period: Pick<Asked, 'since' | 'until'>; readonly repository: string | undefined },
  context: RunContext,
  parts: AuditParts,
  now: Date,
): Promise<void> {
  const { branches, connection, flows, githubToken, given } = sources;
  const { directory, event, report } = context;
  const file = event.workflowFile;
  const asked: Asked = {
    tool: { name: userAgent.split('/')[0] ?? userAgent, version, digest: await programDigest(context.program) },
    workflow: file === undefined ? null : `${file.repository}/${file.path}@${event.sha ?? file.ref}`,
    run: buildUrlOf(event) ?? null,
    inputs: given,
    repository: repository ?? null,
    serverUrl: event.serverUrl,
    at: now.toISOString(),
    flows,
    branches,
    ...period,
  };
  await withService(connection, 0, context, async (call) => {
    const service = { call, org: connection.org, url: connection.baseUrl.href };
    const collect = (from: Pick<Asking, 'github' | 'fetchFrom'>): Promise<void> =>
      parts.write(endingLines(parts.collect(asked, { directory, service, report, ...from }), report), path);
    if (githubToken === undefined || repository === undefined) return collect({ github: null, fetchFrom: null });
    return withGitHub(githubToken, repository, context, (access) =>
      collect({
        github: parts.github({
          ...access,
          signal: call.deadline.signal,
          timeLimit: connection.timeout,
          report: (message) => report({ kind: 'progress', message }),
        }),
        fetchFrom: { url: `${event.serverUrl}/${repository}`, authorization: basicOf(githubToken) },
      }),
    );
  });
}

/** As actions/checkout has git sign in: the name does not matter. */
function basicOf(token: string): string {
  return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}
