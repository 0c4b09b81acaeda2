import type { AttestationStatus } from '../../../contract/index.ts';
import { stringAt } from '../../../text/index.ts';
import { append, type Appended, type Author, type Deciding } from '../../log/chain.ts';
import { ofKind } from '../../log/read-log.ts';
import { flakyIn, tellPullRequest } from '../../record/facets.ts';
import { ruleOf, type Sent } from '../../record/kind.ts';
import { column, flag, jsonOf, nullable, number, readAll, readCount, readInOrder, readOne, reader, text } from '../../sql/row.ts';
import { beginsWith, insertAll, isFound, listed, sql, when, where, type Sql, type Steps, type Value } from '../../sql/sql.ts';
import type { Overridden, Rules, ToldRun } from '../../store-rules.ts';
import { isOnTrail } from '../artifacts/tables.ts';
import { findFlow, flowIdOf, type Flow } from '../flows/tables.ts';
import { decideTrail, factsOf, findTrailState, keepLatest, withRepo, type StateChange, type TrailState } from '../trails/tables.ts';
import { attestationRecorded, type AttestationContent, type RecordedAttestation } from './record.ts';

/** A file received and on the disk, not yet part of any record. */
export type ReceivedBlob = NonNullable<AttestationContent['attachment']>;

/** The answer of the rules of its type about evidence. */
export type Evaluated = Pick<AttestationContent, 'attestation_type' | 'is_compliant' | 'type_version'>;

/** The words of a record of evidence, before it is known where it belongs. Its request has the key that a client may repeat. */
type SaidEvidence = Omit<AttestationContent, 'kind' | 'flow' | 'flow_id' | 'trail_id' | 'overridden'>;

export interface NewAttestation {
  readonly author: Author;
  readonly id: string;
  readonly flowName: string;
  readonly said: SaidEvidence;
  /** The details of its trail if the trail does not exist yet. */
  readonly begins: Sent;
}

export type AttestationOutcome =
  /** `head` is the hash that the log ended with after this record. */
  | { readonly outcome: 'recorded'; readonly id: string; readonly head: string; readonly change: StateChange }
  | { readonly outcome: 'replayed'; readonly id: string; readonly head: string }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'unknown-artifact' };

/** Says whether evidence that is on its trail, or required there, complies. Its own type is `override`. */
export interface NewOverride extends NewAttestation {
  readonly originalType: string;
}

type OverrideOutcome =
  | AttestationOutcome
  | { readonly outcome: 'nothing-to-override' }
  /** The evidence has this type, and the override named another. */
  | { readonly outcome: 'other-type'; readonly type: string };

const attestationFields = reader({
  /** The current name of its flow; its record has the name at that time. */
  flowName: text,
  record: column('body', jsonOf(attestationRecorded.check)),
  sequence: number,
  hash: text,
});
export type AttestationRow = ReturnType<typeof attestationFields>;

export interface AttestationFilter {
  readonly flowName?: string;
  readonly name?: string;
  readonly type?: string;
  readonly id?: string;
  /** The beginning of its id. */
  readonly prefix?: string;
}

/** The scope of a search for attestations: any of up to 1,000 commits, a trail, or the whole organization. */
export interface AttestationSearch extends AttestationFilter {
  readonly commits?: readonly string[];
  readonly trail?: { readonly flowName: string; readonly name: string };
  /** Only attestations with a lower number: a page begins below the number that the previous one ended with. */
  readonly before?: number;
}

/** The filter of a list of a flow's attestations: between two moments in Unix seconds, both included. */
export interface FlowSearch {
  readonly flowName: string;
  readonly from?: number;
  readonly to?: number;
}

/** An attestation without its record: its number in its organization, the place of the record in the log, and its approximate size. */
const attestationEntry = reader({ number, sequence: number, commit: column('commit_sha', nullable(text)), bytes: number });
type AttestationEntry = ReturnType<typeof attestationEntry>;

/** The place of a record in the log, and its approximate size. */
const recordEntry = reader({ sequence: number, bytes: number });
type RecordEntry = ReturnType<typeof recordEntry>;

/** An attestation on a trail, without its record. */
const placeOnTrail = reader({ id: text, name: text, sequence: number, commit: column('commit_sha', nullable(text)), bytes: number });
export type PlaceOnTrail = ReturnType<typeof placeOnTrail>;

/** A record of evidence, its place in the log, and its number in its organization. */
export interface Numbered {
  readonly record: RecordedAttestation;
  readonly sequence: number;
  readonly number: number;
  readonly told: ToldRun;
}

/** Updates the tables with records of evidence, but for the decisions about their trails. */
export function* keepAttestations(all: readonly Numbered[]): Steps<void> {
  yield* insertAll('attestations', all.map(attestationRow));
  yield* insertAll('blobs', all.flatMap(blobRows));
  yield* insertAll('answers', all.flatMap(answerRows));
  yield* keepLatest(all);
  for (const { record } of all) yield* tellPullRequest(record);
}

function attestationRow({ number, record, sequence, told }: Numbered): Readonly<Record<string, Value>> {
  return {
    org_id: record.org_id,
    id: record.id,
    number,
    sequence,
    flow_id: record.flow_id,
    trail_id: record.trail_id,
    name: record.attestation_name,
    type: record.attestation_type,
    commit_sha: record.commit ?? null,
    is_compliant: record.is_compliant,
    overridden_id: record.overridden?.id ?? null,
    overridden_type: record.overridden?.type ?? null,
    created_at: record.created_at,
    control: controlOf(record),
    tests_ran: told.testsRan,
    run: told.run,
    flaky: flakyIn(record.data),
  };
}

/** The first rules that ask what a decision is about. By earlier ones it was about no control. */
const controlsSince = 2;

function controlOf(record: RecordedAttestation): string | null {
  if (record.attestation_type !== 'system:decision' || ruleOf(record) < controlsSince) return null;
  return stringAt(record.data, 'control') ?? null;
}

function blobRows({ record }: Numbered): readonly Readonly<Record<string, Value>>[] {
  if (record.attachment === undefined) return [];
  const { id, sha256, bytes } = record.attachment;
  return [{ org_id: record.org_id, id, attestation_id: record.id, sha256, bytes }];
}

function answerRows({ record, sequence }: Numbered): readonly Readonly<Record<string, Value>>[] {
  if (record.request === undefined) return [];
  const { hash, key } = record.request;
  return [{ org_id: record.org_id, reported_by: record.reported_by, idempotency_key: key, request_hash: hash, sequence }];
}

export function* writeAttestation(
  chain: Deciding,
  attestation: NewAttestation,
  more: Pick<AttestationContent, 'overridden'>,
  flow: Flow,
  trail: TrailState,
): Steps<AttestationOutcome> {
  const { id } = attestation;
  const appended = yield* append(chain, { ...contentOf(attestation, flow, trail), ...more }, id);
  const change = yield* applyAttestation(appended, chain, flow, trail);
  return { outcome: 'recorded', id, head: appended.hash, change };
}

/** The refusal of a record about an artifact that was not reported on the trail. */
export function* unknownArtifact({ author, flowName, said }: NewAttestation): Steps<AttestationOutcome | undefined> {
  const { fingerprint, trail: trailName } = said;
  if (fingerprint === undefined) return undefined;
  const { orgId } = author;
  const flow = yield* findFlow(orgId, flowName);
  const trail = flow === undefined ? undefined : yield* findTrailState(orgId, flow.id, trailName);
  const isKnown = flow !== undefined && trail !== undefined && (yield* isOnTrail(orgId, flow.id, trail.id, fingerprint));
  return isKnown ? undefined : { outcome: 'unknown-artifact' };
}

export function contentOf({ said }: NewAttestation, flow: Flow, trail: TrailState): AttestationContent {
  return { kind: 'attestation', flow: flow.name, flow_id: flow.id, trail_id: trail.id, ...said };
}

export function* applyAttestation(
  { record, sequence }: Appended<AttestationContent>,
  chain: Deciding,
  flow: Flow,
  trail: TrailState,
): Steps<StateChange> {
  chain.attestations += 1;
  yield* keepAttestations([{ record, sequence, number: chain.attestations, told: chain.rules.runOf(record) }]);
  return yield* decideTrail(chain, flow, { ...trail, repoIds: withRepo(trail.repoIds, record.repo_id) });
}

/** Up to `limit` attestations after the first `skip`, latest first; by commit, if commits are given. */
export function* findAttestations(orgId: string, search: AttestationSearch, limit: number, skip = 0): Steps<readonly AttestationEntry[]> {
  const { commits, trail, flowName, name, type, id, prefix, before } = search;
  const flow = (called: string) => flowIdOf(orgId, called);
  const wanted = where(
    {
      'attestations.org_id': orgId,
      'attestations.trail_id': when(
        trail,
        (on) => sql`(select id from trails where org_id = ${orgId} and flow_id = ${flow(on.flowName)} and name = ${on.name})`,
      ),
      'attestations.flow_id': when(flowName, flow),
      'attestations.name': name,
      'attestations.type': type,
      'attestations.id': id,
    },
    when(commits, (any) => sql`attestations.commit_sha in ${listed(any)}`),
    when(prefix, (begin) => beginsWith('attestations.id', begin)),
    when(before, (end) => sql`attestations.number < ${end}`),
  );
  // The order of the index that the search uses, so that no more is read than is answered.
  const order = commits === undefined ? sql`attestations.number desc` : sql`attestations.commit_sha desc, attestations.number desc`;
  return yield* readAll(
    attestationEntry,
    sql`select attestations.number, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
      from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
      ${wanted} order by ${order} limit ${limit} offset ${skip}`,
  );
}

/** The records of up to `limit` attestations of a trail, latest first, before a place in the log. */
export const attestationsOfTrail = (orgId: string, trailId: string, before: number, limit: number) =>
  readAll(
    recordEntry,
    sql`select sequence, octet_length(body) as bytes from records
      where org_id = ${orgId} and trail_id = ${trailId} and sequence < ${before} and ${ofKind('attestation')}
      order by sequence desc limit ${limit}`,
  );

/** Up to `limit` attestations of a trail, without what they say, in no order. */
export const placesOnTrail = (orgId: string, trailId: string, limit: number) =>
  readAll(
    placeOnTrail,
    sql`select attestations.id, attestations.name, attestations.sequence, attestations.commit_sha, octet_length(records.body) as bytes
      from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
      where attestations.org_id = ${orgId} and attestations.trail_id = ${trailId} limit ${limit}`,
  );

const columns = sql`select body, sequence, hash, (select flows.name from attestations
    join flows on flows.org_id = attestations.org_id and flows.id = attestations.flow_id
    where attestations.org_id = records.org_id and attestations.id = records.id) as flow_name
  from records`;

/** The attestations at some places in the log, in that order; other records are left out. */
export const attestationsAt = (orgId: string, sequences: readonly number[]) =>
  readInOrder(
    attestationFields,
    'sequence',
    sequences,
    (list) => sql`${columns} where org_id = ${orgId} and sequence in ${list} and ${ofKind('attestation')}`,
  );

export const attestationById = (orgId: string, id: string) =>
  readOne(attestationFields, sql`${columns} where org_id = ${orgId} and id = ${id} and ${ofKind('attestation')}`);

/** How many attestations an organization has, or only those whose id has this beginning. */
export const attestationCount = (orgId: string, prefix?: string) =>
  readCount(
    prefix === undefined
      ? sql`select attestation_count as count from organizations where id = ${orgId}`
      : sql`select count(*) as count from attestations where org_id = ${orgId} and ${beginsWith('id', prefix)}`,
  );

/** Used at a start, for files whose organization is not known. */
export const hasBlob = (id: string) => isFound(sql`select 1 as found from blobs where id = ${id}`);

/** The record that answered an earlier request with a key. */
export const answerFields = reader({ reportedBy: text, key: text, requestHash: text, id: text, head: text });
export type Answer = ReturnType<typeof answerFields>;

function* earlierAnswer(attestation: NewAttestation): Steps<AttestationOutcome | undefined> {
  const { author, said } = attestation;
  if (said.request === undefined) return undefined;
  return answered(attestation, yield* readOne(answerFields, answersTo(author.orgId, author.userName, [said.request.key])));
}

export function answersTo(orgId: string, userName: string, keys: readonly string[]): Sql {
  return sql`select answers.reported_by, answers.idempotency_key as key, answers.request_hash, records.id, records.hash as head
      from answers join records on records.org_id = answers.org_id and records.sequence = answers.sequence
      where answers.org_id = ${orgId} and answers.reported_by = ${userName} and answers.idempotency_key in ${listed(keys)}`;
}

/** The outcome of a request whose key has such an answer. */
export function answered({ said }: NewAttestation, answer: Answer | undefined): AttestationOutcome | undefined {
  if (answer === undefined) return undefined;
  const { head, id, requestHash } = answer;
  return requestHash === said.request?.hash ? { outcome: 'replayed', id, head } : { outcome: 'key-reused' };
}

/** A record of a flow as its weeks count it; `branch` is that of its trail, and `looked` how many records were looked at. */
const weekRecord = reader({
  createdAt: number,
  name: text,
  type: text,
  isCompliant: flag,
  flaky: number,
  trailId: text,
  branch: text,
  looked: number,
});

/** Among the newest `limit` records of a flow since a moment the oldest one, and those that say more than that all is well, in their order. */
export const recordsSince = (orgId: string, flowId: string, since: number, limit: number) =>
  readAll(
    weekRecord,
    sql`with found as (select created_at, name, type, is_compliant, flaky, trail_id from attestations
        where org_id = ${orgId} and flow_id = ${flowId} and created_at >= ${since} order by created_at desc limit ${limit})
      select found.*, (select count(*) from found) as looked,
        (select branch from trail_facets where trail_facets.org_id = ${orgId} and trail_facets.trail_id = found.trail_id) as branch
      from found where flaky > 0 or type = 'override' or name in (select name from found where not is_compliant)
        or created_at = (select min(created_at) from found) order by created_at`,
  );

/** Records of a flow with failed or flaky tests, newest first: up to `limit` among the newest `looked`, which begin at `since`. */
export function* troubledResults(orgId: string, flowId: string, asked: number, looked: number, limit: number) {
  const ofFlow = sql`from attestations where org_id = ${orgId} and flow_id = ${flowId} and created_at >=`;
  const first = sql`select created_at ${ofFlow} ${asked} order by created_at desc limit 1 offset ${looked - 1}`;
  const since = (yield* readOne(column('created_at', number), first)) ?? asked;
  const found = sql`select sequence, created_at,
      (select octet_length(body) from records where records.org_id = ${orgId} and records.sequence = attestations.sequence) as bytes
    ${ofFlow} ${since} and type = 'junit' and (flaky > 0 or not is_compliant) order by created_at desc limit ${limit}`;
  return { since, entries: yield* readAll(reader({ sequence: number, createdAt: number, bytes: number }), found) };
}

/** How many attestations a flow has, between two moments if they are given. */
export const flowAttestationCount = (orgId: string, search: FlowSearch) =>
  readCount(sql`select count(*) as count from attestations ${wanted(orgId, search)}`);

/** The places in the log of up to `limit` of them after the first `skip`, newest first, and the approximate size of each. */
export function* flowAttestations(orgId: string, search: FlowSearch, skip: number, limit: number): Steps<readonly RecordEntry[]> {
  // The page first: the rows before it need no record.
  const page = sql`select attestations.sequence from attestations ${wanted(orgId, search)}
    order by attestations.created_at desc limit ${limit} offset ${skip}`;
  const found = yield* readAll(
    recordEntry,
    sql`select page.sequence, octet_length(records.body) as bytes
      from (${page}) as page join records on records.org_id = ${orgId} and records.sequence = page.sequence`,
  );
  return found.toSorted((one, other) => other.sequence - one.sequence);
}

function wanted(orgId: string, { flowName, from, to }: FlowSearch): Sql {
  return where(
    { 'attestations.org_id': orgId, 'attestations.flow_id': sql`(select id from flows where org_id = ${orgId} and name = ${flowName})` },
    when(from, (moment) => sql`attestations.created_at >= ${moment}`),
    when(to, (moment) => sql`attestations.created_at <= ${moment}`),
  );
}

/** Records an override of evidence that is on its trail or required there; there is nothing else to override. */
export function* recordOverride(chain: Deciding, override: NewOverride): Steps<OverrideOutcome> {
  const found = (yield* earlierAnswer(override)) ?? (yield* unknownArtifact(override)) ?? (yield* overriddenBy(chain, override));
  if ('outcome' in found) return found;
  const { flow, overridden, trail } = found;
  return yield* writeAttestation(chain, override, { overridden }, flow, trail);
}

/** The evidence that an override is about: the row that the status of its trail shows under the name now. */
function* overriddenBy(
  chain: Deciding,
  override: NewOverride,
): Steps<{ readonly flow: Flow; readonly trail: TrailState; readonly overridden: Overridden } | OverrideOutcome> {
  const { author, flowName, originalType, said } = override;
  const flow = yield* findFlow(author.orgId, flowName);
  const trail = flow === undefined ? undefined : yield* findTrailState(author.orgId, flow.id, said.trail);
  if (flow === undefined || trail === undefined) return { outcome: 'nothing-to-override' };
  const facts = yield* factsOf(chain, flow, trail);
  const rows = rowsAbout(override, facts, chain.rules).filter((row) => row.attestation_name === said.attestation_name);
  // An existing record counts; a required but missing one counts only if nothing else exists.
  const row = rows.find(({ status }) => status === 'COMPLETE') ?? rows[0];
  const type = row?.attestation_type ?? undefined;
  if (row === undefined || type === undefined) return { outcome: 'nothing-to-override' };
  if (!isSameType(type, originalType)) return { outcome: 'other-type', type };
  return { flow, trail, overridden: { id: row.overridden_attestation_id ?? row.attestation_id ?? override.id, type: originalType } };
}

/** The rows about an override's subject: the trail, or an artifact by its fingerprint, or by its name before it is reported. */
function rowsAbout(
  { said: { commit, fingerprint, targets } }: NewOverride,
  facts: Parameters<Rules['evaluate']>[0],
  rules: Rules,
): readonly AttestationStatus[] {
  const [target] = targets;
  if (fingerprint === undefined && target === undefined) return rules.evaluate(facts).attestations_statuses;
  // A record that is bound to a commit is not about any other commit.
  const early = ({ commit: other }: { readonly commit?: string }) => fingerprint !== undefined || other === commit;
  const { artifacts_statuses: artifacts } = rules.evaluate({
    ...facts,
    artifacts: facts.artifacts.filter(early),
    attestations: facts.attestations.filter((record) => record.target === undefined || early(record)),
  });
  const shown = Object.entries(artifacts ?? {}).find(([name, { artifact_fingerprint }]) =>
    fingerprint === undefined ? name === target : artifact_fingerprint === fingerprint,
  );
  return shown?.[1].attestations_statuses ?? [];
}

function isSameType(type: string, said: string): boolean {
  return type === '*' || type === said || (type === 'decision' && said === 'system:decision');
}
