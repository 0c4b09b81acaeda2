import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { Problem } from '../../src/contract/index.ts';
import { nameOf, refusalsOf, replyOf, successOf } from '../../src/service/http/openapi.ts';
import { routes } from '../../src/service/resources/routes.ts';

/** Operations with a constant at a place come before those with a parameter there. */
const byPath = routes
  .map(({ operation }) => ({
    operation,
    name: nameOf(operation) ?? '',
    refusals: refusalsOf(operation),
    pattern: new RegExp(`^${operation.path.replace(/:\w+/g, '[^/]+')}$`),
    parameters: operation.path.split(':').length,
  }))
  .toSorted((one, other) => one.parameters - other.parameters);

/** The operation that is asked for; nothing where the path is of none. */
export function askedFor(method: string, address: string) {
  const path = new URL(address).pathname.replace(/^\/api\/v2/, '');
  return byPath.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
}

/**
 * Throws where an answer of our service is not what its operation gives: a status that is not said, a field of another type, one
 * that is missing, or one that the interface's description does not name.
 */
export function holdToDescription(method: string, address: string, status: number, body: unknown): void {
  const found = askedFor(method, address);
  if (found === undefined) return;
  const { name, operation, refusals } = found;
  const isSuccess = successOf(operation).includes(status);
  if (isSuccess && operation.isFile === true) return;
  if (!isSuccess && !refusals.includes(status)) throw new Error(`${method} ${address} answered ${status}, which ${name} does not say.`);
  const given = checkOf(isSuccess ? replyOf(operation) : Problem);
  if (given.Check(body)) return;
  const [, faults] = given.Errors(body);
  const said = faults.map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`);
  throw new Error(`${method} ${address} answered ${status} with what ${name} does not give:\n${said.slice(0, 10).join('\n')}`);
}

const checks = new Map<TSchema, ReturnType<typeof Compile>>();

function checkOf(schema: TSchema): ReturnType<typeof Compile> {
  const check = checks.get(schema) ?? Compile(closed(JSON.parse(JSON.stringify(schema))));
  checks.set(schema, check);
  return check;
}

/** The same schema, whose objects hold no other fields than it names, but for those that say what others they hold. */
function closed(schema: object): object {
  const parts = Object.entries(schema).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.map(closedPart) : closedPart(value),
  ]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema) && typeof schema.properties === 'object';
  return { ...Object.fromEntries(parts), ...(isOpen ? { additionalProperties: false } : {}) };
}

function closedPart(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? closed(value) : value;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Upload {
  readonly field?: string;
  /** Name of the part with the JSON, where it is not `data_json`. */
  readonly json?: string;
  readonly name?: string;
  /** Absent where only the JSON is sent. */
  readonly content?: string | Uint8Array<ArrayBuffer>;
}

export interface Client {
  readonly get: (path: string) => Promise<Answer>;
  /** Sends JSON as the body. */
  readonly json: (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown) => Promise<Answer>;
  /** Sends a form; `data` is a value, or the text of `data_json` itself. */
  readonly form: (
    method: 'POST' | 'PUT',
    path: string,
    data: unknown,
    upload?: Upload,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
}

export const token = 'a-token-for-tests-only';
export const sha = 'a'.repeat(40);
export const green = { name: 'suite', failures: 0, errors: 0, skipped: 0, total: 3, duration: 0.5 };
export const red = { ...green, failures: 1 };

/** A client of the service at a URL, with headers that every request carries. */
export function client(url: string, always: Record<string, string>): Client {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path.startsWith('/api') || path === '/ready' ? path : `/api/v2${path}`}`, init);
    const text = await response.text();
    const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    const body: unknown = text === '' ? undefined : isText ? text : JSON.parse(text);
    if (!isText) holdToDescription(init.method ?? 'GET', response.url, response.status, body);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: (path) => send(path, { headers: always }),
    json: (method, path, body) =>
      send(path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { ...always, 'content-type': 'application/json; charset=utf-8' },
      }),
    form: (method, path, data, upload, headers = {}) => {
      const body = new FormData();
      if (data !== undefined) body.set(upload?.json ?? 'data_json', typeof data === 'string' ? data : JSON.stringify(data));
      if (upload?.content !== undefined)
        body.set(upload.field ?? 'attachment_file', new Blob([upload.content]), upload.name ?? 'results.xml');
      return send(path, { method, body, headers: { ...always, ...headers } });
    },
  };
}

/** Posts a test-results attestation to `/acme/<flow>/<trail>`. */
export function attest(
  to: Client,
  where: string,
  more: Readonly<Record<string, unknown>> = {},
  upload?: Upload,
  headers?: Record<string, string>,
): Promise<Answer> {
  const [flow, trail] = where.split('/');
  return to.form(
    'POST',
    `/attestations/acme/${flow}/trail/${trail}/junit`,
    { attestation_name: 'unit', junit_results: [green], ...more },
    upload,
    headers,
  );
}

/** Creates or updates a flow with a template. */
export function putFlow(to: Client, name: string, template: string): Promise<Answer> {
  return to.form('PUT', '/flows/acme/template_file', { name }, { field: 'template_file', name: 'template.yml', content: template });
}

/** Creates a policy, or adds a version to one. */
export function putPolicy(
  to: Client,
  name: string,
  yaml: string | undefined,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const file = yaml === undefined ? {} : { field: 'policy_file', name: 'policy.yml', content: yaml };
  return to.form('PUT', '/policies/acme', { name, ...more }, { json: 'payload', ...file });
}

/** A field of an answer's body, on a path such as `data.0.name`. */
export function field(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.'))
    at = typeof at === 'object' && at !== null ? new Map<string, unknown>(Object.entries(at)).get(part) : undefined;
  return at;
}
