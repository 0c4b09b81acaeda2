/* Checks of JSON that is not in the contract: each names the place and the fault of the first thing that is wrong. */

import { isObject } from './values.ts';

export { isObject };

/** In words that begin with a path: `.landing.at is no moment`. `undefined`: nothing is wrong. */
export interface Check<Value> {
  (value: unknown): string | undefined;
  /** Stands for the type of the values that pass. No check has it. */
  readonly of?: Value;
}

export type Checked<Of> = Of extends Check<infer Value> ? Value : never;

interface Optional<Value> extends Check<Value> {
  readonly isOptional: true;
}

export function passes<Value>(check: Check<Value>, value: unknown): value is Value {
  return check(value) === undefined;
}

export const aText: Check<string> = (value) => (typeof value === 'string' ? undefined : ' is no text');
export const aFlag: Check<boolean> = (value) => (typeof value === 'boolean' ? undefined : ' is neither true nor false');
export const aNumber: Check<number> = (value) => (Number.isFinite(value) ? undefined : ' is no number');
export const aWhole: Check<number> = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : ' is no whole number');

export const someText = like(/./s, ' is no text, or an empty one');
export const anything: Check<unknown> = () => undefined;

export function unchecked<Type extends object>(): Check<Type> {
  return (value) => (isObject(value) ? undefined : ' is no object');
}
export const anObject = unchecked<Readonly<Record<string, unknown>>>();

export const aSha = like(/^[0-9a-f]{40}$/, ' is not 40 hexadecimal digits');
export const aDigest = like(/^[0-9a-f]{64}$/, ' is not 64 hexadecimal digits');
const moments = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** ISO 8601 in UTC. */
export const aMoment: Check<string> = (value) =>
  // `Date` reads the 30th of February, and 24:00, as a moment of the next day.
  typeof value === 'string' && moments.test(value) && new Date(value).getUTCDate() === Number(value.slice(8, 10))
    ? undefined
    : ' is no moment like 2026-11-02T12:00:00Z';

export function like(pattern: RegExp, fault: string): Check<string> {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : fault);
}

export function oneOf<const Allowed extends string | number>(...allowed: readonly Allowed[]): Check<Allowed> {
  return (value) => (allowed.some((one) => one === value) ? undefined : ` is none of ${allowed.join(', ')}`);
}

export function orNull<Type>(check: Check<Type>): Check<Type | null> {
  return (value) => (value === null ? undefined : check(value));
}

export function orUndefined<Type>(check: Check<Type>): Check<Type | undefined> {
  return (value) => (value === undefined ? undefined : check(value));
}

export function ifThere<Type>(check: Check<Type>): Optional<Type> {
  return Object.assign((value: unknown) => orUndefined(check)(value), { isOptional: true } as const);
}

export function onlyIf<Type>(check: Check<Type>, holds: (value: Type) => boolean, fault: string): Check<Type> {
  return (value) => (passes(check, value) ? (holds(value) ? undefined : fault) : check(value));
}

export function listOf<Item>(check: Check<Item>): Check<readonly Item[]> {
  return (value) => {
    if (!Array.isArray(value)) return ' is no list';
    for (const [index, item] of value.entries()) {
      const fault = check(item);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

export function mapOf<Type>(name: Check<string>, check: Check<Type>): Check<Readonly<Record<string, Type>>> {
  return (value) => {
    if (!isObject(value)) return ' is no object';
    for (const [key, item] of Object.entries(value)) {
      const fault = name(key) === undefined ? check(item) : ' is a name that does not belong here';
      if (fault !== undefined) return `[${JSON.stringify(key.slice(0, 80))}]${fault}`;
    }
    return undefined;
  };
}

export type Checks = Readonly<Record<string, Check<unknown>>>;

export type CheckedBy<Of extends Checks> = {
  readonly [Name in keyof Of as Of[Name] extends Optional<unknown> ? never : Name]: Checked<Of[Name]>;
} & {
  readonly [Name in keyof Of as Of[Name] extends Optional<unknown> ? Name : never]?: Checked<Of[Name]>;
};

/** Other fields are not looked at. */
export function shape<Of extends Checks>(checks: Of): Check<CheckedBy<Of>> {
  const fields = Object.entries(checks);
  return (value) => {
    if (!isObject(value)) return ' is no object';
    for (const [key, check] of fields) {
      const fault = check(Object.hasOwn(value, key) ? value[key] : undefined);
      if (fault !== undefined) return `.${key}${fault}`;
    }
    return undefined;
  };
}

/** A field that is not among the checks is refused. */
export function closedShape<Of extends Checks>(checks: Of): Check<CheckedBy<Of>> {
  const open = shape(checks);
  return (value) => {
    const odd = isObject(value) ? Object.keys(value).find((key) => !Object.hasOwn(checks, key)) : undefined;
    return odd === undefined ? open(value) : `[${JSON.stringify(odd.slice(0, 80))}] is a name that does not belong here`;
  };
}
