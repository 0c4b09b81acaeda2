import { hash } from 'node:crypto';
import { aNumber, aText, ifThere, mapOf, oneOf, onlyIf, shape } from '../../text/check.ts';
import type { Check, Checked, CheckedBy, Checks } from '../../text/check.ts';

/** The versions of the format, in order (docs/record-format.md). Each record names its own; the last one is written. */
export const formatVersions = [1, 2] as const;
export type FormatVersion = (typeof formatVersions)[number];
export const formatVersion: FormatVersion = 2;

/**
 * The number of the rules that new records are judged by; a record that names none is of the first ones. A
 * decision that a record causes is made by its rules, so that later programs find in the tables what they were given.
 */
export const newestRule = 2;

/** The data of a client, as it was sent. It is kept apart, so that none of its fields can replace one that we computed. */
export type Sent = Readonly<Record<string, unknown>>;

const credential = shape({
  kind: aText,
  id: aText,
  /** Facts that a third party vouched for, such as the repository of a workflow. A token and an operator have none. */
  claims: ifThere(mapOf(aText, aText)),
});

/**
 * Who wrote: a `token`, a command of an `operator` on the machine with the data or an `operator_token` from elsewhere, a job with its ID token (`oidc`), a `person` whom the
 * provider of their company vouched for, in a session, or a kind to come.
 */
export type Credential = Checked<typeof credential>;

export const header = {
  version: oneOf(...formatVersions),
  id: aText,
  org: aText,
  org_id: aText,
  created_at: aNumber,
  /** The name of the user who reported it. */
  reported_by: aText,
  credential: onlyIf(credential, hasItsClaims, ' does not have the claims of its kind'),
  /** The number of the rules of its time; absent: 1. */
  rule: ifThere(onlyIf(aNumber, Number.isSafeInteger, ' is no whole number')),
};

export interface Header extends CheckedBy<typeof header> {}

export function ruleOf({ rule = 1 }: Pick<Header, 'rule'>): number {
  return rule;
}

/** The claims that the credential of a job always has, and that of a person. */
const ofJob = ['issuer', 'repository', 'repository_id', 'ref', 'event', 'run_id'] as const;
const ofPerson = ['issuer', 'subject'] as const;

/** A credential of an unknown kind is let through: it says who wrote, and nothing is derived from it. */
function hasItsClaims({ claims, kind }: Credential): boolean {
  const needed = kind === 'oidc' ? ofJob : kind === 'person' ? ofPerson : undefined;
  if (needed !== undefined) return claims !== undefined && needed.every((name) => Object.hasOwn(claims, name));
  return claims === undefined || !['token', 'operator', 'operator_token'].includes(kind);
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text);
}

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
