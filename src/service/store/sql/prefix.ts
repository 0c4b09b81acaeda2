import type { Value } from './statement.ts';

/**
 * The condition that a column of ASCII text begins so, as a range of the column, which an index finds. `like` would take
 * `_` and `%` for any character, and no index for a text that comes later. The text is not empty; `place` keeps a value
 * for the statement and answers where it stands.
 */
export function beginsWith(column: string, prefix: string, place: (value: Value) => string): string {
  const last = prefix.length - 1;
  const behind = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
  return `${column} >= ${place(prefix)} and ${column} < ${place(behind)}`;
}
