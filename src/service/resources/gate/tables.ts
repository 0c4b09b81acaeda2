import type { AttestationStatus, ComplianceStatus } from '../../../contract/index.ts';
import { aText, ifThere, passes, shape, type Checked } from '../../../text/check.ts';
import { number, readListed, text } from '../../sql/row.ts';
import { insertAll, orChange, sql, type Row, type Sql, type Steps } from '../../sql/sql.ts';
import { namedRecord, type ArtifactOnTrail, type FindHidden, type LatestRecord, type NamedRecord, type Rules } from '../../store-rules.ts';

/** The answer of a gate, with its first reason; `note` says that nothing is required, which is no verdict. */
const aGateAnswer = shape({
  verdict: aText,
  reason: ifThere(shape({ code: aText, message: aText, fix: aText })),
  note: ifThere(aText),
});
export type GateAnswer = Checked<typeof aGateAnswer>;

/** The answer about a trail, or about an artifact in a flow, as far as it is kept. */
export interface KeptAnswer {
  readonly orgId: string;
  /** The id of the trail, or of the flow of the artifact. */
  readonly aboutId: string;
  /** The fingerprint of the artifact; '' of a trail. */
  readonly fingerprint: string;
  /** All that an answer of now is made from. */
  readonly basis: string;
  /** `undefined` where none is kept that was made from this. */
  readonly answer: GateAnswer | undefined;
}

/** The same with an answer that was made from that basis. */
export type WorkedOut = KeptAnswer & { readonly answer: GateAnswer };

/** The kept answer in a row with the columns of `gateColumns`; one that was made from something else, or is broken, is none. */
export function keptAnswerOf(
  row: Row,
  { basedOn, ...about }: Pick<KeptAnswer, 'orgId' | 'aboutId' | 'fingerprint'> & { readonly basedOn: readonly (string | number)[] },
): KeptAnswer {
  const basis = JSON.stringify(basedOn);
  const isOfNow = row['gate_basis'] === basis;
  return { ...about, basis, answer: isOfNow ? answerOf(row) : undefined };
}

function answerOf(row: Row): GateAnswer | undefined {
  try {
    // It holds no number that could be rounded, and to look for one costs a list more than to parse it.
    const answer: unknown = JSON.parse(text(row, 'gate_answer'));
    return passes(aGateAnswer, answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The columns of a kept answer, where `gateTable` is joined. */
export const gateColumns = sql`gate_answers.basis as gate_basis, gate_answers.answer as gate_answer`;

/** Joins the kept answer about each row, if there is one. */
export function gateTable(orgId: Sql, aboutId: Sql, fingerprint: Sql): Sql {
  return sql`left join gate_answers on gate_answers.org_id = ${orgId} and gate_answers.about_id = ${aboutId}
    and gate_answers.fingerprint = ${fingerprint}`;
}

/** Keeps answers. One that was made from older records may come after a newer one: its basis is old then, so it is never shown. */
export function* keepGateAnswers(answers: readonly WorkedOut[]): Steps<void> {
  yield* insertAll(
    'gate_answers',
    answers.map(({ aboutId, answer, basis, fingerprint, orgId }) => ({
      org_id: orgId,
      about_id: aboutId,
      fingerprint,
      basis,
      answer: JSON.stringify(answer),
    })),
    orChange(['org_id', 'about_id', 'fingerprint'], ['basis', 'answer']),
  );
}

const columns = sql`trail_id, id, name, type, is_compliant, commit_sha, created_at, tests_ran, run`;

function* recordsNamed(orgId: string, trailId: string, names: readonly string[]): Steps<readonly NamedRecord[]> {
  const of = (list: Sql) => sql`select ${columns} from attestations
    where org_id = ${orgId} and trail_id = ${trailId} and name in ${list} order by number`;
  return yield* readListed(namedRecord, names, of);
}

/** The latest records of a trail; names without a test that ran are marked. Others of a name are read only if the latest is empty. */
export function* withEmptyNames(
  orgId: string,
  trailId: string,
  latest: readonly LatestRecord[],
  artifacts: readonly ArtifactOnTrail[],
  rules: Rules,
): Steps<readonly LatestRecord[]> {
  const names = [...new Set(latest.filter(({ testsRan }) => testsRan === 0).map(({ name }) => name))];
  if (names.length === 0) return latest;
  const byName = Map.groupBy(yield* recordsNamed(orgId, trailId, names), ({ name }) => name);
  return latest.map((record) => {
    const isEmpty = record.testsRan === 0 && rules.isEmpty(record.id, byName.get(record.name) ?? [], artifacts);
    return isEmpty ? { ...record, noTestRan: true } : record;
  });
}

/** By trail id, all records of each name among whose records one says no or holds no test: other names hide nothing. */
function* doubtfulRecords(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, readonly NamedRecord[]>> {
  const found = yield* readListed(
    (row) => [number(row, 'number'), namedRecord(row)] as const,
    trailIds,
    // Ordered here: to have it from the database, SQLite would walk over all records of the organization.
    (list) => sql`select number, ${columns} from attestations where org_id = ${orgId} and trail_id in ${list}
      and run is not null and (trail_id, name) in (
        select trail_id, name from attestations
        where org_id = ${orgId} and trail_id in ${list} and (is_compliant = ${false} or tests_ran = 0))`,
  );
  const inOrder = found.toSorted(([one], [other]) => one - other).map(([, record]) => record);
  return Map.groupBy(inOrder, ({ trailId }) => trailId);
}

export type Decision = Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>;

/** The sentence of the first no that is hidden behind a row, by the id of its trail and the decision there. */
export type Hidden = (trailId: string, decision: Decision, row: AttestationStatus) => string | undefined;

/** Looks for what the records of some trails prove against their green rows. Only names with a doubtful record are read. */
export function* hiddenNos(orgId: string, trailIds: readonly string[], find: FindHidden | undefined): Steps<Hidden> {
  if (find === undefined || trailIds.length === 0) return () => undefined;
  const doubtful = yield* doubtfulRecords(orgId, trailIds);
  return (trailId, { artifacts_statuses: artifacts }, row) => {
    const named = doubtful.get(trailId)?.filter(({ name }) => name === row.attestation_name) ?? [];
    if (row.is_compliant !== true || named.length === 0) return undefined;
    const known = Object.entries(artifacts ?? {}).flatMap(([name, { artifact_fingerprint: fingerprint }]) =>
      typeof fingerprint === 'string' ? [{ fingerprint, name }] : [],
    );
    return find(row, named, known);
  };
}
