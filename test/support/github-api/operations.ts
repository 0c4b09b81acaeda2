import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { valueAt } from '../../../src/text/index.ts';

/** An operation of GitHub's API, as the description that GitHub publishes has it. */
export interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly example: unknown;
  readonly isRequest: ValidateFunction | undefined;
  readonly isAnswer: ValidateFunction;
}

export function readOperations(): readonly Operation[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const file: unknown = JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8'));
  const list = valueAt(file, 'operations');
  if (!Array.isArray(list)) throw new TypeError('operations.json has no operations');
  return list.map((operation: unknown) => {
    const request = valueAt(operation, 'request');
    return {
      method: String(valueAt(operation, 'method')),
      pattern: new RegExp(`^${String(valueAt(operation, 'path')).replace(/\{\w+\}/g, '[^/]+')}$`),
      status: Number(valueAt(operation, 'status')),
      example: valueAt(operation, 'example'),
      isRequest: request === null ? undefined : ajv.compile(object(request)),
      isAnswer: ajv.compile(object(valueAt(operation, 'answer'))),
    };
  });
}

/** The example of a listing holds the example of one. */
export function firstOf(example: unknown): object {
  return object(Array.isArray(example) ? example[0] : example);
}

export function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
