import type { TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One row of the table of operations: all that is known of an operation, for service, client and documents. */
export interface Operation {
  readonly method: Method;
  /** Below `{base_url}`; a `:name` is a parameter, percent-encoded as one path segment. */
  readonly path: `/${string}`;
  readonly params: TSchema;
  readonly query?: TSchema;
  /** What is sent: as the JSON of a form that may carry a file, or as the body itself. */
  readonly data?: TSchema;
  readonly body?: 'multipart' | 'json';
  /** Name of the part of a form that carries the JSON, where it is not `data_json`. */
  readonly json?: string;
  /** Name of the part of a form that carries the file. */
  readonly file?: string;
  /** What comes back is a file, and no JSON. */
  readonly isFile?: true;
  /** What comes back; for the interface's description. Without it a read answers anything, and a write that it was done. */
  readonly reply?: TSchema;
  /** The statuses of an answer that is no refusal; 200 where nothing is said. */
  readonly success?: readonly (200 | 201)[];
  /** Its query or its body names other things, which may not be there: that is 404, as it is of those in the path. */
  readonly refers?: boolean;
  /** It takes an `Idempotency-Key`: the same request may be sent again and is recorded once. */
  readonly keyed?: boolean;
  /** What of the answer a client reads, by name: each becomes a generated check. */
  readonly checks?: Readonly<Record<string, TSchema>>;
}
