import type { EventFacts } from '../../git/index.ts';

/** The page of the current run, on GitHub or on another CI system; `undefined` away from any. */
export function buildUrlOf({ buildUrl, repository, runId, serverUrl }: EventFacts): string | undefined {
  return repository === undefined || runId === undefined ? buildUrl : `${serverUrl}/${repository}/actions/runs/${runId}`;
}
