import { Compile } from 'typebox/schema';
import { operations, type Operation } from '../../src/contract/index.ts';
import { replyOf, successOf } from '../../src/service/http/operation-facts.ts';

/** Operations with a constant at a place come before those with a parameter there. */
const byPath = Object.entries<Operation>(operations)
  .map(([name, operation]) => ({
    name,
    operation,
    pattern: new RegExp(`^${operation.path.replace(/:\w+/g, '[^/]+')}$`),
    parameters: operation.path.split(':').length,
  }))
  .toSorted((one, other) => one.parameters - other.parameters);

/**
 * Throws where a success of our service is not what its operation gives: a field of another type, one that is missing, or one
 * that the interface's description does not name.
 */
export function holdToDescription(method: string, address: string, status: number, body: unknown): void {
  const path = new URL(address).pathname.replace(/^\/api\/v2/, '');
  const found = byPath.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
  if (found === undefined || !successOf(found.operation).includes(status) || found.operation.isFile === true) return;
  const given = checkOf(found.operation);
  if (given.Check(body)) return;
  const [, faults] = given.Errors(body);
  const said = faults.map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`);
  throw new Error(`${method} ${path} answered what ${found.name} does not give:\n${said.slice(0, 10).join('\n')}`);
}

const checks = new Map<Operation, ReturnType<typeof Compile>>();

function checkOf(operation: Operation): ReturnType<typeof Compile> {
  const check = checks.get(operation) ?? Compile(closed(JSON.parse(JSON.stringify(replyOf(operation)))));
  checks.set(operation, check);
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
