import type { ActionResult } from '../commands/index.ts';
import { isLoopback, webAddress } from '../text/index.ts';

/**
 * A copy of plain data in which no text holds a secret. Services have been seen to repeat a token in their error
 * messages; the runner masks the log, but not the outputs.
 */
export function withoutSecrets<Data extends object>(data: Data, clean: (text: string) => string): Data {
  const copy = structuredClone(data);
  cleanAll(copy, clean);
  return copy;
}

function cleanAll(holder: object, clean: (text: string) => string): void {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string') Reflect.set(holder, key, clean(value));
    else if (typeof value === 'object' && value !== null) cleanAll(value, clean);
  }
}

/** The origin of a service on this machine. Nobody else can open its pages, and it may end with the job. */
export function closedOrigin(baseUrl: string | undefined): string | undefined {
  const url = webAddress(baseUrl?.trim());
  return url !== undefined && isLoopback(url.hostname) ? url.origin : undefined;
}

/** Links to GitHub stay, such as one to a run. */
export function withoutPages(result: ActionResult, gitHub: string): ActionResult {
  if (result.kind !== 'judged' && result.kind !== 'explained') return result;
  const { origin } = new URL(gitHub);
  const isOpen = (url: string | undefined): boolean => webAddress(url)?.origin === origin;
  const reasons = result.verdict.reasons.map(({ url, ...reason }) => (url !== undefined && isOpen(url) ? { ...reason, url } : reason));
  const rows = result.verdict.rows.map((row) => (isOpen(row.url) ? row : { ...row, url: undefined }));
  return { ...result, trailUrl: undefined, verdict: { ...result.verdict, reasons, rows } };
}
