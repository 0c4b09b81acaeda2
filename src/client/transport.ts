import { ResponseError } from '../errors/index.ts';
import { given, redact } from '../text/index.ts';
import { defaultTimeouts, openConnections, type ExchangeTimeouts } from './connections.ts';
import type { RequestBody } from './body.ts';
import type { Deadline } from './deadline.ts';
import { requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { responseError } from './problem.ts';
import type { Network } from './proxy.ts';
import { exchangeFollowing } from './redirect.ts';
import { defaultRetry, retry, type RetryPolicy } from './retry.ts';

export interface TransportOptions {
  /** From `parseBaseUrl`. */
  readonly baseUrl: URL;
  readonly token: string;
  readonly userAgent: string;
  readonly network: Network;
  readonly timeouts?: ExchangeTimeouts;
  readonly retry?: RetryPolicy;
  /** Gets each sentence that people should know about the way to the service, once. */
  readonly onNotice?: (sentence: string) => void;
}

/** One request below the base URL. */
export interface ServiceRequest {
  readonly method: HttpRequest['method'];
  /** Begins with a slash; its parameters are encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** The answer is a file. */
  readonly isFile?: boolean;
}

/** How long one call may take, and who hears about it. */
export interface CallLimits {
  /** Ends the call, its retries and its waits included. */
  readonly deadline: Deadline;
  /** Sentences on retries and skipped records, for the log. */
  readonly onNotice?: (sentence: string) => void;
}

/** The first parameter of every operation: the way to the service, and the limits of this one call. */
export interface Call extends CallLimits {
  readonly transport: Transport;
}

/** The way to one service, with kept-alive connections. It knows no operation. */
export interface Transport {
  /** The URL of a request to this path, also for its name in errors. */
  urlOf(request: Pick<ServiceRequest, 'path' | 'query'>): URL;
  /**
   * Exchange, redirects, retries, and the judgement of the status: success is 200 or 201, as the interface says. Throws `ResponseError`
   * (the service said no) or `TransportError` (nobody answered).
   */
  exchange(request: ServiceRequest, limits: CallLimits): Promise<HttpAnswer>;
  /** Ends the kept-alive connections. Idle ones keep no process open, so nobody needs to wait for this. */
  close(): void;
}

/** Throws a `UsageError` where the environment names a wrong proxy, or turns off the check of certificates. */
export function openTransport(options: TransportOptions): Transport {
  const { baseUrl, token, userAgent } = options;
  const connections = openConnections(options.timeouts ?? defaultTimeouts, options.network);
  for (const sentence of connections.describe(baseUrl)) options.onNotice?.(sentence);

  function urlOf({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): URL {
    const url = new URL(baseUrl);
    url.pathname += path;
    if (!url.pathname.startsWith(baseUrl.pathname)) throw new RangeError(`${path} leaves the base URL`);
    url.search = query?.toString() ?? '';
    return url;
  }

  return {
    urlOf,
    async exchange({ body, headers, isFile = false, method, ...to }, { deadline, onNotice }) {
      const request: HttpRequest = {
        method,
        url: urlOf(to),
        headers: { accept: isFile ? '*/*' : 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent, ...headers },
        ...given({ body }),
        isFile,
      };
      const name = requestName(request);
      const { answer, attempts } = await retry(async () => withoutToken(await exchangeFollowing(request, connections, deadline), token), {
        policy: options.retry ?? defaultRetry,
        deadline,
        name,
        onWait: (sentence) => onNotice?.(sentence),
      });
      if (answer.status !== 200 && answer.status !== 201) throw responseError(answer, name, attempts);
      return answer;
    },
    close: () => connections.close(),
  };
}

/** Services have been seen to repeat the token in an error or a page; what may be in the contract stays as it came. */
function withoutToken(answer: HttpAnswer, token: string): HttpAnswer {
  const isReply = (answer.status === 200 || answer.status === 201) && /^\s*[[{"]/.test(answer.text);
  return isReply ? answer : { ...answer, text: redact(answer.text, [token]) };
}

/** Whether the service answered "there is none", or does not know the path. */
export function isNotThere(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.status === 404 || error.status === 405 || error.status === 501);
}
