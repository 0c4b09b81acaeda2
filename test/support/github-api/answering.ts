import type { ServerResponse } from 'node:http';
import type { Check } from './operations.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are an archive; all else is told as JSON. */
  readonly body: unknown;
}

/** An answer in place of the usual one. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The message of GitHub. */
  readonly message?: string;
}

/** Answers a request. An error is a breach, and the request ends with 500. */
export async function sendReply(reply: Promise<Reply>, response: ServerResponse, breaches: string[]): Promise<void> {
  try {
    const { body, headers, status } = await reply;
    if (body instanceof Uint8Array) response.writeHead(status, { 'content-type': 'application/zip' }).end(body);
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  } catch (error) {
    breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    response.writeHead(500).end();
  }
}

/** Notes a value that does not fit the description. */
export function holdTo(check: Check | undefined, value: unknown, what: string, breaches: string[]): void {
  const is = check?.();
  if (is?.(value) === false) breaches.push(`${what}: ${JSON.stringify(is.errors?.slice(0, 3))}`);
}
