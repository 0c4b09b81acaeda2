import { pathWith } from '../contract/paths.ts';
import { paths } from '../contract/paths.gen.ts';
import { isJobAccess } from '../contract/checks/oidc.gen.ts';
import { ResponseError, TransportError } from '../errors/index.ts';
import { docsPage, redact } from '../text/index.ts';
import type { Access, JobIdentity, WayToService } from './access.ts';
import { jsonBody } from './body.ts';
import { requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { askForIdToken } from './id-token.ts';
import { responseError } from './problem.ts';
import { exchangeFollowing } from './redirect.ts';
import { expect, readJson } from './reply.ts';
import { retry } from './retry.ts';
import type { CallLimits } from './deadline.ts';

export interface JobAccessOptions extends WayToService {
  readonly identity: JobIdentity;
  /** Told of each token, before anybody else is. */
  readonly hide: (secret: string) => void;
}

interface Held {
  readonly token: string;
  /** When another one is asked for, by the clock of the deadlines. */
  readonly renewAt: number;
}

/** Longest time before its end that access is given up: requests that are under way then still have time. */
const longestMargin = 60_000;

/** Access of a job, which is asked for when it is needed, and again before it ends. */
export function openJobAccess(options: JobAccessOptions): Access {
  let held: Held | undefined;
  let asking: Promise<Held> | undefined;

  /** All requests that need it wait for one exchange. */
  async function fresh(limits: CallLimits): Promise<Held> {
    for (;;) {
      if (asking === undefined) {
        asking = exchangeForAccess(options, limits).finally(() => (asking = undefined));
        return (held = await asking);
      }
      try {
        return await asking;
      } catch (error) {
        // The other request ran out of its own time, which is not that of this one.
        if (!(error instanceof TransportError && ['deadline', 'interrupted'].includes(error.code)) || limits.deadline.signal.aborted)
          throw error;
      }
    }
  }

  return {
    async token(limits) {
      const isOver = held === undefined || limits.deadline.clock.now() >= held.renewAt;
      return (isOver || held === undefined ? await fresh(limits) : held).token;
    },
    async renewed(refused, limits) {
      // Another request may have been refused before, and has new access already.
      return (held === undefined || held.token === refused ? await fresh(limits) : held).token;
    },
  };
}

/** Asks GitHub for an ID token and the service for access, again with a new ID token where no answer came: each is taken once. */
async function exchangeForAccess(options: JobAccessOptions, limits: CallLimits): Promise<Held> {
  const { baseUrl, connections, hide, identity, retry: policy, userAgent } = options;
  const { deadline } = limits;
  const url = new URL(baseUrl);
  url.pathname += pathWith('exchangeIdToken', [['org', identity.org]]);
  const { method } = paths.exchangeIdToken;
  const name = requestName({ method, url });
  let since = deadline.clock.now();
  const once = async (): Promise<HttpAnswer> => {
    const idToken = await askForIdToken(identity, options, limits);
    hide(idToken);
    since = deadline.clock.now();
    const request: HttpRequest = {
      method,
      url,
      headers: { accept: 'application/json', 'user-agent': userAgent },
      body: jsonBody({ token: idToken }),
    };
    const answer = await exchangeFollowing(request, connections, deadline);
    return answer.status === 201 ? answer : { ...answer, text: redact(answer.text, [idToken]) };
  };
  const { answer, attempts } = await retry(once, { policy, deadline, name, onWait: (sentence) => limits.onNotice?.(sentence) });
  if (answer.status !== 201) throw refusal(answer, name, attempts);
  const { access_token: token, expires_in: lasts } = await expect(isJobAccess, 'JobAccess', readJson(answer, name), name);
  hide(token);
  const lifetime = lasts * 1000;
  return { token, renewAt: since + lifetime - Math.min(longestMargin, lifetime / 5) };
}

/** The service did not let the job in: its message says which claim no rule accepts. */
function refusal(answer: HttpAnswer, name: string, attempts: number): ResponseError {
  const error = responseError(answer, name, attempts);
  const fix = fixOf(error.status);
  if (fix === undefined) return error;
  const { code, message, request, serverMessage, status } = error;
  return new ResponseError(code, message, { status, request, serverMessage, attempts, fix });
}

function fixOf(status: number): string | undefined {
  switch (status) {
    case 401:
      return `Look at oidc-audience and at the clock of the service: the service does not believe the ID token of the job. ${docsPage('oidc.md')}`;
    case 403:
      return `Let those who run the service add a rule for this job (\`compliance-evidence oidc-rule add\`), look at oidc-audience, or give api-token. ${docsPage('oidc.md')}`;
    case 404:
    case 405:
      return 'Look at base-url: this service takes no ID tokens, such as an older one. Give it api-token';
    default:
      return undefined;
  }
}
