import { isJobAccess } from '../contract/checks/oidc.gen.ts';
import { paths } from '../contract/paths.gen.ts';
import { pathWith } from '../contract/paths.ts';
import { ContractError, ResponseError, TransportError, wrongUse } from '../errors/index.ts';
import { docsPage, isLoopback, parseJson, redact, stringAt } from '../text/index.ts';
import type { Access, JobIdentity, WayToService } from './access.ts';
import { jsonBody } from './body.ts';
import type { Connections } from './connections.ts';
import type { CallLimits } from './deadline.ts';
import { requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { expect, readJson } from './reply.ts';
import { exchangeFollowing, retry, type RetryPolicy } from './retry.ts';

const grant = 'id-token: write';

/** Again where no answer came. Each is another token, and is taken once. */
async function askForIdToken(
  { audience, requestToken, requestUrl }: JobIdentity,
  { connections, retry: policy, userAgent }: { readonly connections: Connections; readonly retry: RetryPolicy; readonly userAgent: string },
  { deadline, onNotice }: CallLimits,
): Promise<string> {
  const url = URL.parse(requestUrl);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw wrongUse(
      'ACTIONS_ID_TOKEN_REQUEST_URL is not an address that begins with https://',
      'The runner sets it: look whether a step before this one, or `env`, sets it too',
    );
  }
  url.searchParams.set('audience', audience);
  const request: HttpRequest = {
    method: 'GET',
    url,
    headers: { accept: 'application/json', authorization: `Bearer ${requestToken}`, 'user-agent': userAgent },
  };
  const name = requestName(request);
  const { answer } = await retry(() => exchangeFollowing(request, connections, deadline), {
    policy,
    deadline,
    name,
    onWait: (sentence) => onNotice?.(sentence),
  });
  if (answer.status >= 500 || answer.status === 429) {
    throw new ResponseError('unavailable', `GitHub gave the job no ID token: ${name} answered ${answer.status}`, {
      status: answer.status,
      request: name,
      fix: 'Run the job again later',
    });
  }
  if (answer.status !== 200) {
    const { readProblem } = await import('./problem.ts');
    const words = readProblem(answer.text.replaceAll(requestToken, '***'));
    throw new ResponseError(
      'unauthorized',
      `GitHub gave the job no ID token: ${name} answered ${answer.status}${words === undefined ? '' : `: ${words}`}`,
      {
        status: answer.status,
        request: name,
        fix: `Give the job the permission, next to those that it has:\npermissions:\n  ${grant}`,
      },
    );
  }
  const token = valueOf(answer.text);
  if (token !== undefined) return token;
  throw new ContractError('wrong-shape', `${name} answered without an ID token`, {
    path: '$.value',
    expected: 'an ID token',
    fix: 'Check that ACTIONS_ID_TOKEN_REQUEST_URL is what the runner set',
  });
}

function valueOf(text: string): string | undefined {
  const value = stringAt(parseJson(text), 'value');
  // Three parts in base64url: a JSON Web Token.
  return value !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? value : undefined;
}

export interface JobAccessOptions extends WayToService {
  readonly identity: JobIdentity;
  /** Gets each token before anything else does. */
  readonly hide: (secret: string) => void;
}

interface Held {
  readonly token: string;
  /** By the clock of the deadlines. */
  readonly renewAt: number;
}

/** Longest time before its end that access is given up: requests that are under way then still have time. */
const longestMargin = 60_000;

/** Asked for when it is needed, and again before it ends. */
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

/** Again with a new ID token where no answer came: each is taken once. */
async function exchangeForAccess(options: JobAccessOptions, limits: CallLimits): Promise<Held> {
  const { baseUrl, connections, hide, identity, retry: policy, userAgent } = options;
  const { deadline } = limits;
  const url = new URL(baseUrl);
  url.pathname += pathWith(paths.exchangeIdToken, [['org', identity.org]]);
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
  if (answer.status !== 201) throw await refusal(answer, name, attempts);
  const { access_token: token, expires_in: lasts } = await expect(isJobAccess, 'JobAccess', readJson(answer, name), name);
  hide(token);
  const lifetime = lasts * 1000;
  return { token, renewAt: since + lifetime - Math.min(longestMargin, lifetime / 5) };
}

/** Its message says which claim no rule accepts. */
async function refusal(answer: HttpAnswer, name: string, attempts: number): Promise<ResponseError> {
  const { responseError } = await import('./problem.ts');
  const error = responseError(answer, name, attempts);
  const fix = fixOf(error.status);
  if (fix === undefined) return error;
  const { code, message, request, serverMessage, status } = error;
  return new ResponseError(code, message, { status, request, serverMessage, attempts, fix });
}

function fixOf(status: number): string | undefined {
  switch (status) {
    case 401:
      return `Check oidc-audience and the clock of the service: it does not believe the ID token of the job. ${docsPage('oidc.md')}`;
    case 403:
      return `Let those who run the service add a rule for this job (\`compliance-evidence oidc-rule add\`), look at oidc-audience, or give api-token. ${docsPage('oidc.md')}`;
    case 404:
    case 405:
      return 'Check base-url: this service takes no ID tokens, such as an older one. Give it api-token';
    default:
      return undefined;
  }
}
