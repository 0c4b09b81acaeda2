import { UsageError } from '../errors/index.ts';

/**
 * Reads every field, and complains about all wrong ones at once: a user who corrects a step wants to know them all, instead of one after
 * each run. A single complaint stays as it is.
 */
export function allOrComplaints<Fields extends object>(fields: { readonly [Key in keyof Fields]: () => Fields[Key] }): Readonly<Fields> {
  const complaints: UsageError[] = [];
  const values: Partial<Fields> = {};
  for (const key in fields) {
    try {
      values[key] = fields[key]();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      complaints.push(...(error.parts.length > 0 ? error.parts : [error]));
    }
  }
  if (isWhole(values, complaints)) return values;
  throw joined(complaints);
}

/** A field whose reading takes time, to be read with the others: its error is thrown only there. */
export function later<Value>(reading: Promise<Value>): Promise<() => Value> {
  return reading.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}

function isWhole<Fields>(_values: Partial<Fields>, complaints: readonly UsageError[]): _values is Fields {
  return complaints.length === 0;
}

/** One error for all; an option that two settings read is complained about once. */
function joined(complaints: readonly UsageError[]): UsageError {
  const parts = complaints.filter(({ message }, index) => complaints.findIndex((other) => other.message === message) === index);
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return new UsageError('invalid-input', `${parts.length} are wrong: ${parts.map(({ message }) => message).join('; ')}`, {
    fix: parts.map(({ fix, message }) => (fix === undefined ? message : `${message}: ${fix}`)).join('\n'),
    parts,
  });
}
