import { Type, type TSchema } from 'typebox';
import { Done, operations, operationsByResource, type Operation, type OperationName } from '../../contract/index.ts';
import { propertiesOf } from './properties.ts';
import type { Route } from './route.ts';

// The facts about an operation that the descriptions of the interface share, for machines and for people.

/** The name of an operation in the contract, if it is there. */
export function nameOf({ method, path }: Operation): OperationName | undefined {
  return operationNames.find((name) => operations[name].method === method && operations[name].path === path);
}

const operationNames = Object.keys(operations).filter((name): name is OperationName => name in operations);

/** For example `List flows` for `listFlows`. */
export function titleOf(name: OperationName): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The resource that an operation belongs to. */
export function resourceOf(name: OperationName): string {
  return Object.entries(operationsByResource).find(([, table]) => name in table)?.[0] ?? '';
}

/** The statuses of an answer that is not a refusal. */
export function successOf({ success = [200] }: Operation): readonly number[] {
  return success;
}

/** The schema of a successful answer. */
export function replyOf({ method, reply }: Operation): TSchema {
  return reply ?? (method === 'GET' ? Type.Unknown() : Done);
}

/** The statuses of the refusals that an operation can answer. */
export function refusalsOf(
  { conflicts = false, data, keyed = false, params, query, refers = false }: Operation,
  scope: Route['scope'],
): readonly number[] {
  const names = propertiesOf(params).some(([name]) => name !== 'org');
  const filters = query !== undefined && propertiesOf(query).some(([name]) => /^flow(?:_name)?$/.test(name));
  return [
    400,
    401,
    ...(scope === 'user' ? [] : [403]),
    ...(names || filters || refers ? [404] : []),
    ...(keyed || conflicts ? [409] : []),
    ...(data === undefined ? [] : [413]),
    ...(keyed ? [422] : []),
    429,
    500,
    503,
  ];
}
