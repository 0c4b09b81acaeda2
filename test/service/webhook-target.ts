import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
}

export interface Target {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly received: readonly Received[];
  /** Ends the target. */
  leave(): Promise<void>;
  /** Sets its answer from now on. `hang` answers nothing. */
  answer(status: number | 'hang', headers?: Readonly<Record<string, string>>, said?: string): void;
}

/** A webhook on this machine, until the test ends. */
export async function webhookTarget(): Promise<Target> {
  const received: Received[] = [];
  let status: number | 'hang' = 204;
  let answered: Readonly<Record<string, string>> = {};
  let body = '';
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text), text });
      if (status !== 'hang') response.writeHead(status, answered).end(body);
    });
  });
  const { close: leave, host } = await listenOnLoopback(server);
  onTestFinished(leave);
  return {
    host,
    received,
    leave,
    answer: (next, headers = {}, said = '') => {
      status = next;
      answered = headers;
      body = said;
    },
  };
}

/** Waits until a target has received so many messages. */
export async function untilReceived({ received }: Target, count: number): Promise<void> {
  await vi.waitUntil(() => received.length >= count, { timeout: 20_000, interval: 20 });
}
