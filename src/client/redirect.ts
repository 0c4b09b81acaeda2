import { ResponseError } from '../errors/index.ts';
import { plainUrl } from '../text/index.ts';
import type { Connections } from './connections.ts';
import type { Deadline } from './deadline.ts';
import { exchange, requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const mostHops = 5;

/**
 * One exchange, following redirects only within the origin: the token never goes to another one. A write is followed only where method and
 * body stay (307, 308). Any other redirect is a `ResponseError` that names its target.
 */
export async function exchangeFollowing(request: HttpRequest, connections: Connections, deadline: Deadline): Promise<HttpAnswer> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const answer = await exchange(current, connections, deadline);
    if (!redirects.has(answer.status)) return answer;
    const { location } = answer.headers;
    const target =
      typeof location === 'string' && URL.canParse(location, current.url.href) ? new URL(location, current.url.href) : undefined;
    const keepsMethod = request.method === 'GET' || answer.status === 307 || answer.status === 308;
    if (target === undefined || target.origin !== request.url.origin || !keepsMethod || hops >= mostHops) {
      throw new ResponseError('redirect', refusal(answer.status, current, target), {
        status: answer.status,
        request: requestName(request),
        fix: 'Set base-url to where the service really answers, with or without /api/v2; if that is a login page, let the runner through. The token is not sent to another origin',
      });
    }
    current = { ...current, url: target };
  }
}

function refusal(status: number, request: HttpRequest, target: URL | undefined): string {
  const where = target === undefined ? 'without a readable target' : `to ${plainUrl(target)}`;
  return `${requestName(request)} was redirected (${status}) ${where}, which is not followed`;
}
