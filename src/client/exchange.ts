import type { Dispatcher } from 'undici';
import type { Method } from '../contract/index.ts';
import { TransportError, codeOf, messageOf } from '../errors/index.ts';
import { plainUrl } from '../text/index.ts';
import type { RequestBody } from './body.ts';
import { loadHttp, type Connections, type Http } from './connections.ts';
import { endOf, type Deadline } from './deadline.ts';

export interface HttpRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly isFile?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Only where a file was asked for; then there is no text. */
  readonly content?: Buffer;
}

/** Largest answer that is read, in bytes: a page of 100 trails with many rows is under 2 MiB. */
const largestAnswer = 32 * 1024 * 1024;

/** `POST https://host/path`: without credentials and query. */
export function requestName(httpRequest: Pick<HttpRequest, 'method' | 'url'>): string {
  return `${httpRequest.method} ${plainUrl(httpRequest.url)}`;
}

/** Without retries or redirects; it does not judge the status. Throws `TransportError` when no whole answer came. */
export async function exchange(httpRequest: HttpRequest, connections: Connections, deadline: Deadline): Promise<HttpAnswer> {
  const [http, { dispatcher, proxy }] = await Promise.all([loadHttp(), connections.towards(httpRequest.url)]);
  try {
    const { origin, pathname, search } = httpRequest.url;
    const answer = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method: httpRequest.method,
      headers: { ...httpRequest.headers, ...headersOf(httpRequest.body) },
      body: httpRequest.body?.open() ?? null,
      signal: deadline.signal,
    });
    const content = await readBounded(answer.body, requestName(httpRequest));
    const { headers, statusCode: status } = answer;
    if (httpRequest.isFile === true && status === 200) return { status, headers, text: '', content };
    return { status, headers, text: new TextDecoder().decode(content) };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    if (deadline.signal.aborted) throw endOf(deadline, requestName(httpRequest), 1, error);
    throw transportError(error, requestName(httpRequest), proxy, http);
  }
}

function headersOf(body: RequestBody | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-type': body.contentType, 'content-length': String(body.contentLength) };
}

async function readBounded(body: Dispatcher.ResponseData['body'], name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) {
      throw new TransportError('body-too-large', `The answer to ${name} is larger than ${largestAnswer / 1024 / 1024} MiB`, {
        request: name,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** There is no address, nothing listens, or the certificate was refused before anything was said. */
const neverConnected = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*|ERR_TLS_CERT_.*)$/;

/** undici's words for a CONNECT without an answer of 200. */
const noTunnel = /^Proxy response \((\d{3})\) !== 200/;

function transportError(cause: unknown, name: string, proxy: string | undefined, { errors }: Http): TransportError {
  const { code, message } = detailsOf(cause);
  const refused = noTunnel.exec(message)?.[1];
  // Without a connection nothing of the request was sent. After any other fault it may have arrived.
  const mayHaveArrived = !(cause instanceof errors.ConnectTimeoutError) && refused === undefined && !neverConnected.test(code);
  const options = { request: name, cause, mayHaveArrived };
  if (
    cause instanceof errors.ConnectTimeoutError ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError
  ) {
    return new TransportError('timeout', `No answer in time to ${name}`, {
      ...options,
      fix: 'Check that the service is up, and that the network lets you through',
    });
  }
  if (/CERT|TLS|SSL_(?!WRONG_VERSION)|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return new TransportError('tls', `The certificate for ${name} is not trusted (${code})`, {
      ...options,
      fix: 'For a private certificate authority set NODE_EXTRA_CA_CERTS to its PEM file, in the environment of the whole job',
    });
  }
  if (
    code === 'UND_ERR_SOCKET' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code.startsWith('UND_ERR_RES') ||
    /terminated|other side closed/.test(message)
  ) {
    return new TransportError('cut-off', `The connection broke during ${name} (${message})`, options);
  }
  if (refused !== undefined) {
    return new TransportError('unreachable', `The proxy ${proxy} refused the way (${refused}) to ${name}`, {
      ...options,
      fix: 'Let the proxy reach that host, give its user and password in HTTPS_PROXY, or name the host in NO_PROXY',
    });
  }
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  return new TransportError('unreachable', `Could not reach ${name}${through} (${code === '' ? message : code})`, {
    ...options,
    fix: 'Check base-url (https, the name and the port), and HTTPS_PROXY where a proxy is needed',
  });
}

/** Those of the innermost error: Node wraps the cause of a failed connection once or twice. */
function detailsOf(cause: unknown): { code: string; message: string } {
  let error = cause;
  for (let depth = 0; depth < 5; depth += 1) {
    const inner: unknown = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined;
    if (!(inner instanceof Error)) break;
    error = inner;
  }
  return { code: codeOf(error) ?? '', message: messageOf(error) };
}
