import { ResponseError, type ResponseCode, type ResponseErrorOptions } from '../errors/index.ts';
import { oneLine, parseJson, stringAt, valueAt } from '../text/index.ts';
import type { HttpAnswer } from './exchange.ts';

/** Removing tags from a hostile page takes time in the square of its length. */
const longestPage = 16_384;

/** The message in an error body of any shape: `{message, errors}`, `{detail}`, a string, HTML or nothing. Never throws. */
export function readProblem(text: string): string | undefined {
  try {
    return sayingOf(text);
  } catch (error) {
    // A body nested more deeply than the stack allows says nothing to people.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sayingOf(text: string): string | undefined {
  const body = parseJson(text);
  if (body === undefined) {
    const plain = oneLine(
      text
        .slice(0, longestPage)
        .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' '),
      300,
    );
    return plain === '' ? undefined : plain;
  }
  if (typeof body === 'string') return oneLine(body);
  if (typeof body !== 'object' || body === null) return undefined;
  const message = stringAt(body, 'message');
  const errors = valueAt(body, 'errors');
  const details = Object.entries(typeof errors === 'object' && errors !== null ? errors : {})
    .slice(0, 20)
    .map(([field, problem]) => `${field}: ${typeof problem === 'string' ? withoutStop(problem) : JSON.stringify(problem)}`);
  if (message === undefined && details.length === 0) return oneLine(JSON.stringify(body), 300);
  const fields = details.join('; ');
  if (message === undefined || message === '' || fields === '') return oneLine(message || fields, 1000);
  return oneLine(`${withoutStop(message)}: ${fields}`, 1000);
}

/** Other words follow a sentence: then it does not end there. */
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

export function responseError(answer: HttpAnswer, request: string, attempts: number): ResponseError {
  const serverMessage = readProblem(answer.text);
  const { code, fix } = meaningOf(answer.status, request, serverMessage);
  const words = serverMessage === undefined ? '' : `: ${serverMessage}`;
  const tries = attempts > 1 ? `, after ${attempts} attempts` : '';
  return new ResponseError(code, `${request} answered ${answer.status}${tries}${words}`, {
    status: answer.status,
    request,
    serverMessage,
    attempts,
    ...readJson(answer.text),
    fix,
  });
}

function readJson(text: string): Pick<ResponseErrorOptions, 'isJson' | 'fields'> {
  const body = parseJson(text);
  return body === undefined ? { isJson: false } : { isJson: true, fields: valueAt(body, 'errors') };
}

const kinds = 'flow|trail|environment|policy|artifact|approval|snapshot|type|notification|token|rule|attestation';

/** By what the service says that there is none of; else by what was asked for, and then the address may be wrong, too. */
function adviceOnMissing(request: string, said: string): string {
  const [, named] = new RegExp(`(?:\\bno (?:custom attestation )?|^)(${kinds})\\b`, 'i').exec(said) ?? [];
  const [, kind] = named === undefined ? (new RegExp(`/api/v2/(${kinds})s/`).exec(request) ?? []) : ['', named.toLowerCase()];
  const list = kind === 'attestation' ? 'attestation find' : kind === 'rule' ? 'oidc-rule list' : `${kind} list`;
  const address = named === undefined ? ['Check org and base-url, the address of the service with or without /api/v2'] : [];
  return [...address, ...(kind === undefined ? [] : [`\`compliance-evidence ${list}\` shows what there is`])].join('. ');
}

function meaningOf(status: number, request: string, said = ''): { code: ResponseCode; fix: string } {
  switch (status) {
    case 400:
    case 422:
      return { code: 'invalid-request', fix: 'Fix the input that the service names' };
    case 401:
      return {
        code: 'unauthorized',
        // A service that says that the token ended knows it.
        fix: /\b(?:ended|expired)\b/i.test(said)
          ? 'Give another token as api-token: this one is at its end'
          : 'Check api-token: it is missing, mistyped, expired or of another service',
      };
    case 403:
      return {
        code: 'forbidden',
        fix: 'Check org, and what the token may do there: its role, and the flows that it is for',
      };
    case 404:
      return { code: 'not-found', fix: adviceOnMissing(request, said) };
    case 408:
    case 500:
    case 502:
    case 503:
    case 504:
      return { code: 'unavailable', fix: 'The service has a fault or is overloaded: run the job again later' };
    case 409:
      return { code: 'conflict', fix: 'Another request changed the same thing at the same time: run the job again' };
    case 413:
      return { code: 'too-large', fix: 'Send fewer or smaller attachments: 10 MiB is the limit' };
    case 429:
      return { code: 'rate-limited', fix: 'The service asks for fewer requests: run the job again later, or ask for a higher limit' };
    default:
      return {
        code: status >= 500 ? 'unavailable' : 'unexpected-status',
        fix: 'Check base-url: the service does not speak this interface there, or something else answers in its place',
      };
  }
}
