/** A record of the service's log with its body, at its place. */
export interface ReplayedRecord {
  readonly sequence: number;
  readonly link: string;
  readonly body: string;
}

/** A service that says what the records say that it was given, and nothing else. */
export interface ReplayedService {
  /** Where it listens, without `/api/v2`. */
  readonly url: string;
  /** The token of an auditor. */
  readonly token: string;
  /** Applies more records, in the order of their log. Throws an error that says why they cannot be applied. */
  readonly add: (records: readonly ReplayedRecord[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts such a service. It is handed in: an audit knows no service. */
export type OpenReplay = (about: {
  readonly org: string;
  readonly orgId: string;
  /** The address that it gives its pages. */
  readonly publicUrl: string;
}) => Promise<ReplayedService>;
