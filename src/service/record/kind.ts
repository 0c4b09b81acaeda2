import { aText, oneOf, shape, type Check, type CheckedBy, type Checks } from '../../text/check.ts';
import { header, type Header } from './header.ts';

export interface Kind<Said extends { readonly kind: string }> {
  /** The check of a whole record. Unknown fields are let through. */
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

export const ofFlow = { flow: aText, flow_id: aText };

/** The longest text that an event repeats from its record. The record keeps it whole. */
const longest = 4096;

/** Every field that an event shows of a commit and of a repository: `null` if it is not known. */
export const commitFields = ['sha1', 'message', 'author', 'author_username', 'branch', 'url', 'timestamp', 'parents'];
export const repoFields = ['id', 'name', 'url', 'provider', 'description'];

export function pick(info: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof info !== 'object' || info === null) return null;
  const known = new Map<string, unknown>(Object.entries(info));
  return Object.fromEntries(fields.map((field) => [field, short(known.get(field))]));
}

export function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 64);
  if (typeof value !== 'string' || value.length <= longest) return value ?? null;
  return `${value.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
