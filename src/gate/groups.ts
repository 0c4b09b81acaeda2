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
  readonly group: string;
  readonly matrix: string | undefined;
  readonly attempt: string;
}

/**
 * Sorts records into groups. A service lets the latest record of a name decide, so a green leg of a matrix would hide
 * a red one; here every leg keeps its own. A re-run replaces only its own group. Records without our key are one group,
 * of which the newest alone counts.
 */
export function groupRecords(records: readonly AttestationRecord[]): readonly RunGroup[] {
  const groups = new Map<string, { matrix: string | undefined; records: { record: AttestationRecord; attempt: string | undefined }[] }>();
  for (const record of records) {
    const origin = originOf(record.user_data);
    const label = origin?.group ?? '';
    const group = groups.get(label) ?? { matrix: origin?.matrix, records: [] };
    group.records.push({ record, attempt: origin?.attempt });
    groups.set(label, group);
  }
  return [...groups].map(([label, { matrix, records: members }]) => {
    const latest = members.reduce((a, b) => (b.record.created_at > a.record.created_at ? b : a));
    const newest = members.filter(
      ({ record, attempt }) => record === latest.record || (attempt !== undefined && attempt === latest.attempt),
    );
    return { label, matrix, newest: newest.map(({ record }) => record) };
  });
}

/** What `user_data` says of the run; foreign text, so every field is looked at before it is believed. */
function originOf(userData: unknown): Origin | undefined {
  const key = field(userData, runKey);
  const parts = ['event', 'workflow', 'job'].map((name) => text(field(key, name)));
  const run = text(field(key, 'run_id'));
  const attempt = text(field(key, 'run_attempt'));
  if (run === undefined || attempt === undefined || parts.every((part) => part === undefined)) return undefined;
  const matrix = field(key, 'matrix');
  const leg = matrix === undefined || matrix === null ? undefined : sorted(matrix);
  return {
    group: [...parts.map((part) => part ?? ''), leg ?? ''].filter((part, index) => index < 3 || part !== '').join(' › '),
    matrix: leg,
    attempt: `${run}/${attempt}`,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** JSON with sorted keys, so that the same leg reads the same whichever way it was written. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
