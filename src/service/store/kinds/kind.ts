import { header, oneOf, type Header } from '../log/header.ts';
import { fields, type Checked, type Checks, type Is } from '../sql/shape.ts';

/** The description of one kind of record. */
export interface Kind<Said extends { readonly kind: string }> {
  /** Whether a value of unknown JSON is such a record. Unknown fields are let through. */
  readonly is: Is<Header & Said>;
  /** The event of the record in a trail's list; it does not need the whole record. */
  readonly event: (record: Header & Said) => Event;
}

export type Event = Readonly<Record<string, unknown>>;

/** The fields of a kind without the header of every record. */
export type SaidBy<Of> = Of extends Kind<infer Said> ? Said : never;

/** A kind by its names, the checks of its own fields, and its event. By default the event is only the name. */
export function kind<const Name extends string, Own extends Checks>(
  names: readonly Name[],
  own: Own,
  event: (record: Header & Checked<Own> & { readonly kind: Name }) => Event = (record) => ({ type: record.kind }),
): Kind<Checked<Own> & { readonly kind: Name }> {
  const isSuch = fields({ ...header, ...own, kind: oneOf(...names) });
  return { is: (value): value is Header & Checked<Own> & { readonly kind: Name } => isSuch(value), event };
}
