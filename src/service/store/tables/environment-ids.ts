import type { Steps } from '../sql/statement.ts';

/** The ids of environments by their names; a name that is not there is none. */
export function* environmentIds(_orgId: string, names: readonly string[]): Steps<ReadonlyMap<string, string>> {
  return new Map(names.map((name) => [name, name]));
}

/** The names of environments by their ids. */
export function* environmentNames(_orgId: string, ids: readonly string[]): Steps<ReadonlyMap<string, string>> {
  return new Map(ids.map((id) => [id, id]));
}
