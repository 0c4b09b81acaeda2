import type { Connection, Submittable } from 'pg';
import type { Row, Statement } from '../sql/statement.ts';
import type { Field, Prepared, StatementNames } from './statement-name.ts';
import { received, sent, type ReadValues } from './values.ts';

/** The rows of each statement, in their order. */
export type Answers = readonly (readonly Row[])[];

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/**
 * Several statements that go to the server in one piece, with one mark at their end: they cost one round trip. If one of them
 * fails, the server skips the rest of the piece. The driver calls the `handle…` functions with the messages of the server.
 */
export class Batch implements Submittable {
  readonly answers: Promise<Answers>;
  readonly #statements: readonly Statement[];
  readonly #names: StatementNames;
  readonly #values: ReadValues;
  readonly #rows: Row[][] = [];
  /** Each statement with its name at the server. */
  readonly #prepared: Prepared[] = [];
  #current: Row[] = [];
  #columns: readonly Column[] | undefined;
  #resolve: (answers: Answers) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(statements: readonly Statement[], names: StatementNames, values: ReadValues) {
    this.#statements = statements;
    this.#names = names;
    this.#values = values;
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether a transaction ends with it. */
  get isCommit(): boolean {
    return this.#statements.at(-1)?.sql === 'commit';
  }

  /** The driver takes a returned error as one of this query alone. */
  submit(connection: Connection): Error | undefined {
    const made = new Map<string, Prepared>();
    connection.stream.cork();
    try {
      for (const { args, sql } of this.#statements) {
        const known = this.#names.find(sql) ?? made.get(sql);
        const prepared = known ?? this.#names.make(sql);
        this.#prepared.push(prepared);
        if (known === undefined) {
          connection.parse({ name: prepared.name, text: sql, types: [] }, true);
          if (prepared.name !== '') made.set(sql, prepared);
        }
        connection.bind({ statement: prepared.name, values: args.map(sent) }, true);
        // The columns of a known statement are known too.
        if (prepared.fields === undefined) connection.describe({ type: 'P', name: '' }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return undefined;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const prepared = this.#prepared[this.#rows.length];
    if (prepared !== undefined) prepared.fields = fields.map(({ dataTypeID, name }) => ({ dataTypeID, name }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= (this.#prepared[this.#rows.length]?.fields ?? []).map(({ dataTypeID, name }) => ({
      name,
      read: this.#values.get(dataTypeID) ?? received,
    }));
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, read }, index) => {
      const text = fields[index];
      row[name] = text === null || text === undefined ? null : read(text);
    });
    this.#current.push(row);
  }

  handleCommandComplete(done?: { readonly text: string }): void {
    const at = this.#rows.length;
    const [prepared, statement] = [this.#prepared[at], this.#statements[at]];
    // A server takes a failed transaction back without an error when it is told to commit it.
    if (statement?.sql === 'commit' && done?.text !== 'COMMIT')
      this.#reject(new Error(`The commit ended with ${done?.text ?? 'nothing'}.`));
    if (prepared !== undefined && statement !== undefined) {
      // It was told that there are no columns.
      prepared.fields ??= [];
      this.#names.keep(statement.sql, prepared);
    }
    this.#rows.push(this.#current);
    this.#current = [];
    this.#columns = undefined;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {
    this.#reject(new Error('The server sent a part of an answer, and all of it was asked for.'));
  }

  handleCopyInResponse(connection: { readonly sendCopyFail: (message: string) => void }): void {
    connection.sendCopyFail('Nothing is copied.');
  }

  handleCopyData(): void {}
}
