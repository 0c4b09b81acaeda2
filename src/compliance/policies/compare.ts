/** A text or a number. */
export type Scalar = string | number;

/** A tag is always a text; where it is compared with a number, it counts as the number that it spells. */
function pairOf(one: Scalar, other: Scalar): readonly [number, number] | readonly [string, string] | undefined {
  if (typeof one === 'string' && typeof other === 'string') return [one, other];
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === undefined || b === undefined ? undefined : [a, b];
}

function numberOf(value: Scalar): number | undefined {
  if (typeof value === 'number') return value;
  return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}

function areEqual(one: Scalar | undefined, other: Scalar | undefined): boolean {
  const pair = one === undefined || other === undefined ? undefined : pairOf(one, other);
  return pair !== undefined && pair[0] === pair[1];
}

/** Whether a value is one of some; what is not there is none of them. */
export function isIn(value: Scalar | undefined, values: readonly Scalar[]): boolean {
  return values.some((each) => areEqual(value, each));
}

/**
 * `undefined` where the order of the two cannot be said: one is not there, or is no number where the other is. What is not
 * there equals nothing. Case counts.
 */
export function compare(one: Scalar | undefined, operator: string, other: Scalar | undefined): boolean | undefined {
  if (operator === '==') return areEqual(one, other);
  if (operator === '!=') return !areEqual(one, other);
  const pair = one === undefined || other === undefined ? undefined : pairOf(one, other);
  if (pair === undefined) return undefined;
  const [a, b] = pair;
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return undefined;
  }
}
