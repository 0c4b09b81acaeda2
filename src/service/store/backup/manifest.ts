import { parseExact } from '../../../text/index.ts';
import { isNumber, isText, listOf, shape, type Is } from '../sql/shape.ts';
import { BrokenBackup } from './entry.ts';

/** An organization as the backup has it. */
export interface BackedUp {
  readonly id: string;
  readonly name: string;
  readonly records: number;
  /** The hash that its log ends with. */
  readonly head: string;
}

/** The first entry of a backup. */
export interface Manifest {
  readonly format: typeof format;
  /** The version of this form. A reader of an earlier one refuses it. */
  readonly version: number;
  /** The version of the tables that it was made of. */
  readonly data_version: number;
  /** Unix seconds. */
  readonly made_at: number;
  readonly organizations: readonly BackedUp[];
}

export const manifestName = 'backup.json';
export const format = 'compliance-evidence backup';
export const version = 1;

/** A time that a calendar has. */
const isTime = (value: unknown): value is number => isNumber(value) && !Number.isNaN(new Date(value * 1000).getTime());

/** Each organization once. */
function isEach(value: unknown): value is readonly BackedUp[] {
  if (!areBackedUp(value)) return false;
  return [value.map(({ id }) => id), value.map(({ name }) => name)].every((all) => new Set(all).size === all.length);
}

const areBackedUp = listOf(shape<BackedUp>({ id: isText, name: isText, records: isNumber, head: isText }));

export const isManifest = shape<Manifest>({
  format: (value): value is typeof format => value === format,
  version: isNumber,
  data_version: isNumber,
  made_at: isTime,
  organizations: isEach,
});

/** JSON of a backup, after a check of its form. */
export function jsonIn<Value>(text: string, is: Is<Value>, name: string): Value {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw new BrokenBackup(`${name} holds no JSON.`, { cause });
  }
  if (is(value)) return value;
  throw new BrokenBackup(`${name} does not hold what a backup has there.`);
}
