import type { AttestationRecord } from '../contract/index.ts';

/** Which run made a record. Away from GitHub there is neither run nor attempt: there every record is a run of its own. */
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

/** The records that one attempt of one run made under one key. */
export interface Attempt {
  /** The attempt's number; `undefined` away from GitHub. */
  readonly number: string | undefined;
  readonly records: readonly AttestationRecord[];
  /** Number of records; one that was sent twice counts once. */
  readonly size: number;
}

interface Run {
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** When the latest record of the run was made, in Unix seconds. */
  readonly last: number;
}

/**
 * Which records of one group still count. All of the newest attempt do. An older attempt counts too where it held more
 * records than any later one: a reusable workflow that is called twice makes two records under one key, and one record
 * of a later attempt cannot tell which of the two it replaces.
 */
export function standingAttempts(members: readonly Made[]): { newest: readonly AttestationRecord[]; standing: readonly Attempt[] } {
  const runs = runsOf(members);
  const last = runs[0]?.last;
  // Runs whose latest records have the same time all count: none of them is newer.
  const now = runs.filter((run) => run.last === last).flatMap(({ attempts }) => attempts.slice(0, 1));
  let largest = now.reduce((most, { size }) => Math.max(most, size), 0);
  const standing: Attempt[] = [];
  // None of those that count now is larger than the largest of them.
  for (const attempt of runs.flatMap(({ attempts }) => attempts)) {
    if (attempt.size <= largest) continue;
    largest = attempt.size;
    standing.push(attempt);
  }
  return { newest: now.flatMap(({ records }) => records), standing };
}

/** The runs, newest first. Runs are compared by time; attempts of one run by number, because the clocks of a service may differ. */
function runsOf(members: readonly Made[]): readonly Run[] {
  const byRun = new Map<string, Made[]>();
  for (const [index, made] of members.entries()) {
    const { run, attempt } = made.madeBy;
    const key = run === undefined || attempt === undefined ? `alone ${index}` : `run ${run}`;
    add(byRun, key, made);
  }
  return [...byRun.values()]
    .map((made): Run => ({
      attempts: attemptsOf(made),
      last: made.reduce((latest, { record }) => Math.max(latest, record.created_at), -Infinity),
    }))
    .toSorted((a, b) => b.last - a.last);
}

function attemptsOf(members: readonly Made[]): readonly Attempt[] {
  const byNumber = new Map<string | undefined, Made[]>();
  for (const made of members) add(byNumber, made.madeBy.attempt, made);
  return [...byNumber]
    .toSorted(([a], [b]) => numberOf(b) - numberOf(a))
    .map(([number, made]) => ({
      number,
      records: made.map(({ record }) => record),
      size: new Set(made.map(({ record, madeBy: { nonce } }) => (nonce === undefined ? `id ${record.attestation_id}` : `nonce ${nonce}`)))
        .size,
    }));
}

/** The text is foreign: what is not a number counts as the oldest. */
function numberOf(attempt: string | undefined): number {
  const number = Number(attempt);
  return Number.isFinite(number) ? number : 0;
}

function add<Key>(lists: Map<Key, Made[]>, key: Key, made: Made): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [made]);
  else list.push(made);
}
