import { aText, oneOf, shape, type Check, type CheckedBy, type Checks } from '../../../text/check.ts';
import { header, type Header } from '../log/header.ts';

/** The description of one kind of record. */
export interface Kind<Said extends { readonly kind: string }> {
  /** Of a whole record. Unknown fields are let through. */
  readonly check: Check<Header & Said>;
  /** The event of the record in a trail's list; it does not need the whole record. */
  readonly event: (record: Header & Said) => Event;
}

export type Event = Readonly<Record<string, unknown>>;

/** The fields of a kind without the header of every record. */
export type SaidBy<Of> = Of extends Kind<infer Said> ? Said : never;

/** A kind by its names, the checks of its content, and its event. By default the event is only the name. */
export function kind<const Name extends string, Each extends Checks>(
  names: readonly Name[],
  content: Each,
  event: (record: Header & CheckedBy<Each> & { readonly kind: Name }) => Event = (record) => ({ type: record.kind }),
): Kind<CheckedBy<Each> & { readonly kind: Name }> {
  const check = shape({ ...header, ...content, kind: oneOf(...names) });
  return { check: (value) => check(value), event };
}

/** The checks of the fields that name the flow of a record. */
export const ofFlow = { flow: aText, flow_id: aText };
