import { countedRows, isJunitCompliant, testsRun } from '../../../compliance/index.ts';
import type { AttestationInput, AttestationRecord } from '../../../contract/index.ts';
import { given, listAt, stringAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { Links, View } from '../../evidence/links.ts';
import { inPortions, inSteps, next, paginationOf, type AskedPage, type Listing, type Sequenced } from '../../evidence/listing.ts';
import { Refusal, noAttestation } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import { fitting } from '../../log/read-log.ts';
import { ruleOf } from '../../record/kind.ts';
import { findFlow } from '../flows/use.ts';
import type { LatestNamed, TrailRow } from '../trails/tables.ts';
import type { RecordedAttestation } from './record.ts';
import type { AttestationFilter, AttestationRow, AttestationSearch, FlowSearch } from './tables.ts';

/** The fields that each attestation has, whatever was sent with it. */
export type AttestationView = View<AttestationRecord, keyof AttestationInput | 'junit_results' | 'overridden_attestation_id' | 'rule'> & {
  readonly attestation_name: string;
  readonly attestation_type: string;
  readonly created_at: number;
  readonly reported_by: string;
  readonly is_compliant: boolean;
  readonly flow_name: string;
  readonly trail_name: string;
  readonly user_data: unknown;
};

/** An attestation as its readers see it: the fields that were sent, also those of its type, and our own fields next to them. */
export function attestationView({ flowName, record }: AttestationRow, links: Links): AttestationView {
  const { id, org, trail, attachment, data } = record;
  return {
    ...data,
    attestation_id: id,
    attestation_name: record.attestation_name,
    attestation_type: record.attestation_type,
    created_at: record.created_at,
    reported_by: record.reported_by,
    is_compliant: complies(record),
    user_data: data.user_data ?? {},
    ...given({
      type_version: record.type_version,
      overridden_attestation_id: record.overridden?.id,
      // The job that recorded it without a stored token, as its issuer vouched for it.
      job: record.credential.kind === 'oidc' ? record.credential.claims : undefined,
      rule: ruleOfEmpty(record),
    }),
    has_audit_package: attachment !== undefined,
    ...given({
      evidence_archive_fingerprint: attachment?.sha256,
      evidence_archive_path: attachment && `${org}/trail_attestation/${id}/${attachment.filename}`,
    }),
    flow_name: flowName,
    trail_name: trail,
    schema_version: 1,
    html_url: links.attestation(org, flowName, trail, id),
  };
}

/** The number of the rules that judged test results without a test that ran; of others it makes no difference. */
function ruleOfEmpty({ attestation_type: type, data, rule }: RecordedAttestation): number | undefined {
  const rows = type === 'junit' ? countedRows(data.junit_results) : undefined;
  return rows !== undefined && testsRun(rows) === 0 ? rule : undefined;
}

/** Results that the rule of their time finds a fault in are never shown as compliant, whatever is stored next to them. */
function complies(record: RecordedAttestation): boolean {
  const { attestation_type, data, is_compliant } = record;
  if (!is_compliant || attestation_type !== 'junit') return is_compliant;
  return Array.isArray(data.junit_results) && isJunitCompliant(data.junit_results, ruleOf(record));
}

const pageSize = 500;

/** The most fingerprints with the same beginning that one listing covers. */
const mostFingerprints = 100;

/** The most commits that one search may name. */
const mostCommits = 1000;

/**
 * For each of some different commits, in that order, its attestations, newest first; a commit without any has an empty list. Commits whose
 * attestations do not fit on one page are halved until they do: few statements find many.
 */
export async function* attestationsByCommit(
  evidence: Evidence,
  orgId: string,
  commits: readonly string[],
  filter: AttestationFilter,
): AsyncIterable<readonly [string, AsyncIterable<AttestationView>]> {
  const [one, another] = commits;
  if (one === undefined) return;
  if (another === undefined) {
    yield [one, everyAttestation(evidence, orgId, { ...filter, commits })];
    return;
  }
  const isTooMany = commits.length > mostCommits;
  const found = isTooMany ? [] : await evidence.store.findAttestations(orgId, { ...filter, commits }, pageSize);
  if (isTooMany || found.length === pageSize) {
    const half = Math.ceil(commits.length / 2);
    for (const some of [commits.slice(0, half), commits.slice(half)]) yield* attestationsByCommit(evidence, orgId, some, filter);
    return;
  }
  const ofCommit = Map.groupBy(found, ({ commit }) => commit);
  const views = viewsOf(evidence, orgId, commits.map((commit) => ofCommit.get(commit) ?? []).flat());
  for (const commit of commits) yield [commit, next(views, ofCommit.get(commit)?.length ?? 0)];
}

/** Bytes of records that are read for one page. */
const mostBytes = 20_000_000;

/** One page of all records on a trail, newest first, before a number in the log; `next` is the number of the following page. */
export async function attestationsOnTrail(
  evidence: Evidence,
  orgId: string,
  trailId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<{ readonly items: AsyncIterable<AttestationView>; readonly next: number | undefined }> {
  // One more than is shown tells whether there are more.
  const found = await evidence.store.attestationsOfTrail(orgId, trailId, before, limit + 1);
  const shown = fitting(found, mostBytes).slice(0, limit);
  return { items: viewsOf(evidence, orgId, shown), next: found.length > shown.length ? shown.at(-1)?.sequence : undefined };
}

/** One record of a trail; a refusal if the trail has no record with that id. */
export async function attestationOnTrail(evidence: Evidence, org: Org, trail: TrailRow, id: string): Promise<AttestationView> {
  const row = await evidence.store.attestationById(org.orgId, id);
  if (row?.record.trail_id !== trail.id) throw noAttestation(org.orgName, trail.flowName, trail.name, id);
  return attestationView(row, evidence.links);
}

/**
 * All records of a name about a flow's artifacts with this prefix of a fingerprint: their own, and those for their name and commit. Trail
 * by trail, newest first on each.
 */
export async function* attestationsOfArtifact(
  evidence: Evidence,
  orgId: string,
  { flow, name, prefix }: { readonly flow: string; readonly prefix: string; readonly name: string },
): AsyncIterable<AttestationView> {
  const { fingerprints } = await evidence.store.shasBeginning(orgId, prefix, mostFingerprints);
  for (const fingerprint of fingerprints) {
    const numbers = await evidence.store.artifactNumbers(orgId, { flowName: flow, fingerprint }, 0, pageSize);
    for (const artifact of await evidence.store.artifactsNumbered(orgId, numbers)) {
      const { commit, trail } = artifact.record;
      if (trail === undefined) continue;
      const isAbout = ({ record }: AttestationRow): boolean =>
        record.fingerprint === fingerprint ||
        (record.fingerprint === undefined &&
          record.commit !== undefined &&
          record.commit === commit &&
          record.targets.includes(artifact.name));
      yield* everyAttestation(evidence, orgId, { trail: { flowName: flow, name: trail }, name }, isAbout);
    }
  }
}

export async function attestationsOfFlow(
  evidence: Evidence,
  org: Org,
  search: FlowSearch,
  asked: AskedPage,
): Promise<Listing<AttestationView>> {
  await findFlow(evidence, org, search.flowName);
  const total = await evidence.store.flowAttestationCount(org.orgId, search);
  const found = await evidence.store.flowAttestations(org.orgId, search, (asked.page - 1) * asked.perPage, asked.perPage);
  return { items: viewsOf(evidence, org.orgId, found), pagination: paginationOf(total, asked) };
}

/** One page of an organization's attestations, of those whose id begins so, or the one that is asked for; newest first. */
export async function listAttestations(
  evidence: Evidence,
  orgId: string,
  { id, page, perPage, prefix }: AskedPage & { readonly id?: string; readonly prefix?: string },
): Promise<Listing<AttestationView>> {
  const { store, links } = evidence;
  if (id !== undefined) {
    const row = id.startsWith(prefix ?? '') ? await store.attestationById(orgId, id) : undefined;
    const total = row === undefined ? 0 : 1;
    const items = (async function* () {
      if (row !== undefined && page === 1) yield attestationView(row, links);
    })();
    return { items, pagination: { total, page, per_page: perPage, page_count: total } };
  }
  const total = await store.attestationCount(orgId, prefix);
  const before = (page - 1) * perPage;
  // All attestations are numbered without a gap, so that a page begins at a number, however many come before it.
  const found =
    prefix === undefined
      ? await store.findAttestations(orgId, { before: total - before + 1 }, perPage)
      : await store.findAttestations(orgId, { prefix }, perPage, before);
  return { items: viewsOf(evidence, orgId, found), pagination: paginationOf(total, { page, perPage }) };
}

/** Everything that a search finds, newest first. A page begins below the number that the previous one ended with. */
export async function* everyAttestation(
  evidence: Evidence,
  orgId: string,
  search: AttestationSearch,
  isMeant?: (row: AttestationRow) => boolean,
): AsyncGenerator<AttestationView> {
  const read = (before: number, limit: number) => evidence.store.findAttestations(orgId, { ...search, before }, limit);
  for await (const found of inSteps(Number.MAX_SAFE_INTEGER, pageSize, read, ({ number }) => number))
    yield* viewsOf(evidence, orgId, found, isMeant);
}

async function* viewsOf(
  { store, links }: Evidence,
  orgId: string,
  found: readonly Sequenced[],
  isMeant: (row: AttestationRow) => boolean = () => true,
): AsyncGenerator<AttestationView> {
  for await (const row of inPortions(found, (sequences) => store.attestationsAt(orgId, sequences)))
    if (isMeant(row)) yield attestationView(row, links);
}

export interface AttachedFile {
  readonly filename: string;
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The file of a record on a trail. Throws a Refusal if there is none. */
export async function attachedFile(
  { blobs, store }: Evidence,
  { orgId, orgName }: Org,
  { flow, id, trail }: { readonly flow: string; readonly trail: string; readonly id: string },
): Promise<AttachedFile> {
  const record = (await store.attestationById(orgId, id))?.record;
  // The flow may have another name by now.
  const flowId = (await store.findFlow(orgId, flow))?.id;
  if (record === undefined || record.flow_id !== flowId || record.trail !== trail) throw noAttestation(orgName, flow, trail, id);
  const { attachment } = record;
  if (attachment === undefined)
    throw new Refusal('not-found', `No file is attached to the attestation ${id}, whose name is '${record.attestation_name}'.`);
  const { bytes, filename, sha256 } = attachment;
  return { bytes, filename, sha256, content: await blobs.read(attachment) };
}

export async function recordById({ links, store }: Evidence, orgId: string, id: string): Promise<AttestationView | undefined> {
  const row = await store.attestationById(orgId, id);
  return row === undefined ? undefined : attestationView(row, links);
}

/** The record that replaced another: the latest of its name and subject. `undefined` while it is the latest for any of its artifacts. */
export async function replacementOf(
  evidence: Evidence,
  orgId: string,
  trailId: string,
  record: AttestationView,
): Promise<AttestationView | undefined> {
  const latest = (await evidence.store.latestNamed(orgId, trailId, record.attestation_name)).filter((each) => isAbout(record, each));
  const [first] = latest;
  if (first === undefined || latest.some(({ id }) => id === record.attestation_id)) return undefined;
  return await recordById(evidence, orgId, first.id);
}

function isAbout(record: AttestationView, { commit, fingerprint, target }: LatestNamed): boolean {
  const about = stringAt(record, 'artifact_fingerprint');
  const targets = listAt(record, 'target_artifacts') ?? [];
  if (about !== undefined || targets.length === 0) return about === fingerprint && target === undefined;
  return target !== undefined && targets.includes(target) && commit === stringAt(record, 'git_commit_info', 'sha1');
}
