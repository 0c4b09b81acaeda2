import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf } from '../../errors/index.ts';
import { neutralize } from '../../text/index.ts';
import { wayTo, type Reachable } from './hosts.ts';
import type { Outgoing, Undelivered } from './target.ts';

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

/** POSTs a body once, to one of these addresses: a second lookup may differ. No redirects, no proxy. Throws the connection's error. */
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
    // The other side may go on sending. An error from this is ignored.
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

/** The content that a kind of target sends to an address, and how it reads the answer. */
interface Json {
  readonly content: object;
  readonly headers: (body: string) => Readonly<Record<string, string>>;
  readonly reads: number;
  /** Why the message did not arrive, if the answer says so. Nothing of the answer's text may come back unread. */
  readonly judge: (answer: Answer) => Pick<Undelivered, 'why' | 'isFinal'> | undefined;
}

/** Sends JSON to the address of a target, once, if the operator lets messages go there; answers why it did not arrive. */
export async function sendJson(
  { secret: address = '', signal }: Outgoing,
  reachable: Reachable,
  { content, headers, judge, reads }: Json,
): Promise<Undelivered | undefined> {
  const url = new URL(address);
  const recipient = url.host;
  const way = await wayTo(url, reachable, signal);
  switch (way.kind) {
    case 'unnamed':
      return { recipient, why: 'the service was started without --webhook-host for it', isFinal: true };
    case 'forbidden':
      return { recipient, why: 'its name leads to an address that messages may not go to', isFinal: true };
    case 'unknown':
      return { recipient, why: 'its name is not known', isFinal: false };
    case 'open':
  }
  const body = JSON.stringify(content);
  try {
    const usual = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'compliance-evidence' };
    const answer = await post(url, way.addresses, { headers: { ...usual, ...headers(body) }, body, reads, signal });
    const fault = judge(answer);
    return fault === undefined ? undefined : { recipient, ...fault, retryAfter: answer.retryAfter };
  } catch (error) {
    return { recipient, why: neutralize(reasonOf(error, signal)), isFinal: false };
  }
}

/** Never contains the address, which is a secret: the messages of `node:http` may name it. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time';
  if (!(error instanceof Error)) return 'the request failed';
  return `the request failed (${codeOf(error) ?? error.name})`;
}
