import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { forward, type Answer } from './fault-server/forward.ts';
import type { Fault } from './fault-server/fault.ts';

export { fault, type Fault } from './fault-server/fault.ts';

/** One request as it came in. `body` is what arrived of it; `complete` is false when the client gave up while sending. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly complete: boolean;
  /** Milliseconds since the server's start, to measure waits between tries. */
  readonly at: number;
  /** Status of the target's answer, if the request was forwarded: the real outcome behind a lost answer. */
  targetStatus?: number;
}

export interface FaultServer {
  /** Base URL with the target's path, no slash at the end: only the origin differs from the target's. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** The number of open connections. */
  connections(): Promise<number>;
  /**
   * Ends every connection, also those that hang. Rejects with the first error of the script or of forwarding, if there was one.
   */
  close(): Promise<void>;
}

/**
 * Starts a loopback server that answers by script, or stands in front of `target` (a base URL) and lets some requests pass.
 * The script is asked for each request; `n` counts from 1.
 */
export async function startFaultServer(options: {
  readonly target?: string;
  /** The target hears the host that the client asked for: a signature may be about it. */
  readonly keepsHost?: boolean;
  readonly script: (request: RecordedRequest, n: number) => Fault | Promise<Fault>;
}): Promise<FaultServer> {
  const target = options.target === undefined ? undefined : new URL(options.target);
  const requests: RecordedRequest[] = [];
  const errors: unknown[] = [];
  const closing = new AbortController();
  const started = performance.now();

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = performance.now() - started;
    const { body, complete } = await readBody(incoming);
    const request: RecordedRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body,
      complete,
      at,
    };
    const n = requests.push(request);
    if (!complete) return;
    const ask = async (): Promise<Answer> => {
      if (target === undefined) throw new Error('A fault that forwards needs a target.');
      const host = options.keepsHost === true ? incoming.headers.host : undefined;
      const answer = await forward(target, request, incoming.rawHeaders, { host, signal: closing.signal });
      request.targetStatus = answer.status;
      return answer;
    };
    await play(await options.script(request, n), ask, response, closing.signal);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      if (closing.signal.aborted) return;
      errors.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((fulfil, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', fulfil);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}${target?.pathname.replace(/\/$/, '') ?? ''}`,
    requests,
    connections: () =>
      new Promise((fulfil, reject) => void server.getConnections((error, count) => (error === null ? fulfil(count) : reject(error)))),
    async close() {
      closing.abort();
      const closed = new Promise((fulfil) => void server.close(fulfil));
      server.closeAllConnections();
      await closed;
      if (errors.length > 0) throw new Error('The fault server could not do what its script said.', { cause: errors[0] });
    },
  };
}

async function play(fault: Fault, ask: () => Promise<Answer>, response: ServerResponse, closing: AbortSignal): Promise<void> {
  switch (fault.kind) {
    case 'pass':
      return send(response, await ask());
    case 'answer':
      return send(response, fault.answer);
    case 'slow':
      await delay(fault.ms, undefined, { signal: closing });
      return play(fault.next, ask, response, closing);
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'cutOff':
      return cutOff(response, fault.answer ?? (await ask()));
    case 'loseAnswer':
      await ask();
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? [] : ['content-length', String(body.length)];
  response.writeHead(status, [...headers, ...length]);
  response.end(body);
}

/** Announces the whole body and closes the connection after half of it. */
function cutOff(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, [...headers, 'content-length', String(body.length)]);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}

async function readBody(incoming: IncomingMessage): Promise<{ body: Buffer; complete: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
    return { body: Buffer.concat(chunks), complete: incoming.complete };
  } catch {
    return { body: Buffer.concat(chunks), complete: false };
  }
}
