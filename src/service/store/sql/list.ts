import type { Sql, Value } from './sql.ts';

/** How many places a list has in a statement. */
const lengths = [1, 10, 100, 1000];

/** The most values that a list in one statement holds. */
export const mostListed = 1000;

/**
 * A list for `in`. It is filled up with its last value, so that a few statements serve every length and each is prepared only
 * once. Takes 1 to `mostListed` values.
 */
export function listed(values: readonly Value[]): Sql {
  const [length, last] = [lengths.find((each) => each >= values.length), values.at(-1)];
  if (length === undefined || last === undefined) throw new RangeError(`A list of ${values.length} values is not for one statement.`);
  return {
    texts: ['(', ...Array<string>(length - 1).fill(', '), ')'],
    values: [...values, ...Array<Value>(length - values.length).fill(last)],
  };
}
