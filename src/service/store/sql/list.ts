import { same, type Sql, type Value } from './sql.ts';

/** The possible numbers of places in a list, and the texts around the places. */
const lengths = [1, 10, 100, 1000].map((length) => ({ length, texts: same(['(', ...Array<string>(length - 1).fill(', '), ')']) }));

/** The most values that a list in one statement holds. */
export const mostListed = 1000;

/**
 * A list for `in`. It is filled up with its last value, so that a few statements serve every length and each is prepared only
 * once. Takes 1 to `mostListed` values.
 */
export function listed(values: readonly Value[]): Sql {
  const [fit, last] = [lengths.find(({ length }) => length >= values.length), values.at(-1)];
  if (fit === undefined || last === undefined) throw new RangeError(`A list of ${values.length} values is not for one statement.`);
  return {
    texts: fit.texts,
    values: [...values, ...Array<Value>(fit.length - values.length).fill(last)],
  };
}
