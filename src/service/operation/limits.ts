/** The bounds on what one connection may cost, in milliseconds and bytes. */
export interface ConnectionLimits {
  /** For the headers of a request, also the first of a connection that says nothing. */
  readonly headersMs: number;
  /** For a whole request: long enough for the largest attachment on a slow line. */
  readonly requestMs: number;
  /** Without a byte in either direction, such as a client that does not take its answer. */
  readonly idleMs: number;
  /** How long a body may be slower than `bodyRate`. */
  readonly bodyGraceMs: number;
  /** Bytes a second that a body must bring on average; the largest attachment takes hours with so few. */
  readonly bodyRate: number;
  /** Bytes of a body as they cross the network, many times those of the largest form: a client that sent too much shall see the answer. */
  readonly bodyBytes: number;
  /** How often all this is looked at. */
  readonly lookMs: number;
}

export const usualLimits: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 120_000,
  bodyGraceMs: 20_000,
  bodyRate: 1024,
  bodyBytes: 256 * 1024 * 1024,
  lookMs: 5000,
};

/** Open connections of one process. */
export const usualConnections = 1000;
