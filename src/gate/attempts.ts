import type { AttestationRecord } from '../contract/index.ts';

/** Texts, because the numbers of GitHub may be larger than a double can hold. */
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

function isOrdered({ attempt, run }: RunAttempt): boolean {
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

/** Away from GitHub there is neither run nor attempt: there every record is a run of its own. */
export interface MadeBy {
  readonly run?: string | undefined;
  readonly attempt?: string | undefined;
  /** One for each record, however often it was sent: after a lost answer it is sent again. */
  readonly nonce?: string | undefined;
}

interface Made {
  readonly record: AttestationRecord;
  readonly madeBy: MadeBy;
}

export interface Attempt extends RunAttempt {
  readonly records: readonly AttestationRecord[];
  /** A record that was sent twice counts once. */
  readonly size: number;
}

export interface Standing {
  /** The records of the newest attempt, and those that nothing is known to be newer than: all of them must be compliant. */
  readonly newest: readonly AttestationRecord[];
  /** Older attempts that held more records than any later one, newest first: what the later ones did not replace still counts. */
  readonly standing: readonly Attempt[];
  readonly deciding: Attempt | undefined;
  /** Attempts of older runs that recorded something after the newest run did: those were run again, and that does not count. */
  readonly passedOver: readonly Attempt[];
  readonly unordered: readonly Attempt[];
  /** Records without a run that a later one of them replaces, by the time of the service alone. */
  readonly replacedByTime: readonly AttestationRecord[];
}

/**
 * The records of one group that still count. All records of the newest attempt of the newest run do; runs are told apart by their
 * numbers, because a run that is run again records later than a newer one. An older attempt counts too where it has more records
 * than any later one: a reusable workflow that is called twice makes two records under one key, and one record of a later attempt
 * does not say which of the two it replaces. A record that names no run is replaced by the latest such record alone; a record
 * whose run is not a number is replaced by nothing.
 */
export function standingAttempts(members: readonly Made[]): Standing {
  const attempts = attemptsOf(members);
  const ordered = attempts.filter(isOrdered).toSorted((a, b) => compareRuns(b, a) ?? 0);
  const unordered = attempts.filter((attempt) => !isOrdered(attempt));
  const untold = members.filter(({ madeBy }) => runAttemptOf(madeBy) === undefined).map(({ record }) => record);
  const last = latest(untold);
  const [deciding, ...older] = ordered;
  let largest = deciding?.size ?? 0;
  const standing: Attempt[] = [];
  for (const attempt of older) {
    if (attempt.size <= largest) continue;
    largest = attempt.size;
    standing.push(attempt);
  }
  return {
    newest: [
      ...[...(deciding === undefined ? [] : [deciding]), ...unordered].flatMap(({ records }) => records),
      // Among those with the same time, none is newer.
      ...untold.filter((record) => record.created_at === last),
    ],
    standing,
    deciding,
    passedOver: older.filter(({ records, run }) => run !== deciding?.run && latest(records) > latest(deciding?.records ?? [])),
    unordered,
    replacedByTime: untold.filter((record) => record.created_at !== last),
  };
}

function attemptsOf(members: readonly Made[]): readonly Attempt[] {
  const byAttempt = Map.groupBy(members, ({ madeBy }) => JSON.stringify(runAttemptOf(madeBy)));
  return [...byAttempt.values()].flatMap((made) => {
    const attempt = made[0] === undefined ? undefined : runAttemptOf(made[0].madeBy);
    if (attempt === undefined) return [];
    const ids = made.map(({ record, madeBy: { nonce } }) => (nonce === undefined ? `id ${record.attestation_id}` : `nonce ${nonce}`));
    return [{ ...attempt, records: made.map(({ record }) => record), size: new Set(ids).size }];
  });
}

function runAttemptOf({ attempt, run }: MadeBy): RunAttempt | undefined {
  return run === undefined || attempt === undefined ? undefined : { run, attempt };
}

function latest(records: readonly AttestationRecord[]): number {
  return records.reduce((last, { created_at: at }) => Math.max(last, at), -Infinity);
}
