import { ContractError, ResponseError, UsageError } from '../errors/index.ts';
import { isLoopback, stringAt } from '../text/index.ts';
import type { JobIdentity } from './access.ts';
import type { Connections } from './connections.ts';
import { requestName, type HttpRequest } from './exchange.ts';
import { readProblem } from './problem.ts';
import { exchangeFollowing } from './redirect.ts';
import { retry, type RetryPolicy } from './retry.ts';
import type { CallLimits } from './deadline.ts';

/** The permission that lets a job ask for ID tokens. */
const grant = 'id-token: write';

/** Asks GitHub for an ID token of the job, again where no answer came. Each is another one, and is taken once. */
export async function askForIdToken(
  { audience, requestToken, requestUrl }: JobIdentity,
  { connections, retry: policy, userAgent }: { readonly connections: Connections; readonly retry: RetryPolicy; readonly userAgent: string },
  { deadline, onNotice }: CallLimits,
): Promise<string> {
  const url = URL.parse(requestUrl);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw new UsageError('invalid-input', 'ACTIONS_ID_TOKEN_REQUEST_URL is not an address that begins with https://', {
      fix: 'The runner sets it: look whether a step before this one, or `env`, sets it too',
    });
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
    fix: 'Look whether ACTIONS_ID_TOKEN_REQUEST_URL is what the runner set',
  });
}

function valueOf(text: string): string | undefined {
  try {
    const value = stringAt(JSON.parse(text), 'value');
    // Three parts in base64url: a JSON Web Token.
    return value !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
