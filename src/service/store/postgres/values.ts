import type { Value } from '../sql/sql.ts';

/** Reads a value from the text in which the server sends it. */
export type ReadValue = (text: string) => unknown;

/** The readers by the number of a type; any other type stays text. */
export type ReadValues = ReadonlyMap<number, ReadValue>;

const [boolean, bytea, int8, int2, int4, float4, float8] = [16, 17, 20, 21, 23, 700, 701];

/** For the service. A whole number that a number cannot hold exactly stays text, and no reader of columns takes that. */
export const plainValues: ReadValues = new Map<number, ReadValue>([
  [boolean, (text) => text === 't'],
  [bytea, bytesOf],
  [int8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)],
  [int2, Number],
  [int4, Number],
  [float4, Number],
  [float8, Number],
]);

/** For a snapshot, in the same types as one of SQLite: its rows are compared with those that are derived from the records. */
export const exactValues: ReadValues = new Map<number, ReadValue>([
  ...plainValues,
  [boolean, (text) => (text === 't' ? 1n : 0n)],
  [int8, BigInt],
  [int2, BigInt],
  [int4, BigInt],
]);

/** PostgreSQL takes no NUL in a text, and a client may send one. A character that stands for nothing takes its place. */
const mark = '\uFDD0';

/** The text in which a value is sent. */
export function sent(value: Value): string | null {
  if (value === null) return value;
  if (typeof value !== 'string') return String(value);
  if (!value.includes('\0') && !value.includes(mark)) return value;
  return value.replaceAll(mark, mark + mark).replaceAll('\0', `${mark}0`);
}

/** The text that was sent. */
export function received(text: string): string {
  return text.includes(mark) ? text.replace(/\uFDD0([\uFDD00])/g, (_, which: string) => (which === '0' ? '\0' : mark)) : text;
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.replace(/^\\x/, ''), 'hex');
}
