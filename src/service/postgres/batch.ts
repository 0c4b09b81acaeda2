import { randomBytes } from 'node:crypto';
import type { Connection, Submittable } from 'pg';
import type { Row, Statement, Value } from '../sql/sql.ts';

/** A server keeps this many prepared statements for a connection. Our texts are fewer; any others are prepared each time. */
const mostNames = 1000;

/** Definitions run once, so a name for them would only be kept in vain. */
const isDefinition = /^(?:create|alter|drop) /i;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** A statement that the server of one connection knows by a name. */
interface Prepared {
  readonly name: string;
  /** The columns of its answer; `undefined` until the server said them. */
  fields: readonly Field[] | undefined;
}

export interface StatementNames {
  readonly find: (text: string) => Prepared | undefined;
  /** A new statement, under a name that was never used; without a name if it is not worth one. */
  readonly make: (text: string) => Prepared;
  /** The server has it now. */
  readonly keep: (text: string, prepared: Prepared) => void;
}

/** No other connection or process gives these names: if a pooler mixes up sessions, a name is unknown, never another statement. */
export function statementNames(): StatementNames {
  const known = new Map<string, Prepared>();
  const mine = randomBytes(6).toString('hex');
  let made = 0;
  return {
    find: (text) => known.get(text),
    make: (text) => {
      const isNamed = known.size < mostNames && !isDefinition.test(text);
      return { name: isNamed ? `s${mine}_${(made += 1)}` : '', fields: undefined };
    },
    keep: (text, prepared) => {
      if (prepared.name !== '') known.set(text, prepared);
    },
  };
}

/** Reads a value from the text in which the server sends it. */
type ReadValue = (text: string) => unknown;

/** The readers by the number of a type; any other type stays text. */
export type ReadValues = ReadonlyMap<number, ReadValue>;

const [boolean, bytea, int8, int2, int4, float4, float8] = [16, 17, 20, 21, 23, 700, 701];

/** For the service. A whole number that a number cannot hold exactly stays text, and no reader of columns takes that. */
export const plainValues: ReadValues = new Map<number, ReadValue>([
  [boolean, (text) => text === 't'],
  [bytea, bytesOf],
  [int8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)],
  [int2, Number],
  [int4, Number],
  [float4, Number],
  [float8, Number],
]);

/** For a snapshot, in the same types as one of SQLite: its rows are compared with those that are derived from the records. */
export const exactValues: ReadValues = new Map<number, ReadValue>([
  ...plainValues,
  [boolean, (text) => (text === 't' ? 1n : 0n)],
  [int8, BigInt],
  [int2, BigInt],
  [int4, BigInt],
]);

/** PostgreSQL takes no NUL in a text, and a client may send one. A character that stands for nothing takes its place. */
const mark = '\uFDD0';

function sent(value: Value): string | null {
  if (value === null) return value;
  if (typeof value !== 'string') return String(value);
  if (!value.includes('\0') && !value.includes(mark)) return value;
  return value.replaceAll(mark, mark + mark).replaceAll('\0', `${mark}0`);
}

function received(text: string): string {
  return text.includes(mark) ? text.replace(/\uFDD0([\uFDD00])/g, (_, which: string) => (which === '0' ? '\0' : mark)) : text;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.replace(/^\\x/, ''), 'hex');
}

/** The rows of each statement, in their order. */
export type Answers = readonly (readonly Row[])[];

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
  #columns: readonly { readonly name: string; readonly read: (text: string) => unknown }[] | undefined;
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
      // The server said that there are no columns.
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
