import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { valueAt } from '../../../src/text/index.ts';

/** An operation of GitHub's API, as the description that GitHub publishes has it. */
export interface Operation {
  readonly method: string;
  /** `/repos/{owner}/{repo}/activity` */
  readonly path: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly example: unknown;
  /** Checks the parameters of the query. Numbers are read from their text. */
  readonly isQuery: Check;
  readonly isRequest: Check | undefined;
  readonly isAnswer: Check;
}

/** Compiled when it is called for the first time: a test needs few of them. */
export type Check = () => ValidateFunction;

export function readOperations(): readonly Operation[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const texts = new Ajv({ strict: false, coerceTypes: true });
  formats.default(texts);
  const file: unknown = JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8'));
  const list = valueAt(file, 'operations');
  if (!Array.isArray(list)) throw new TypeError('operations.json has no operations');
  return list.map((operation: unknown) => {
    const at = (key: string): unknown => valueAt(operation, key);
    const request = at('request');
    return {
      method: String(at('method')),
      path: String(at('path')),
      pattern: new RegExp(`^${String(at('path')).replace(/\{\w+\}/g, '[^/]+')}$`),
      status: Number(at('status')),
      example: at('example'),
      isQuery: once(() => texts.compile({ type: 'object', properties: object(at('query')), additionalProperties: false })),
      isRequest: request === null ? undefined : once(() => ajv.compile(object(request))),
      isAnswer: once(() => ajv.compile(object(at('answer')))),
    };
  });
}

function once(compile: Check): Check {
  let compiled: ValidateFunction | undefined;
  return () => (compiled ??= compile());
}

/** The example of a listing holds the example of one. */
export function firstOf(example: unknown): object {
  return object(Array.isArray(example) ? example[0] : example);
}

export function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
