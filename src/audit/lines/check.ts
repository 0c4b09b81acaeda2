/** Says in words that begin with a path what is wrong with a value: `.landing.at is no moment`. Undefined: nothing is. */
export type Check = (value: unknown) => string | undefined;

export const text: Check = (value) => (typeof value === 'string' ? undefined : ' is no text');
export const flag: Check = (value) => (typeof value === 'boolean' ? undefined : ' is neither true nor false');
export const whole: Check = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : ' is no whole number');
export const thing: Check = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : ' is no object');

/** A commit, a tree or another object of git. */
export const sha = like(/^[0-9a-f]{40}$/, ' is not 40 hexadecimal digits');
export const digest = like(/^[0-9a-f]{64}$/, ' is not 64 hexadecimal digits');
/** ISO 8601 in UTC. */
export const moment: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : ' is no moment like 2026-11-02T12:00:00Z';

export function like(pattern: RegExp, fault: string): Check {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : fault);
}

export function oneOf(...allowed: readonly (string | number)[]): Check {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number') && allowed.includes(value) ? undefined : ` is none of ${allowed.join(', ')}`;
}

export function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

export function ifThere(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return ' is no list';
    for (const [index, item] of value.entries()) {
      const fault = check(item);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

/** An object whose names are data. */
export function mapOf(name: Check, check: Check): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ' is no object';
    for (const [key, item] of Object.entries(value)) {
      const fault = name(key) === undefined ? check(item) : ' is a name that does not belong here';
      if (fault !== undefined) return `[${JSON.stringify(key.slice(0, 80))}]${fault}`;
    }
    return undefined;
  };
}

/** An object with these fields. Others are not looked at. A field of the type without a check does not compile. */
export function shape<Type>(checks: { readonly [Key in keyof Type]-?: Check }): Check & { readonly shapeOf?: Type } {
  const fields = Object.entries<Check>(checks);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ' is no object';
    for (const [key, check] of fields) {
      const fault = check(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined);
      if (fault !== undefined) return `.${key}${fault}`;
    }
    return undefined;
  };
}
