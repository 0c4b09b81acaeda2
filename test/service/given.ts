import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { Problem } from '../../src/contract/index.ts';
import { nameOf, refusalsOf, replyOf, successOf } from '../../src/service/http/openapi.ts';
import { routes } from '../../src/service/resources/routes.ts';

/** Operations with a constant at a place come before those with a parameter there. */
const byPath = routes
  .map(({ operation, scope }) => ({
    operation,
    name: nameOf(operation) ?? '',
    refusals: refusalsOf(operation, scope),
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
