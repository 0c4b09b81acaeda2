import { ResponseError } from '../errors/index.ts';
import { given, redact } from '../text/index.ts';
import { storedToken, type Access, type OpenAccess } from './access.ts';
import type { RequestBody } from './body.ts';
import { defaultTimeouts, openConnections, type ExchangeTimeouts } from './connections.ts';
import type { CallLimits } from './deadline.ts';
import { requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { Network } from './proxy.ts';
import { defaultRetry, exchangeFollowing, retry, type RetryPolicy } from './retry.ts';

export interface TransportOptions {
  /** From `parseBaseUrl`. */
  readonly baseUrl: URL;
  readonly token: string | OpenAccess;
  readonly userAgent: string;
  readonly network: Network;
  readonly timeouts?: ExchangeTimeouts;
  readonly retry?: RetryPolicy;
  /** Gets each sentence about the way to the service, once. */
  readonly onNotice?: (sentence: string) => void;
}

interface ServiceRequest {
  readonly method: HttpRequest['method'];
  /** Begins with a slash; its parameters are encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly isFile?: boolean;
}

/** The first parameter of every operation. */
export interface Call extends CallLimits {
  readonly transport: Transport;
}

export interface Transport {
  /** Also for the request's name in errors. */
  urlOf(request: Pick<ServiceRequest, 'path' | 'query'>): URL;
  /**
   * With redirects, retries, and a judgement of the status: success is 200 or 201, as the interface says. Throws `ResponseError` (the
   * service said no) or `TransportError` (no answer).
   */
  exchange(request: ServiceRequest, limits: CallLimits): Promise<HttpAnswer>;
  /** Idle connections keep no process open, so nothing needs to wait for this. */
  close(): void;
}

/** Throws a `UsageError` where the environment names a wrong proxy, or turns off the check of certificates. */
export function openTransport(options: TransportOptions): Transport {
  const { baseUrl, token, userAgent } = options;
  const connections = openConnections(options.timeouts ?? defaultTimeouts, options.network);
  for (const sentence of connections.describe(baseUrl)) options.onNotice?.(sentence);
  const policy = options.retry ?? defaultRetry;
  let opened: Promise<Access> | undefined;
  const openAccess = async (): Promise<Access> =>
    typeof token === 'string' ? storedToken(token) : token({ baseUrl, userAgent, connections, retry: policy });

  function urlOf({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): URL {
    const url = new URL(baseUrl);
    url.pathname += path;
    if (!url.pathname.startsWith(baseUrl.pathname)) throw new RangeError(`${path} leaves the base URL`);
    url.search = query?.toString() ?? '';
    return url;
  }

  return {
    urlOf,
    async exchange({ body, headers, isFile = false, method, ...to }, limits) {
      const { deadline, onNotice } = limits;
      const access = await (opened ??= openAccess());
      const url = urlOf(to);
      const name = requestName({ method, url });
      const send = async (bearer: string): Promise<HttpAnswer> => {
        const authorization = `Bearer ${bearer}`;
        const request: HttpRequest = {
          method,
          url,
          headers: { accept: isFile ? '*/*' : 'application/json', authorization, 'user-agent': userAgent, ...headers },
          ...given({ body }),
          isFile,
        };
        return withoutToken(await exchangeFollowing(request, connections, deadline), bearer);
      };
      // Before the first try: the tries of an exchange are its own.
      await access.token(limits);
      const once = async (): Promise<HttpAnswer> => {
        const bearer = await access.token(limits);
        const answer = await send(bearer);
        if (answer.status !== 401) return answer;
        // Access may have ended on the way, and the clocks may differ.
        const other = await access.renewed(bearer, limits);
        return other === undefined ? answer : await send(other);
      };
      const { answer, attempts } = await retry(once, {
        policy,
        deadline,
        name,
        onWait: (sentence) => onNotice?.(sentence),
      });
      if (answer.status === 200 || answer.status === 201) return answer;
      const { responseError } = await import('./problem.ts');
      throw responseError(answer, name, attempts);
    },
    close: () => connections.close(),
  };
}

/** Services have been seen to repeat the token in an error or a page; what may be in the contract stays as it came. */
function withoutToken(answer: HttpAnswer, token: string): HttpAnswer {
  const isReply = (answer.status === 200 || answer.status === 201) && /^\s*[[{"]/.test(answer.text);
  return isReply ? answer : { ...answer, text: redact(answer.text, [token]) };
}

/** The service answered "there is none", or does not know the path. */
export function isNotThere(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.status === 404 || error.status === 405 || error.status === 501);
}
