import type { Steps } from './statement.ts';

/** What a database must do for the store. */
export interface Engine {
  /** Runs the body in one read-write transaction and answers when that is durable. A body that throws leaves nothing behind. */
  write<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Runs the body on one snapshot of committed data. */
  read<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Finishes what is queued, and closes the database. */
  close(): Promise<void>;
  readonly catalog: Catalog;
}

/** How an engine is asked what it knows of its own tables: no two engines keep that in the same place. */
export interface Catalog {
  /** The columns of a table, in their order. */
  columns(table: string): Steps<readonly string[]>;
  /** Everything that was made in the database, such as `table flows`, with how it is made. */
  structure(): Steps<ReadonlyMap<string, string>>;
  /** Where an index says other than its table, if one does: who asks by the index would find another row, or none. */
  indexProblem(table: string): Steps<string | undefined>;
}
