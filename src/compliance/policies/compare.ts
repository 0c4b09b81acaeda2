/** A text or a number. */
export type Scalar = string | number;

/** A tag is always a text; where it is compared with a number, it counts as the number that it spells. */
function pairOf(one: Scalar | undefined, other: Scalar | undefined): readonly [Scalar, Scalar] | undefined {
  if (typeof one === 'string' && typeof other === 'string') return [one, other];
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === undefined || b === undefined ? undefined : [a, b];
}

function numberOf(value: Scalar | undefined): number | undefined {
  if (typeof value !== 'string') return value;
  return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}

function areEqual(one: Scalar | undefined, other: Scalar | undefined): boolean {
  const pair = pairOf(one, other);
  return pair !== undefined && pair[0] === pair[1];
}

/** Whether a value is one of some; what is not there is none of them. */
export function isIn(value: Scalar | undefined, values: readonly Scalar[]): boolean {
  return values.some((each) => areEqual(value, each));
}

const orders: Readonly<Record<string, (one: Scalar, other: Scalar) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/**
 * `undefined` where the order of the two is not defined: one is missing, or is not a number where the other is one. A missing
 * value equals nothing. Case counts.
 */
export function compare(one: Scalar | undefined, operator: string, other: Scalar | undefined): boolean | undefined {
  if (operator === '==') return areEqual(one, other);
  if (operator === '!=') return !areEqual(one, other);
  const pair = pairOf(one, other);
  return pair === undefined ? undefined : orders[operator]?.(...pair);
}
