import { put, same, sql, verbatim, type Sql, type Value } from './sql.ts';

/**
 * A `where` with all given conditions: a column has a value, or one of a list; more conditions come as SQL. An `undefined` value
 * is no condition, so that each filter of a search is one line.
 */
export function where(columns: Readonly<Record<string, Value | Sql | undefined>>, ...more: readonly (Sql | undefined)[]): Sql {
  const parts: (Value | Sql)[] = [];
  const texts: string[] = [];
  const add = (before: string, part: Value | Sql) => {
    texts.push((parts.length === 0 ? 'where ' : ' and ') + before);
    parts.push(part);
  };
  for (const [column, value] of Object.entries(columns)) if (value !== undefined) add(`${column} = `, value);
  for (const part of more) if (part !== undefined) add('', part);
  return put(same([...texts, '']), parts);
}

/** A condition on a value that may be absent. */
export function when<Given>(value: Given | undefined, condition: (value: Given) => Sql): Sql | undefined {
  return value === undefined ? undefined : condition(value);
}

/**
 * The condition that a column of ASCII text begins with a prefix, as a range that an index finds. `like` would take `_` and `%`
 * for any character, and could not use an index for a parameter. The text is not empty.
 */
export function beginsWith(column: string, prefix: string): Sql {
  const last = prefix.length - 1;
  const behind = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
  return sql`${verbatim(column)} >= ${prefix} and ${verbatim(column)} < ${behind}`;
}
