import { header, oneOf, type Header } from '../log/header.ts';
import { fields, type Checked, type Checks, type Is } from '../sql/shape.ts';

/** What a record of a kind says. */
export interface Kind<Said extends { readonly kind: string }> {
  /** Whether a value of unknown JSON is such a record. Fields that it does not know are let through. */
  readonly is: Is<Header & Said>;
  /** What a trail's list of events shows of it; the whole record is not needed for that. */
  readonly event: (record: Header & Said) => Event;
}

export type Event = Readonly<Record<string, unknown>>;

/** What a kind says but for what every record says. */
export type SaidBy<Of> = Of extends Kind<infer Said> ? Said : never;

/** A kind by its names, the checks of its own fields, and its event, which is its name alone unless it is said. */
export function kind<const Name extends string, Own extends Checks>(
  names: readonly Name[],
  own: Own,
  event: (record: Header & Checked<Own> & { readonly kind: Name }) => Event = (record) => ({ type: record.kind }),
): Kind<Checked<Own> & { readonly kind: Name }> {
  const isSuch = fields({ ...header, ...own, kind: oneOf(...names) });
  return { is: (value): value is Header & Checked<Own> & { readonly kind: Name } => isSuch(value), event };
}
