import type { Header } from '../log/header.ts';
import type { Is } from '../sql/shape.ts';

/** What a record of a kind says. */
export interface Kind<Said extends { readonly kind: string }> {
  /** Whether a value of unknown JSON is such a record. Fields that it does not know are let through. */
  readonly is: Is<Header & Said>;
  /** What a trail's list of events shows of it; the whole record is not needed for that. */
  readonly event: (record: Header & Said) => Event;
}

export type Event = Readonly<Record<string, unknown>>;
