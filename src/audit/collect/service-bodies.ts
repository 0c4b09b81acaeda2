import type { Call } from '../../client/index.ts';
import { countedRows, type RowCounts } from '../../compliance/index.ts';
import type { AttestationRecord } from '../../contract/index.ts';
import { failuresIn, groupRecords, runKey, toldRun, unusableRow } from '../../gate/index.ts';
import { countAt, given, stringAt, webAddress } from '../../text/index.ts';
import type { EvidenceRecord, TrailFact } from '../facts/trail.ts';
import { inParts } from './parallel.ts';
import type { Asking } from './service-ask.ts';
import { fingerprintOf, momentOf, shaAt } from './service-values.ts';

const commitsAtOnce = 100;

/** A record with its place, from its body; one for each artifact that it was made for. */
interface Body {
  readonly flow: string | null;
  readonly trail: string | null;
  readonly records: readonly EvidenceRecord[];
}

export async function readBodies(asking: Asking, shas: readonly string[]): Promise<ReadonlyMap<string, Body>> {
  const { org } = asking;
  const found = await Promise.all(
    [...inParts(shas, commitsAtOnce)].map((commits) =>
      bodiesBy(asking, `/${org}?commit_list=SHA, ${commitsAtOnce} at a time`, `The records at ${commits.length} commits`, async (call) => {
        const records = await asking.questions.findAttestations(call, { org }, { commit_list: commits });
        return [...records.values()].flat();
      }),
    ),
  );
  return new Map(found.flat());
}

/** The overrides on a trail that name no commit, so that no search by commit finds them. They are asked for one by one. */
export async function readOverrides(asking: Asking, trail: TrailFact, flow: string): Promise<ReadonlyMap<string, Body>> {
  const { org } = asking;
  const names = new Set(trail.records.filter(({ read, type }) => type === 'override' && !read).map(({ name }) => name));
  const found = await Promise.all(
    [...names].map((name) =>
      bodiesBy(asking, `/${org}/FLOW/trail/TRAIL/NAME`, 'The records of one name', (call) =>
        asking.questions.attestationsOfName(call, { org, flow_name: flow, trail_name: trail.name, attestation_name: name }),
      ),
    ),
  );
  return new Map(found.flat());
}

/** @param path of the question, after `GET /attestations` */
async function bodiesBy(
  asking: Asking,
  path: string,
  what: string,
  read: (call: Call) => Promise<readonly AttestationRecord[]>,
): Promise<readonly (readonly [string, Body])[]> {
  const question = asking.ask(
    `GET /attestations${path}`,
    async (call) => (await read(call)).map((record) => [record.attestation_id, bodyOf(record)] as const),
    (bodies) => bodies.length,
  );
  return (await asking.orUntold('records', what, question)) ?? [];
}

/** Adds what the bodies of its records say, and records that its events left out. `flow`: its name in the service. */
export function withBodies(trail: TrailFact, bodies: ReadonlyMap<string, Body>, flow: string, more: readonly Body[] = []): TrailFact {
  const isHere = (body: Body): boolean => (body.trail ?? trail.name) === trail.name && (body.flow ?? flow) === flow;
  const known = trail.records.map((record): EvidenceRecord => {
    const body = bodies.get(record.id);
    const [said] = body !== undefined && isHere(body) ? body.records : [];
    if (said === undefined) return record;
    const { attempt, byForkClaim, by, failures, group, override, read, rule, run, tests, unusable } = said;
    return {
      ...record,
      // Where the two disagree, false wins.
      compliant: record.compliant === false || said.compliant === false ? false : (record.compliant ?? said.compliant),
      commit: record.commit ?? said.commit,
      type: record.type === '' ? said.type : record.type,
      by,
      override: override ?? record.override,
      tests,
      byForkClaim,
      run,
      read,
      ...given({ attempt, group, failures, rule, unusable }),
    };
  });
  const ids = new Set(known.map(({ id }) => id));
  const others = more.filter(isHere).flatMap(({ records }) => records.filter(({ id }) => !ids.has(id)));
  if (others.length === 0) return { ...trail, records: known };
  const records = [...known, ...others].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return { ...trail, records, commits: [...new Set([...trail.commits, ...others.flatMap(({ commit }) => commit ?? [])])] };
}

function bodyOf(record: AttestationRecord): Body {
  const { attestation_id: id, attestation_name: name, created_at: created, flow_name: flow, trail_name: trail, user_data: data } = record;
  const type = record.attestation_type ?? '';
  const at = momentOf(created);
  const [group] = groupRecords([record]);
  const leg =
    group === undefined || group.label === '' ? {} : { group: `${group.label} ${stringAt(data, runKey, 'workflow_file') ?? ''}`.trim() };
  const fingerprint = fingerprintOf(record.artifact_fingerprint);
  const failures = failuresIn(data).map((test) => ({ ...test, place: test.place ?? null }));
  const said = failures.length === 0 ? {} : { failures };
  const targets = fingerprint === null && (record.target_artifacts ?? []).length > 0 ? (record.target_artifacts ?? []) : [null];
  const records = targets.map((target): EvidenceRecord => ({
    id,
    name,
    type,
    compliant: record.is_compliant,
    at: at ?? new Date(0).toISOString(),
    commit: shaAt(record, 'git_commit_info', 'sha1'),
    fingerprint,
    target,
    by: stringAt(record, 'reported_by') ?? null,
    override: overrideIn(record, type),
    tests: testsIn(record),
    byForkClaim: stringAt(data, runKey, 'claimed_by') !== undefined,
    run: webAddress(stringAt(record, 'origin_url'))?.href ?? null,
    read: true,
    ...leg,
    ...said,
    ...given({ attempt: attemptIn(data), rule: countAt(record, 'rule'), unusable: isUnusable(record) ? true : undefined }),
  }));
  // A record without a moment cannot be ordered.
  return { flow: flow ?? null, trail: trail ?? null, records: at === null ? [] : records };
}

function attemptIn(data: unknown): EvidenceRecord['attempt'] {
  const { attempt, nonce, run } = toldRun(data).madeBy;
  return run === undefined || attempt === undefined ? undefined : { run, attempt, ...given({ nonce }) };
}

function overrideIn(record: AttestationRecord, type: string): EvidenceRecord['override'] {
  const id = stringAt(record, 'overridden_attestation_id');
  if (type.toLowerCase() !== 'override') return null;
  return { id: id ?? '', type: stringAt(record, 'original_attestation_type') ?? '', reason: stringAt(record, 'reason') ?? null };
}

/** Whether its rows say why the results could not be used. */
function isUnusable({ junit_results: results }: AttestationRecord): boolean {
  const names = (Array.isArray(results) ? results : []).map((row) => stringAt(row, 'name') ?? '');
  return names.length > 0 && names.every((name) => name.startsWith(unusableRow));
}

/** Undefined unless every row of the test results holds counts. */
function testsIn({ junit_results: results }: AttestationRecord): EvidenceRecord['tests'] {
  const rows = countedRows(results);
  if (rows === undefined) return null;
  const sum = (count: (row: RowCounts) => number): number => rows.reduce((total, row) => total + count(row), 0);
  return {
    total: sum(({ total }) => total),
    skipped: sum(({ skipped }) => skipped),
    failed: sum(({ errors, failures }) => errors + failures),
  };
}
