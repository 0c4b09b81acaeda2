import type { Row, Sql, Statement, Steps } from './sql.ts';

interface Commit {
  readonly writes: number;
  readonly milliseconds: number;
}

const listeners = new Set<(commit: Commit) => void>();

/** Tells of a commit, for the metrics of this process. It costs next to nothing without a listener. */
export function tellCommit(writes: number, began: number): void {
  for (const listen of listeners) listen({ writes, milliseconds: performance.now() - began });
}

/** Listens to the commits of this process; answers the function that ends it. */
export function onCommit(listen: (commit: Commit) => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

export interface Engine {
  /**
   * Runs the body in one read-write transaction, until durable. A body that throws leaves nothing. With `org`, its first statement locks
   * that organization: an engine may then run it next to those of others.
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

/** An engine that only reads: it takes no writes. */
export function readOnly(engine: Pick<Engine, 'read' | 'close' | 'catalog'>): Engine {
  const refuse = () => Promise.reject(new Error('A snapshot takes no writes.'));
  return { ...engine, readQuickly: engine.read, readSlowly: engine.read, write: refuse, writeJoint: refuse };
}

/** Runs a body to its end, or throws the first error that it does not catch. `ask` gives the rows of a statement. */
export async function driveBy<Result>(ask: (asked: Statement) => Promise<readonly Row[]>, body: Steps<Result>): Promise<Result> {
  let step = body.next();
  while (step.done !== true) {
    let rows: readonly Row[];
    try {
      rows = await ask(step.value);
    } catch (error) {
      step = body.throw(error);
      continue;
    }
    step = body.next(rows);
  }
  return step.value;
}

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
  /** The problem of an index that differs from its table, if there is one: a query by it would find another row, or none. */
  indexProblem(table: string): Steps<string | undefined>;
}
