import { paths } from '../contract/paths.gen.ts';
import { pathWith, type PathName } from '../contract/paths.ts';
import type { Method, ParamsOf } from '../contract/index.ts';
import { formBody, jsonBody, type Attachment, type RequestBody } from './body.ts';
import { requestName, type HttpAnswer } from './exchange.ts';
import { readJson } from './reply.ts';
import type { Call } from './transport.ts';
import { given } from '../text/index.ts';

/** A list repeats its name for each value. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

interface RequestParts {
  readonly query?: Query | undefined;
  /** Sent as the table of operations says: as the JSON of a form, or as the body itself. */
  readonly data?: unknown;
  /** Sent as the part that the table names. */
  readonly file?: Attachment | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isFile?: boolean;
}

export interface OperationAnswer {
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  /** `GET https://host/path` */
  readonly request: string;
  /** Throws a `ContractError` where it is not JSON. */
  reply(): unknown;
  readonly content: Buffer | undefined;
}

/** The answer may have any shape: each function of this room reads it in its own. */
export function callOperation<Name extends PathName>(
  call: Call,
  operation: Name,
  params: ParamsOf<Name>,
  parts: RequestParts = {},
): Promise<OperationAnswer> {
  return askOperation(call, paths[operation], Object.entries(params), parts);
}

/** The facts of an operation that a client needs. */
interface Path {
  readonly method: Method;
  readonly path: string;
  readonly body?: 'json';
  readonly json?: string;
  readonly file?: string;
}

/** Also one that is in no table of the action; its parameters must have been checked before. */
export async function askOperation(
  { transport, ...limits }: Call,
  operation: Path,
  params: Iterable<readonly [name: string, value: string]>,
  parts: RequestParts,
): Promise<OperationAnswer> {
  const { method } = operation;
  const to = { path: pathWith(operation, params), query: searchOf(parts.query ?? {}) };
  const body = bodyOf(operation, parts);
  const { headers = {}, isFile = false } = parts;
  const answer: HttpAnswer = await transport.exchange({ ...to, method, headers, isFile, ...given({ body }) }, limits);
  const request = requestName({ method, url: transport.urlOf(to) });
  const { content, headers: answered, status } = answer;
  return { status, headers: answered, request, reply: () => readJson(answer, request), content };
}

/** In the given order, without `undefined` values. */
export function searchOf(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : value === undefined ? [] : [value]) search.append(name, String(one));
  }
  return search;
}

function bodyOf({ body, file: part, json }: Path, { data, file: attachment }: RequestParts): RequestBody | undefined {
  if (part !== undefined) return formBody(data, attachment && { part, attachment }, json);
  return body === undefined ? undefined : jsonBody(data);
}
