import { parseExact } from '../../../text/index.ts';
import { aNumber, aText, listOf, oneOf, passes, shape, onlyIf, type Check, type Checked } from '../../../text/check.ts';
import { BrokenBackup } from './entry.ts';

export const manifestName = 'backup.json';
export const format = 'compliance-evidence backup';
export const version = 1;

/** A time that a calendar has. */
const aTime = onlyIf(aNumber, (value) => !Number.isNaN(new Date(value * 1000).getTime()), ' is no time');

/** An organization as the backup has it. */
const backedUp = shape({
  id: aText,
  name: aText,
  records: aNumber,
  /** The hash that its log ends with. */
  head: aText,
});
export type BackedUp = Checked<typeof backedUp>;

/** The first entry of a backup. */
export const aManifest = shape({
  format: oneOf(format),
  /** The version of this form. A reader of an earlier one refuses it. */
  version: aNumber,
  /** The version of the tables that it was made of. */
  data_version: aNumber,
  /** Unix seconds. */
  made_at: aTime,
  organizations: onlyIf(listOf(backedUp), hasEachOnce, ' has one twice'),
});
export type Manifest = Checked<typeof aManifest>;

function hasEachOnce(all: readonly BackedUp[]): boolean {
  return [all.map(({ id }) => id), all.map(({ name }) => name)].every((values) => new Set(values).size === values.length);
}

/** JSON of a backup, after a check of its form. */
export function jsonIn<Value>(text: string, check: Check<Value>, name: string): Value {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw new BrokenBackup(`${name} holds no JSON.`, { cause });
  }
  if (passes(check, value)) return value;
  throw new BrokenBackup(`${name} does not hold what a backup has there.`);
}
