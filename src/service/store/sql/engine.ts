import type { Sql } from './sql.ts';
import type { Steps } from './statement.ts';

/** The database under the store. */
export interface Engine {
  /**
   * Runs the body in one read-write transaction and answers when that is durable. A body that throws leaves nothing behind. With
   * `org`, its first statement takes the lock of that organization: an engine may then run it next to those of others.
   */
  write<Result>(body: () => Steps<Result>, org?: string): Promise<Result>;
  /** The same for one of many writes of a kind: those of an organization that wait at the same time may share a body. */
  writeJoint<Item, Result extends object>(joint: Joint<Item, Result>): Promise<Result>;
  /** Runs the body on one snapshot of committed data. */
  read<Result>(body: () => Steps<Result>): Promise<Result>;
  /** The same for a body of one statement that takes no time: others may wait for it. */
  readQuickly<Result>(body: () => Steps<Result>): Promise<Result>;
  /** The same for a body of an organization that may take long: nothing else waits for it, but other such reads may. */
  readSlowly<Result>(body: () => Steps<Result>, org: string): Promise<Result>;
  /** Finishes the queued work, and closes the database. */
  close(): Promise<void>;
  readonly catalog: Catalog;
  /** Absent if the data was up to date, or is new. */
  readonly upgrade?: Upgrade | undefined;
}

/** The versions of data that was brought up to date when it was opened. */
export interface Upgrade {
  readonly from: number;
  readonly to: number;
}

/** The writes of an engine that takes none. */
export const readOnly: Pick<Engine, 'write' | 'writeJoint'> = {
  write: () => Promise.reject(new Error('A snapshot takes no writes.')),
  writeJoint: () => Promise.reject(new Error('A snapshot takes no writes.')),
};

/** One of many writes of a kind. */
export interface Joint<Item, Result extends object> {
  readonly org: string;
  /** The same for all that may share a body. */
  readonly kind: string;
  readonly item: Item;
  /** Writes all these items. An item without a result was not written: it gets a body of its own, which answers it. */
  all(items: readonly Item[]): Steps<readonly (Result | undefined)[]>;
}

/** The questions to an engine about its own tables: no two engines keep that knowledge in the same place. */
export interface Catalog {
  /** How many bytes the value of a column has, or nothing where it is empty. */
  size(column: string): Sql;
  /** The columns of a table, in their order. */
  columns(table: string): Steps<readonly string[]>;
  /** Everything that was made in the database, such as `table flows`, with the statement that makes it. */
  structure(): Steps<ReadonlyMap<string, string>>;
  /**
   * The problem of an index that differs from its table, if there is one: a query by this index would find another row, or none.
   */
  indexProblem(table: string): Steps<string | undefined>;
}
