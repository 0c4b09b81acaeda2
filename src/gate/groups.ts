import type { AttestationRecord } from '../contract/index.ts';

/** The key of `user_data` under which every record of ours says which run made it. */
export const runKey = 'compliance_evidence';

/** The records of one name that one kind of run made: same event, workflow, job and matrix leg. */
export interface RunGroup {
  /** `push › ci.yml › test › {"os":"linux"}`, or `''` for records that do not say. */
  readonly label: string;
  readonly matrix: string | undefined;
  /** The records of the newest run attempt: all of them must be compliant. */
  readonly newest: readonly AttestationRecord[];
}

interface Origin {
  /** Tells groups apart, whatever their parts are called. */
  readonly key: string;
  readonly label: string;
  readonly matrix: string | undefined;
  /** `undefined` away from GitHub: there the newest record of a group counts alone. */
  readonly attempt: string | undefined;
}

interface Group {
  readonly label: string;
  readonly matrix: string | undefined;
  readonly records: { readonly record: AttestationRecord; readonly attempt: string | undefined }[];
}

/**
 * Sorts records into groups. A service lets the latest record of a name decide, so a green leg of a matrix would hide
 * a red one; here every leg keeps its own. A re-run replaces only its own group. Records without our key are one group,
 * of which the newest alone counts.
 */
export function groupRecords(records: readonly AttestationRecord[]): readonly RunGroup[] {
  const groups = new Map<string, Group>();
  for (const record of records) {
    const origin = originOf(record.user_data);
    const key = origin?.key ?? '';
    const group = groups.get(key) ?? { label: origin?.label ?? '', matrix: origin?.matrix, records: [] };
    group.records.push({ record, attempt: origin?.attempt });
    groups.set(key, group);
  }
  return [...groups.values()].map(({ label, matrix, records: members }) => ({ label, matrix, newest: newestOf(members) }));
}

/** The records of the newest attempt. Of records made in the same moment none is newer, so that all of them count. */
function newestOf(members: Group['records']): readonly AttestationRecord[] {
  const last = members.reduce((latest, { record }) => Math.max(latest, record.created_at), -Infinity);
  const latest = members.filter(({ record }) => record.created_at === last).map(({ attempt }) => attempt);
  // Within one run the attempt's number tells which is newer; clocks of a service may differ.
  const attempts = new Set(latest.flatMap((attempt) => [attempt, newestAttempt(attempt, members)]));
  return members
    .filter(({ record, attempt }) => record.created_at === last || (attempt !== undefined && attempts.has(attempt)))
    .map(({ record }) => record);
}

function newestAttempt(of: string | undefined, members: Group['records']): string | undefined {
  const run = of?.slice(0, of.lastIndexOf('/') + 1);
  const same = members.flatMap(({ attempt }) => (run !== undefined && attempt?.startsWith(run) === true ? attempt : []));
  return same.toSorted((a, b) => Number(b.slice(b.lastIndexOf('/') + 1)) - Number(a.slice(a.lastIndexOf('/') + 1)))[0];
}

/** What `user_data` says of the run; foreign text, so every field is looked at before it is believed. */
function originOf(userData: unknown): Origin | undefined {
  const key = field(userData, runKey);
  const parts = ['event', 'workflow', 'job'].map((name) => text(field(key, name)));
  const run = text(field(key, 'run_id'));
  const attempt = text(field(key, 'run_attempt'));
  const matrix = field(key, 'matrix');
  const leg = matrix === undefined || matrix === null ? undefined : sorted(matrix);
  const known = [...parts, leg].filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  return {
    key: JSON.stringify([...parts.map((part) => part ?? null), leg ?? null]),
    label: known.join(' › '),
    matrix: leg,
    attempt: run === undefined || attempt === undefined ? undefined : `${run}/${attempt}`,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Deeper than any matrix of GitHub's; what lies below tells no legs apart, and cannot exhaust the stack. */
const deepest = 20;

/** JSON with sorted keys, so that the same leg reads the same whichever way it was written. */
function sorted(value: unknown): string {
  return JSON.stringify(ordered(value, 0));
}

function ordered(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner, depth + 1)]),
  );
}
