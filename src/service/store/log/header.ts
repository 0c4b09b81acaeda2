import { isNumber, isText, shape, type Is } from '../sql/shape.ts';

/** The version of the record's format; it stands in each record, so that a reader of any year knows how to read it. */
export const formatVersion = 1;

/** What permitted the write: a token, or a command on the machine that holds the data. */
export interface Credential {
  readonly kind: 'token' | 'operator';
  readonly id: string;
}

/** What every record says, whatever it is about. */
export interface Header {
  readonly version: number;
  readonly id: string;
  readonly org: string;
  readonly org_id: string;
  readonly created_at: number;
  /** The name of the user who said it. */
  readonly reported_by: string;
  readonly credential: Credential;
}

/** What a client sent, as it sent it. It is kept apart, so that none of its fields can replace one that we computed. */
export type Sent = Readonly<Record<string, unknown>>;

/** The checks of what every record says. */
export const header = {
  version: (value: unknown): value is number => value === formatVersion,
  id: isText,
  org: isText,
  org_id: isText,
  created_at: isNumber,
  reported_by: isText,
  credential: shape<Credential>({ kind: oneOf('token', 'operator'), id: isText }),
};

/** Whether a value is one of some names. */
export function oneOf<Name extends string>(...names: readonly Name[]): Is<Name> {
  return (value): value is Name => names.some((name) => name === value);
}
