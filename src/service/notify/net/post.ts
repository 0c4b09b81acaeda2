import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** An answer, of which as much was read as was asked for. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The seconds after which the other side wants to be asked again, if it says so. */
  readonly retryAfter: number | undefined;
}

export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The bytes of the answer that are read; the rest is thrown away. */
  readonly reads: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a body to a URL by `POST`, once, to one of the given addresses: the name is not looked up again, because a second answer
 * could be another one. Redirects are not followed, and no proxy is used. Throws what the connection throws.
 */
export async function post(url: URL, addresses: readonly string[], { body, headers, reads, signal }: Posted): Promise<Answer> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    // A connection of its own, which ends with the request.
    agent: false,
    lookup: lookupOf(addresses),
    maxHeaderSize: 16 * 1024,
  };
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  request.once('response', resolve).once('error', reject).end(body);
  try {
    const response = await promise;
    return { status: response.statusCode ?? 0, text: await beginningOf(response, reads), retryAfter: retryAfterOf(response) };
  } finally {
    // The other side may go on sending. An error that comes of this is nobody's any more.
    request.on('error', () => {}).destroy();
  }
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all, family }, done) => {
    const fit = family === 4 || family === 6 ? found.filter((each) => each.family === family) : found;
    const [first] = fit;
    if (all === true || first === undefined) done(null, fit);
    else done(null, first.address, first.family);
  };
}

async function beginningOf(response: IncomingMessage, bytes: number): Promise<string> {
  let text = '';
  if (bytes === 0) return text;
  for await (const chunk of response.setEncoding('utf8')) {
    text = `${text}${String(chunk)}`.slice(0, bytes);
    if (text.length === bytes) break;
  }
  return text;
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
