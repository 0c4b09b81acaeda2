import { ResponseError, type ResponseCode } from '../errors/index.ts';
import { countAt, given, oneLine, stringAt, valueAt } from '../text/index.ts';

/** The request, as far as a refusal is about it. */
export interface Asked {
  /** The purpose, in messages: `tell about the commit`. */
  readonly purpose: string;
  /** The line of YAML that grants what it needs: `contents: read`. */
  readonly permission: string;
  /** The meaning of a 422 here, where the general advice does not fit. */
  readonly unprocessable?: string;
}

/** The message of the answer, next to its status. Foreign text. */
interface Said {
  readonly status: number;
  readonly message: string;
  readonly headers: unknown;
}

/**
 * GitHub's no, with the cause and the fix; `undefined` where there was no answer. Its client's error carries a `response` only
 * where there was one: a broken connection is a status of 500 to it. Its class is not exported.
 */
export function refusalOf(cause: unknown, request: string, asked: Asked, apiUrl: string): ResponseError | undefined {
  if (!(cause instanceof Error) || !('response' in cause) || cause.response === undefined) return undefined;
  // When GraphQL reports the limit with a status of 200, the client makes an error without one.
  const status = countAt(cause, 'status') ?? (/rate limit/i.test(cause.message) ? 429 : undefined);
  if (status === undefined) return undefined;
  return refusal(
    { status, message: oneLine(cause.message, 300), headers: valueAt(cause.response, 'headers') },
    request,
    asked,
    apiUrl,
    cause,
  );
}

/** The same of what is known of an answer. */
export function refusal(said: Said, request: string, asked: Asked, apiUrl: string, cause: unknown): ResponseError {
  const { message, status } = said;
  const [code, fix] = meaningOf(said, asked, apiUrl);
  return new ResponseError(code, `GitHub refused to ${asked.purpose} (${status}): ${request}: ${message}`, {
    status,
    request,
    serverMessage: message,
    cause,
    fix,
  });
}

/** Seconds until GitHub takes requests again, else a minute. The end of the hour is no answer to too many requests at once. */
export function secondsToWait({ cause, serverMessage }: ResponseError): number {
  const headers = valueAt(cause, 'response', 'headers');
  const wait = Number(stringAt(headers, 'retry-after'));
  if (wait > 0 && wait <= 86_400) return wait;
  if (isSecondary(serverMessage ?? '') && stringAt(headers, 'x-ratelimit-remaining') !== '0') return 60;
  const reset = Number(stringAt(headers, 'x-ratelimit-reset'));
  return reset > 0 && reset < 1e11 ? Math.max(1, Math.ceil(reset - Date.now() / 1000) + 1) : 60;
}

/** The advice for a fault of GitHub itself. Its status page is about github.com alone. */
export function outage(apiUrl: string): string {
  const isCloud = URL.parse(apiUrl)?.hostname === 'api.github.com';
  return `Run the job again; ${isCloud ? 'githubstatus.com shows outages' : 'those who run this GitHub server know of outages'}.`;
}

function meaningOf(said: Said, asked: Asked, apiUrl: string): readonly [ResponseCode, string] {
  const { headers, message, status } = said;
  if (isLimit(said)) return ['rate-limited', limitFix(said)];
  switch (status) {
    case 401:
      return ['unauthorized', 'The token is not valid here, or no longer: pass `github-token: ${{ github.token }}`.'];
    case 403:
      if (stringAt(headers, 'x-github-sso') !== undefined)
        return [
          'forbidden',
          'The organization asks for single sign-on: authorize the token for it, or pass `github-token: ${{ github.token }}`.',
        ];
      return ['forbidden', permit(message, asked)];
    case 404:
      // GitHub answers 404 rather than 403 for what a token may not see.
      return ['not-found', permit(message, asked)];
    case 422:
      return ['invalid-request', asked.unprocessable ?? 'GitHub does not take what was sent: look at what it says.'];
    default:
      return ['unexpected-status', outage(apiUrl)];
  }
}

function permit(message: string, { permission }: Asked): string {
  if (/personal access token/i.test(message))
    return `Give the personal access token the permission \`${permission}\` for this repository; or pass \`github-token: \${{ github.token }}\`, and to the job:\npermissions:\n  ${permission}`;
  return `Give the job the permission, next to those that it has, and pass \`github-token: \${{ github.token }}\`:\npermissions:\n  ${permission}\nThe run of a fork's pull request may only read, whatever it is given: there, report from a workflow that is on: workflow_run.`;
}

/** The limit of an hour shows in a header, the one on many requests at once in the message: both come with 403 or 429. */
function isLimit({ headers, message, status }: Said): boolean {
  if (status === 429) return true;
  return status === 403 && (/rate limit|abuse/i.test(message) || stringAt(headers, 'x-ratelimit-remaining') === '0');
}

function limitFix({ headers, message }: Said): string {
  const why = isSecondary(message) ? 'GitHub takes no more requests at once' : 'the token has used up its requests of this hour';
  return `Run the job again ${whenOf(headers, isSecondary(message))}: ${why}.`;
}

function isSecondary(message: string): boolean {
  return /secondary|abuse/i.test(message);
}

/** When GitHub says that it takes requests again, as people read it. */
function whenOf(headers: unknown, isAtOnce: boolean): string {
  const wait = Number(stringAt(headers, 'retry-after'));
  if (wait > 0 && wait <= 86_400) return `in ${Math.ceil(wait / 60)} min`;
  const reset = Number(stringAt(headers, 'x-ratelimit-reset'));
  if (isAtOnce || !(reset > 0 && reset < 1e11)) return isAtOnce ? 'in a few minutes' : 'later';
  return `after ${new Date(reset * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A refusal with the permission that it takes: a job has it by its workflow, and an App by its settings. */
export function needing(error: unknown, permission: string): unknown {
  if (!(error instanceof ResponseError) || (error.code !== 'forbidden' && error.code !== 'not-found')) return error;
  const { code, fix, message, request, serverMessage, status } = error;
  const line = `\npermissions:\n  ${permission}`;
  const own = /by integration/i.test(serverMessage ?? '')
    ? `Give the App that reads the permission \`${permission}\` in its settings; or to the job, next to those that it has, with \`github-token: \${{ github.token }}\`:${line}`
    : fix;
  const needed = `${message}. It takes \`${permission}\`, for the App or the job that reads`;
  return new ResponseError(code, needed, { status, request, cause: error, ...given({ fix: own, serverMessage }) });
}
