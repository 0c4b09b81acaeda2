/** Whether a value of unknown JSON has a type. */
export type Is<Value> = (value: unknown) => value is Value;

export const isText: Is<string> = (value) => typeof value === 'string';
export const isNumber: Is<number> = (value) => typeof value === 'number';
export const isFlag: Is<boolean> = (value) => typeof value === 'boolean';
export const isTexts: Is<readonly string[]> = (value) => Array.isArray(value) && value.every(isText);

/** Whether a value is one of some names. */
export function isOneOf<Name extends string>(...names: readonly Name[]): Is<Name> {
  return (value): value is Name => names.some((name) => name === value);
}

/** Whether a value is an object, with any fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function optional<Value>(is: Is<Value>): Is<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || is(value);
}

export function listOf<Value>(is: Is<Value>): Is<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(is);
}

/** An object with these fields; others may be there too. */
export function shape<Value extends object>(fields: { readonly [Key in keyof Value]-?: Is<Value[Key]> }): Is<Value> {
  const all: readonly (readonly [string, Is<unknown>])[] = Object.entries(fields);
  return (value): value is Value => isObject(value) && all.every(([name, is]) => is(value[name]));
}

/** The check of each field of an object. */
export type Checks = Readonly<Record<string, Is<unknown>>>;

/** The object that such checks let through. A field may be absent if its check accepts `undefined`. */
export type Checked<Of extends Checks> = {
  readonly [Name in keyof Of as undefined extends ValueOf<Of[Name]> ? never : Name]: ValueOf<Of[Name]>;
} & {
  readonly [Name in keyof Of as undefined extends ValueOf<Of[Name]> ? Name : never]?: Exclude<ValueOf<Of[Name]>, undefined>;
};

/** The type that a check lets through. */
export type ValueOf<Check> = Check extends Is<infer Value> ? Value : never;

/** The same as `shape`, with the type taken from the checks. */
export function fields<Of extends Checks>(checks: Of): Is<Checked<Of>> {
  const all = Object.entries(checks);
  return (value): value is Checked<Of> => isObject(value) && all.every(([name, is]) => is(value[name]));
}
