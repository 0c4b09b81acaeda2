import type { ComplianceStatus, Trail } from '../../contract/index.ts';
import { listAt, stringAt, valueAt } from '../../text/index.ts';
import type { EvidenceRecord, ReportedArtifact, TrailFact } from '../facts/trail.ts';

/** A service gives a number of seconds or its decimal text. ISO 8601 in UTC; null where it is neither. */
export function momentOf(seconds: unknown): string | null {
  const number = typeof seconds === 'string' && /^\d{1,12}(?:\.\d{1,12})?$/.test(seconds) ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !(number >= 0 && number < 253_402_300_800)) return null;
  return new Date(number * 1000).toISOString();
}

/** The full SHA at a path of foreign JSON, in small letters; null where there is none. */
export function shaAt(value: unknown, ...path: readonly string[]): string | null {
  return shaOf(stringAt(value, ...path));
}

export function shaOf(text: string | null | undefined): string | null {
  if (text?.length !== 40) return null;
  const sha = text.toLowerCase();
  return /^[a-f0-9]{40}$/.test(sha) ? sha : null;
}

/** 64 hexadecimal digits in small letters; null where it is none. */
export function fingerprintOf(text: string | null | undefined): string | null {
  const print = text?.toLowerCase();
  return print !== undefined && /^[a-f0-9]{64}$/.test(print) ? print : null;
}

export function listTrailCommits(trail: Trail): readonly string[] {
  const found = new Set([shaAt(trail, 'git_commit_info', 'sha1'), shaOf(trail.name)]);
  for (const event of listAt(trail, 'events') ?? []) found.add(commitOf(event));
  return [...found].filter((sha) => sha !== null);
}

/** A trail by its events, before the bodies of its records are read. The caller adds its template. */
export function readTrail(trail: Trail, flow: string): Omit<TrailFact, 'template'> {
  const told = listAt(trail, 'events');
  const events = putOldestFirst(told ?? []);
  const records = events.flatMap((event) => recordsIn(event, trail.compliance_status));
  const artifacts = events.flatMap((event) => artifactIn(event) ?? []);
  const at = momentOf(trail.created_at);
  return {
    flow,
    name: trail.name,
    url: trail.html_url ?? null,
    at: at ?? new Date(0).toISOString(),
    state: trail.compliance_status.status,
    templateVersion: null,
    ownTemplate: false,
    commits: listTrailCommits(trail),
    records,
    artifacts,
    cut: told === undefined || at === null || !events.every(isReadable) || !isExplained(trail, records),
  };
}

/** Services list events in either order. */
function putOldestFirst(events: readonly unknown[]): readonly unknown[] {
  const [first, last] = [Number(valueAt(events.at(0), 'timestamp')), Number(valueAt(events.at(-1), 'timestamp'))];
  return first > last ? events.toReversed() : events;
}

function commitOf(event: unknown): string | null {
  return shaAt(event, 'git_commit_info', 'sha1') ?? shaAt(event, 'git_commit');
}

/** An event of evidence that cannot be read may have said no. */
function isReadable(event: unknown): boolean {
  if (stringAt(event, 'type') === undefined) return false;
  const isAttestation = stringAt(event, 'type')?.includes('attestation') === true || valueAt(event, 'attestation_id') !== undefined;
  if (isAttestation) return recordsIn(event, undefined).length > 0;
  return !isReport(event) || artifactIn(event) !== undefined;
}

/** A record for several artifacts that are not reported yet counts once for each of them. */
function recordsIn(event: unknown, status: ComplianceStatus | undefined): readonly EvidenceRecord[] {
  const [id, name] = [stringAt(event, 'attestation_id'), stringAt(event, 'template_reference_name') ?? stringAt(event, 'attestation_name')];
  const at = momentOf(valueAt(event, 'timestamp'));
  if (id === undefined || name === undefined || at === null) return [];
  const told = stringAt(event, 'artifact_fingerprint');
  const fingerprint = fingerprintOf(told);
  if (told !== undefined && fingerprint === null) return [];
  const type = stringAt(event, 'attestation_type') ?? '';
  const said = valueAt(event, 'is_compliant');
  const listed = (listAt(event, 'target_artifacts') ?? [valueAt(event, 'target_artifact')]).filter((target) => typeof target === 'string');
  const targets = fingerprint === null && listed.length > 0 ? listed : [null];
  return targets.map((target) => ({
    id,
    name,
    type,
    compliant: typeof said === 'boolean' ? said : null,
    at,
    commit: commitOf(event),
    fingerprint,
    target,
    by: null,
    override: type === 'override' ? overriddenIn(status, id) : null,
    tests: null,
    byForkClaim: false,
    run: null,
    read: false,
  }));
}

/** The overridden record, from the row next to it: it may lack a commit by which to find it. */
function overriddenIn(status: ComplianceStatus | undefined, id: string): EvidenceRecord['override'] {
  const row = rowsOf(status).find(({ attestation_id: of, overridden_attestation_id: other }) => of === id && (other ?? '') !== '');
  return row === undefined ? null : { id: row.overridden_attestation_id ?? '', type: row.attestation_type ?? '', reason: null };
}

function rowsOf(status: ComplianceStatus | undefined): ComplianceStatus['attestations_statuses'] {
  if (status === undefined) return [];
  return [...status.attestations_statuses, ...Object.values(status.artifacts_statuses ?? {}).flatMap((each) => each.attestations_statuses)];
}

function isReport(event: unknown): boolean {
  return ['artifact_creation_reported', 'artifact_reported'].includes(stringAt(event, 'type') ?? '');
}

function artifactIn(event: unknown): ReportedArtifact | undefined {
  if (!isReport(event)) return undefined;
  const fingerprint = fingerprintOf(stringAt(event, 'artifact_fingerprint'));
  const at = momentOf(valueAt(event, 'timestamp'));
  if (fingerprint === null || at === null) return undefined;
  const name = stringAt(event, 'template_reference_name') ?? stringAt(event, 'artifact_name') ?? '';
  return { id: stringAt(event, 'artifact_id') ?? '', fingerprint, name, commit: commitOf(event), at };
}

/** Whether every record behind the state is among the events: where one is missing, others may be too. */
function isExplained({ compliance_status: status }: Trail, records: readonly EvidenceRecord[]): boolean {
  const ids = new Set(records.map(({ id }) => id));
  return rowsOf(status).every(({ attestation_id: id }) => (id ?? '') === '' || ids.has(id ?? ''));
}
