import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** A whole answer. Headers are names and values in turn, without those that belong to one connection and without the length. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Sends a request on to the target's origin, path and query unchanged, and waits for the whole answer. */
export function forward(
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
