import type { RunContext } from './context.ts';

/** The page of the run that is going on, on GitHub or on another CI system; `undefined` away from any. */
export function buildUrlOf({
  buildUrl,
  event: { repository, runId, serverUrl },
}: Pick<RunContext, 'buildUrl' | 'event'>): string | undefined {
  if (repository === undefined || runId === undefined) return buildUrl;
  return `${serverUrl}/${repository}/actions/runs/${runId}`;
}
