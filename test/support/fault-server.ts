import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

/** A whole answer. Headers are names and values in turn, without those that belong to one connection and without the length. */
interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Sends a request on to the target's origin, path and query unchanged, and waits for the whole answer. */
function forward(
  target: URL,
  request: { readonly method: string; readonly url: string; readonly body: Buffer },
  headers: readonly string[],
  { host, signal }: { readonly host: string | undefined; readonly signal: AbortSignal },
): Promise<Answer> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((fulfil, reject) => {
    const outgoing = send(target.origin, {
      method: request.method,
      path: request.url,
      headers: ['host', host ?? target.host, ...endToEnd(headers), 'content-length', String(request.body.length)],
      agent: false,
      signal,
    });
    outgoing.once('error', reject).once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () =>
          fulfil({ status: incoming.statusCode ?? 0, headers: endToEnd(incoming.rawHeaders), body: Buffer.concat(chunks) }),
        );
    });
    outgoing.end(request.body);
  });
}

function endToEnd(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index], headers[index + 1]];
    if (name !== undefined && value !== undefined && !hopByHop.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

const hopByHop = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'expect',
]);

/** The fate of one request. */
export type Fault =
  | { readonly kind: 'pass' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'slow'; readonly ms: number; readonly next: Fault }
  | { readonly kind: 'reset' }
  | { readonly kind: 'cutOff'; readonly answer?: Answer }
  | { readonly kind: 'loseAnswer' }
  | { readonly kind: 'hang' };

type Headers = Readonly<Record<string, string>>;

/** The faults by name. A body that is not a text is sent as JSON. */
export const fault = {
  /** The target's own answer. */
  pass: (): Fault => ({ kind: 'pass' }),
  /** Any answer: `fault.status(429, { 'retry-after': '1' }, { message: 'slow down' })`. */
  status: (code: number, headers: Headers = {}, body: unknown = { message: `answered ${code} by the fault server` }): Fault => ({
    kind: 'answer',
    answer: answer(code, headers, body),
  }),
  /** The connection is reset before any answer; the target sees nothing. */
  reset: (): Fault => ({ kind: 'reset' }),
  /** Half of a JSON answer, then the end: of `body`, or of the target's answer when there is no `body`. */
  cutOff: (body?: unknown): Fault => (body === undefined ? { kind: 'cutOff' } : { kind: 'cutOff', answer: answer(200, {}, body) }),
  /** No answer at all until the server is closed. */
  hang: (): Fault => ({ kind: 'hang' }),
  /** Another fault after a while. By default it is the target's answer. */
  slow: (ms: number, next: Fault = { kind: 'pass' }): Fault => ({ kind: 'slow', ms, next }),
  /** A page where JSON was expected: a captive portal, a login page, a proxy. */
  wrongContentType: (body = '<!doctype html><title>Sign in</title>', code = 200): Fault => ({
    kind: 'answer',
    answer: answer(code, { 'content-type': 'text/html; charset=utf-8' }, body),
  }),
  redirect: (location: string, code: 301 | 302 | 303 | 307 | 308 = 307): Fault => ({
    kind: 'answer',
    answer: answer(code, { location }, ''),
  }),
  /** The target gets the request and answers it, but the connection is reset before the client hears of it. */
  loseAnswer: (): Fault => ({ kind: 'loseAnswer' }),
};

function answer(status: number, headers: Headers, body: unknown): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const type = typeof body === 'string' || names.has('content-type') ? [] : ['content-type', 'application/json'];
  return { status, headers: [...type, ...Object.entries(headers).flat()], body: Buffer.from(text) };
}

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
