import type { AttestationRecord } from '../contract/index.ts';
import { isObject, listAt, oneLine, sortedJson, valueAt } from '../text/index.ts';
import { standingAttempts, type MadeBy, type Standing } from './attempts.ts';
import type { RecordsAnswer, TrailQuestion } from './evidence.ts';
import { isOverridden, isOverride, recordsOfRow, type TrailRow } from './rows.ts';

/** In UTF-16 units. */
const longest = 100;

/** Foreign values of any kind. */
interface Leg {
  readonly matrix: unknown;
  readonly leg: unknown;
  readonly artifact?: string | undefined;
}

/** `os linux, python 3.11`; without a leg the name of the artifact; `''` where there is neither. */
export function legWords({ artifact = '', leg, matrix }: Leg): string {
  const words = [...matrixWords(matrix), ...(typeof leg === 'string' ? [leg] : [])].filter((word) => word !== '');
  return oneLine(words.length === 0 ? artifact : words.join(', '), longest);
}

/** In the order of the names: a service may keep another order than GitHub gives. */
function matrixWords(matrix: unknown): readonly string[] {
  if (!isObject(matrix)) return [plain(matrix ?? '')];
  return Object.entries(matrix)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key} ${plain(value)}`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : sortedJson(value, deepest - 1);
}

/** No matrix of GitHub is so deep. Deeper values are left out, so that they cannot exhaust the stack. */
const deepest = 20;

/** In `user_data`: which run made the record. Every record of ours has it. */
export const runKey = 'compliance_evidence';

/** Same event, pull request, workflow (by name and file), job, matrix leg and `leg`. */
export interface RunGroup extends Standing {
  /** `push › ci.yml › test › os linux`, or `''` for records that do not say. */
  readonly label: string;
  /** Who claims the job and the leg, where they are not proven: `fork`, `pull request`. */
  readonly claimedBy: string | undefined;
  readonly event: string | undefined;
  readonly workflow: string | undefined;
  readonly job: string | undefined;
  readonly matrix: string | undefined;
  /** `undefined` where the records name none. */
  readonly pullRequest: string | undefined;
}

type Run = Pick<RunGroup, 'label' | 'claimedBy' | 'event' | 'workflow' | 'job' | 'matrix' | 'pullRequest'>;

interface Origin extends Run {
  /** Tells groups apart, whatever their parts are called. */
  readonly key: string;
  readonly madeBy: MadeBy;
}

interface Group extends Run {
  readonly members: { readonly record: AttestationRecord; readonly madeBy: MadeBy }[];
}

const noOrigin: Origin = {
  key: '',
  label: '',
  claimedBy: undefined,
  event: undefined,
  workflow: undefined,
  job: undefined,
  matrix: undefined,
  pullRequest: undefined,
  madeBy: {},
};

/**
 * Sorts records into groups. A service lets the latest record of a name decide, so a green leg of a matrix would hide
 * a red one; here every leg keeps its own. A re-run replaces only its own group. Records without our key are one group,
 * of which the newest alone counts.
 */
export function groupRecords(records: readonly AttestationRecord[]): readonly RunGroup[] {
  const groups = new Map<string, Group>();
  for (const record of records) {
    const { key, madeBy, ...run } = originOf(record.user_data) ?? noOrigin;
    const group = groups.get(key) ?? { ...run, members: [] };
    group.members.push({ record, madeBy });
    groups.set(key, group);
  }
  return [...groups.values()].map(({ members, ...group }) => ({ ...group, ...standingAttempts(members) }));
}

/** `push › ci.yml › test`; `undefined` where the record does not say. */
export function runLabel({ user_data: data }: Pick<AttestationRecord, 'user_data'>): string | undefined {
  return originOf(data)?.label;
}

export function jobsOf(records: readonly Pick<AttestationRecord, 'user_data'>[]): readonly string[] {
  return [...new Set(records.map(({ user_data: data }) => originOf(data)?.job).filter((job) => job !== undefined))];
}

/** Enough to find which records of a name still count, without the records themselves. */
export interface ToldRun {
  /** All records that one kind of run made have it, and no others. */
  readonly key: string;
  readonly isOfPullRequest: boolean;
  readonly madeBy: MadeBy;
}

export function toldRun(userData: unknown): ToldRun {
  const { event, key, madeBy, pullRequest } = originOf(userData) ?? noOrigin;
  return { key, isOfPullRequest: pullRequest !== undefined || event?.startsWith('pull_request') === true, madeBy };
}

/** `userData` is foreign text, so every field is checked before it is used. */
function originOf(userData: unknown): Origin | undefined {
  const at = (name: string): unknown => valueAt(userData, runKey, name);
  const parts = ['event', 'workflow', 'job'].map((name) => text(at(name)));
  const pullRequest = text(at('pull_request'));
  const leg = text(at('leg'));
  const ofMatrix = sortedJson(at('matrix') ?? null, deepest);
  // Some engines write the matrix of a job without one as `{}`.
  const matrix = ['null', '{}'].includes(ofMatrix) ? undefined : ofMatrix;
  const pull = pullRequest === undefined ? undefined : `#${pullRequest}`;
  const ofLeg = matrix === undefined ? undefined : matrixWords(at('matrix')).join(', ');
  const known = [...parts, pull, ofLeg, leg].filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const claimedBy = text(at('claimed_by'));
  const run = number(at('run_id'));
  // A run that may be for one of several pull requests replaces no other run, because it is not known which.
  const apart = (listAt(userData, runKey, 'pull_requests') ?? []).length > 1 ? run : undefined;
  return {
    // A record that is only claimed replaces no record that was seen.
    key: JSON.stringify([...parts, text(at('workflow_file')), pullRequest, matrix, leg, claimedBy, apart].map((part) => part ?? null)),
    label: `${known.join(' › ')}${claimedBy === undefined ? '' : ` (claimed by a ${claimedBy})`}`,
    claimedBy,
    event: parts[0],
    workflow: parts[1],
    job: parts[2],
    matrix,
    pullRequest,
    madeBy: { run, attempt: number(at('run_attempt')), nonce: text(at('nonce')) },
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A number that was rounded when it was read is marked as such. */
function number(value: unknown): string | undefined {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? `about ${value}` : text(value);
}

/**
 * The groups of runs behind a row. A gate on a pull request judges that one's runs, and those that were for none: two
 * pull requests may have one head. A gate of no pull request judges all.
 */
export function groupsOf(row: TrailRow, answer: RecordsAnswer | undefined, { pullRequest: asking, trail }: TrailQuestion) {
  const found = recordsOfRow(row, answer?.kind === 'records' ? answer.records : [], trail);
  // An override decides until there is another record of the name: then it neither counts nor replaces one.
  const all = groupRecords(isOverridden(row) ? found : found.filter((record) => !isOverride(record)));
  return {
    all,
    groups: all.filter(({ pullRequest }) => asking === undefined || pullRequest === undefined || pullRequest === asking),
  };
}
