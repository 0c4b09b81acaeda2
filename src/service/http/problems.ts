import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/index.ts';
import { isFull } from '../../errors/index.ts';
import { given, neutralize } from '../../text/index.ts';
import { Refusal, type RefusalCode } from '../evidence/refusal.ts';
import { Archived, Damage, FilesUnreachable, Unreachable } from '../faults.ts';
import { routeOf, type Log } from '../operation/log.ts';

/** The stack of an error, mapped to our sources by maps next to the bundle. Node would read all at every start: 40 ms, 15 MB. */
export function stackOf({ message, stack = message }: Error): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(/(file:\S+?\.js):(\d+):(\d+)/g, (place, bundle: string, line: string, column: string) => {
    if (!maps.has(bundle)) maps.set(bundle, mapOf(bundle));
    const origin = maps.get(bundle)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${origin.fileName.replace(/^(?:\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(bundle: string): SourceMap | undefined {
  const file = `${fileURLToPath(bundle)}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** The one place where a refusal becomes a status. */
const statuses: Readonly<Record<RefusalCode, number>> = {
  'invalid-request': 400,
  'wrong-media-type': 400,
  unauthorized: 401,
  ended: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'key-reused': 422,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
};

export interface ProblemForm {
  /** How the caller can authenticate. */
  readonly challenge: string;
  readonly type: string;
  readonly write: (refusal: Refusal, status: number, request: FastifyRequest) => string;
}

/** For programs. */
const inJson: ProblemForm = {
  challenge: 'Bearer',
  type: 'application/json; charset=utf-8',
  write: (refusal) => JSON.stringify(problemOf(refusal)),
};

/** Answers every error: with the cause, with the fix if the caller can do it, and never with details of our own code. */
export function problemHandler(
  log: Log,
  form: ProblemForm = inJson,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const { id } = request;
    const refusal = refusalOf(error, id);
    const about = `${request.method} ${routeOf(request)} failed`;
    const why = causeOf(error, refusal);
    if (why !== undefined) log(neutralize(`${about}: ${why}`), { level: 'error', request_id: id });
    const status = statuses[refusal.code];
    if (status === 401) reply.header('www-authenticate', form.challenge);
    const wait = refusal.retryAfter ?? (status === 409 || status === 503 ? 1 : undefined);
    if (wait !== undefined) reply.header('retry-after', String(wait));
    // The rest of the body is read and dropped: a client whose connection is cut while it sends never sees the answer.
    request.raw.unpipe();
    request.raw.resume();
    void reply
      .code(status)
      .type(form.type)
      .send(form.write(refusal, status, request));
  };
}

function problemOf({ message, fix, errors }: Refusal): Problem {
  return { message: fix === undefined ? message : `${message} ${fix}`, ...given({ errors: errors && { ...errors } }) };
}

/** Errors of the framework in our words. */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  const { code, message, statusCode = 500 }: Partial<FastifyError> & Error = error instanceof Error ? error : new Error(String(error));
  const as = (refused: RefusalCode, why: string, fix?: string) => new Refusal(refused, why, { cause: error, ...given({ fix }) });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return as('wrong-media-type', 'The content type of the body is not one that this operation takes.');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return as('invalid-request', 'The path of the request is malformed.', 'Percent-encode each name in it as UTF-8.');
  if (statusCode === 413) return as('too-large', 'The body is larger than this operation takes.');
  if (statusCode === 429) {
    const fix = 'Ask again in a minute; programs find the exact time in Retry-After.';
    return as('rate-limited', 'This token has asked more often than the service lets it.', fix);
  }
  if (statusCode === 503) return as('unavailable', 'The service has more to do than it can.', 'Ask again in a moment.');
  if (malformed.test(message) || (statusCode >= 400 && statusCode < 500))
    return as('invalid-request', 'The request ended early or is malformed.', 'Check how its body is put together.');
  if (error instanceof Archived) return as('forbidden', message, 'Those who run the service restore it: organization restore.');
  if (isFull(error)) {
    const fix = 'Tell those who run the service, and ask again when there is room.';
    return as('unavailable', 'The disk of this service is full.', fix);
  }
  if (error instanceof Unreachable) {
    const fix = 'Ask again in a moment, with the same Idempotency-Key if there was one; if it stays so, tell those who run the service.';
    return as('unavailable', `The service cannot reach its ${called(error)}.`, fix);
  }
  if (error instanceof Damage) {
    const fix = `Tell those who run the service: its log says more about the request ${requestId}.`;
    return as('internal', 'The service failed to do this, because its database is damaged.', fix);
  }
  return as('internal', 'The service failed to do this.', `Ask again; if it stays so, its log says more about the request ${requestId}.`);
}

/** The lines of the log about an error. Each request meets a full disk, and what cannot be reached, while it lasts, and where does not matter. */
function causeOf(error: FastifyError, { code }: Refusal): string | undefined {
  if (isFull(error)) return `the disk is full: ${error.message}`;
  if (error instanceof Unreachable) return `its ${called(error)} cannot be reached: ${error.message}`;
  return code === 'internal' ? stackOf(error) : undefined;
}

function called(error: Unreachable): string {
  return error instanceof FilesUnreachable ? 'store of attached files' : 'database';
}

/** The messages of the multipart parser for a broken or cut-off form. They come without a code. */
const malformed = /multipart|terminated early|premature close|malformed part header|aborted|^the needle cannot/i;
