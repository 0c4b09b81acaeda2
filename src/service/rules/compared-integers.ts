import type { SchemaValidateFunction } from 'ajv';
import { subschemas, type Subschema } from './subschemas.ts';
import type { UnsafeInteger } from './unsafe-integers.ts';

/** A schema compares an integer that no double can hold, so that its answer would be about another number. */
export class Compared extends Error {
  override readonly name = 'Compared';
  readonly integer: UnsafeInteger;
  constructor(integer: UnsafeInteger) {
    super(`${integer.source} is compared`);
    this.integer = integer;
  }
}

/** The keyword of ours that stands next to those that compare numbers. */
export const comparing = 'x-compares-numbers';

const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** Marks each part of a schema that compares numbers. */
export function markComparing(schema: unknown): void {
  const found = [...subschemas(schema)].filter((each) => ofNumbers.some((keyword) => keyword in each) || comparesWholes(each));
  for (const each of found) each[comparing] = true;
}

/** Whether it compares values that numbers may be within. */
function comparesWholes({ const: only, enum: some, uniqueItems }: Subschema): boolean {
  return (
    uniqueItems === true || /(?<=^|[[:,])-?\d/.test(JSON.stringify([only ?? null, some ?? null]).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
  );
}

/** Throws `Compared` where one of these integers comes to a marked part. */
export function refuseComparing(unsafe: readonly UnsafeInteger[]): SchemaValidateFunction {
  return (_marked, _data, parent, at) => {
    const place = at?.instancePath ?? '';
    const within = parent !== undefined && comparesWholes(parent) ? `${place}/` : undefined;
    const found = unsafe.find(({ pointer }) => pointer === place || (within !== undefined && pointer.startsWith(within)));
    if (found !== undefined) throw new Compared(found);
    return true;
  };
}
