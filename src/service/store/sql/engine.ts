import type { Steps } from './statement.ts';

/** The database under the store. */
export interface Engine {
  /** Runs the body in one read-write transaction and answers when that is durable. A body that throws leaves nothing behind. */
  write<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Runs the body on one snapshot of committed data. */
  read<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Finishes the queued work, and closes the database. */
  close(): Promise<void>;
  readonly catalog: Catalog;
}

/** The questions to an engine about its own tables: no two engines keep that knowledge in the same place. */
export interface Catalog {
  /** The columns of a table, in their order. */
  columns(table: string): Steps<readonly string[]>;
  /** Everything that was made in the database, such as `table flows`, with the statement that makes it. */
  structure(): Steps<ReadonlyMap<string, string>>;
  /**
   * The problem of an index that differs from its table, if there is one: a query by this index would find another row, or none.
   */
  indexProblem(table: string): Steps<string | undefined>;
}
