import type { TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One row of the table of operations: everything that service, client and documents know about an operation. */
export interface Operation {
  readonly method: Method;
  /** Below `{base_url}`; a `:name` is a parameter, percent-encoded as one path segment. */
  readonly path: `/${string}`;
  readonly params: TSchema;
  readonly query?: TSchema;
  /** The schema of the body: of the JSON in a form that may carry a file, or of the body itself. */
  readonly data?: TSchema;
  readonly body?: 'multipart' | 'json';
  /** Name of the part of a form that carries the JSON, if it is not `data_json`. */
  readonly json?: string;
  /** Name of the part of a form that carries the file. */
  readonly file?: string;
  /** The answer is a file, and not JSON. */
  readonly isFile?: true;
  /**
   * The schema of the answer, for the interface's description. Without it a read answers anything, and a write that it was done.
   */
  readonly reply?: TSchema;
  /** The statuses of an answer that is not a refusal; 200 by default. */
  readonly success?: readonly (200 | 201)[];
  /** Its query or its body names other things, which may not exist: that is 404, as for those in the path. */
  readonly refers?: boolean;
  /** It may ask something that does not fit what is there: that is 409. */
  readonly conflicts?: boolean;
  /** It takes an `Idempotency-Key`: the same request may be sent again and is recorded once. */
  readonly keyed?: boolean;
  /** The parts of the answer that a client reads, by name: each becomes a generated check. */
  readonly checks?: Readonly<Record<string, TSchema>>;
}
