import { isLoopback, webAddress } from '../text/index.ts';
import type { ActionResult } from '../commands/index.ts';

/** The origin of a service on this machine, from its `base-url`. Nobody else can open its pages, and it may end with the job. */
export function closedOrigin(baseUrl: string | undefined): string | undefined {
  const url = webAddress(baseUrl?.trim());
  return url !== undefined && isLoopback(url.hostname) ? url.origin : undefined;
}

/** A result without links to the service's pages. Links to GitHub stay, such as one to a run. */
export function withoutPages(result: ActionResult, gitHub: string): ActionResult {
  if (result.kind !== 'judged' && result.kind !== 'explained') return result;
  const { origin } = new URL(gitHub);
  const isOpen = (url: string | undefined): boolean => webAddress(url)?.origin === origin;
  const reasons = result.verdict.reasons.map(({ url, ...reason }) => (url !== undefined && isOpen(url) ? { ...reason, url } : reason));
  const rows = result.verdict.rows.map((row) => (isOpen(row.url) ? row : { ...row, url: undefined }));
  return { ...result, trailUrl: undefined, verdict: { ...result.verdict, reasons, rows } };
}
