/** Which run of GitHub made something, and in which attempt, as texts: their numbers may be larger than a double can hold. */
export interface RunAttempt {
  readonly run: string;
  readonly attempt: string;
}

/**
 * Above 0 where `one` is newer, below 0 where it is older, and 0 where both are the same attempt of one run: by the number of
 * the run, then by that of the attempt, because a re-run keeps the number of its run. `undefined` where a part is no number: then
 * neither is known to be newer.
 */
export function compareRuns(one: RunAttempt, other: RunAttempt): number | undefined {
  if (!isOrdered(one) || !isOrdered(other)) return undefined;
  return compareNumbers(one.run, other.run) || compareNumbers(one.attempt, other.attempt);
}

/** Whether there is an order between this and others. */
export function isOrdered({ attempt, run }: RunAttempt): boolean {
  return isNumber(run) && isNumber(attempt);
}

/** Digits alone, in the one way that a number is written: so they are compared as texts, without rounding. */
function isNumber(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text);
}

function compareNumbers(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one === other ? 0 : one < other ? -1 : 1;
}
