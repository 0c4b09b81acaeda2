import type { Artifact, ArtifactInput, AttestationStatus } from '../../../contract/index.ts';
import { given, valueAt, withoutNulls } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links, View } from '../../evidence/links.ts';
import { inChunks, type AskedPage } from '../../evidence/listing.ts';
import { noArtifact, notFound } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import type { Caller } from '../../roles.ts';
import type { Presence, Residence } from '../environments/tables.ts';
import { findFlow, refuseUnknownFlow } from '../flows/use.ts';
import { currentStateFields, gateField, repositoryId } from '../trails/use.ts';
import type { ArtifactFilter, ArtifactRow, ReportedArtifact } from './tables.ts';

/** The history of an artifact: its first report, the latest if there was another, and each start and end in an environment. */
export function historyOf({ createdAt, name, presence, record }: ArtifactRow) {
  const reports = record.created_at === createdAt ? [createdAt] : [createdAt, record.created_at];
  const events = [
    ...reports.map((timestamp) => ({ event: `${name} reported`, timestamp })),
    ...presence.deployments.flatMap(({ endedAt, environment, startedAt }) => [
      { event: `${name} started running in ${environment}`, timestamp: startedAt },
      ...(endedAt === undefined ? [] : [{ event: `${name} stopped running in ${environment}`, timestamp: endedAt }]),
    ]),
  ];
  return events.toSorted((one, other) => one.timestamp - other.timestamp);
}

/** The environments that an artifact runs in now, or ran in, each once. */
export function residencesWhere({ residences }: Pick<Presence, 'residences'>, isRunning: boolean): readonly Residence[] {
  return residences.filter((residence) => residence.isRunning === isRunning);
}

/** The names that an override decides, also on the artifact's trail; nothing if there is no override. */
export function overriddenNames({ overridden }: ArtifactRow): readonly AttestationStatus[] | undefined {
  if (overridden.length === 0) return undefined;
  return overridden.map(({ compliant, id, name, overriddenId, type }) => ({
    attestation_name: name,
    attestation_type: type,
    attestation_id: id,
    overridden_attestation_id: overriddenId,
    is_compliant: compliant,
  }));
}

function residenceView({ environment, snapshot }: Residence) {
  return { environment_name: environment, snapshot_index: snapshot };
}

/** An artifact in a list. Fields of a client come as they were sent, and `current` with a single artifact only. */
export type ArtifactView = View<
  Artifact,
  | Exclude<keyof ArtifactInput, 'fingerprint' | 'git_commit' | 'template_reference_name' | 'trail_name' | 'user_data'>
  | 'current'
  | 'gate'
  | 'template_version'
  | 'own_template'
  | 'earlier_trees'
  | 'overridden_attestations'
>;

/** An artifact as its readers see it: the last report, and our own fields. Times are decimal strings, as in the interface. */
export function artifactView(row: ArtifactRow, links: Links): ArtifactView {
  const { approvals, createdAt, evidence, fingerprint, flowName, id, name, presence, record, state } = row;
  const { data, earlier_trees: earlierTrees, org, trail } = record;
  return {
    ...data,
    ...given({ earlier_trees: earlierTrees }),
    id,
    fingerprint,
    created_at: String(createdAt),
    last_modified_at: String(record.created_at),
    created_by: record.reported_by,
    flow_name: flowName,
    trail_name: trail ?? null,
    template_reference_name: name,
    // An empty text and not null: the best-known client cuts it without a check.
    git_commit: record.commit ?? '',
    user_data: data.user_data ?? {},
    state: state === '' ? null : state,
    evidence: Object.fromEntries(
      evidence.map((each) => [
        each.name,
        {
          attestation_id: each.id,
          evidence_type: each.type,
          is_compliant: each.compliant,
          created_at: String(each.createdAt),
          has_audit_package: each.hasFile,
        },
      ]),
    ),
    ...given({ overridden_attestations: overriddenNames(row) }),
    deployments: presence.deployments.map(({ number }) => number),
    releases: approvals,
    // The fields of one artifact that the best-known client reads.
    running: residencesWhere(presence, true).map(residenceView),
    exited: residencesWhere(presence, false).map(residenceView),
    approvals,
    history: historyOf(row),
    html_url: links.artifactPage(org, flowName, fingerprint, id),
    api_url: links.artifactApi(org, flowName, fingerprint),
  };
}

/** Artifacts that are read at once; each comes with the data of its client. */
const atOnce = 20;

export async function reportArtifact(evidence: Evidence, author: Caller, flow: string, input: ArtifactInput): Promise<ReportedArtifact> {
  await refuseUnknownFlow(evidence, author, flow);
  const commit = input.git_commit ?? input.git_commit_info?.sha1;
  const repoId = repositoryId(author.orgName, input.repo_info);
  const repoName = input.repo_info?.name;
  const trailName = input.trail_name ?? undefined;
  return await evidence.store.reportArtifact({
    author,
    flowName: flow,
    ...given({ trailName }),
    name: input.template_reference_name ?? 'artifact',
    fingerprint: input.fingerprint,
    ...given({ commit, repoId, repoName }),
    data: withoutNulls(input),
    // A trail that an artifact creates is about that artifact's commit.
    trail: withoutNulls({ git_commit_info: input.git_commit_info ?? null }),
  });
}

/** One page of the artifacts of an organization, of a flow or of a repository, the latest first. */
export async function listArtifacts(
  evidence: Evidence,
  org: Asking,
  filter: ArtifactFilter,
  { page, perPage }: AskedPage,
): Promise<AsyncIterable<ArtifactView>> {
  if (filter.flowName !== undefined) await findFlow(evidence, org, filter.flowName);
  const numbers = await evidence.store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
  if (numbers.length === 0) await refuseUnknownRepository(evidence, org, filter);
  return viewsOf(evidence, org, numbers);
}

/** A mistyped repository would look like one without artifacts. Narrowed callers do not learn the repositories of other flows. */
async function refuseUnknownRepository(
  { store }: Evidence,
  { flows, orgId, orgName }: Asking,
  { flowName, repoName }: ArtifactFilter,
): Promise<void> {
  const among = flows === undefined ? {} : given({ flowName });
  if (repoName === undefined || (await store.artifactNumbers(orgId, { ...among, repoName }, 0, 1)).length > 0) return;
  const fix = 'Check its name, which is such as owner/name.';
  const where = flows === undefined ? '' : `the flow '${flowName ?? ''}' of `;
  throw notFound(`No artifact of a repository '${repoName}' was reported in ${where}the organization '${orgName}'.`, fix);
}

async function* viewsOf(evidence: Evidence, org: Asking, numbers: readonly number[]): AsyncIterable<ArtifactView> {
  const gate = gateField(evidence, org);
  for await (const row of artifactsNumbered(evidence, org.orgId, numbers))
    yield { ...artifactView(row, evidence.links), ...(await gate.ofArtifact(row)) };
}

/** The artifacts with these numbers, in that order. */
export function artifactsNumbered({ store }: Evidence, orgId: string, numbers: readonly number[]): AsyncGenerator<ArtifactRow> {
  return inChunks(numbers, atOnce, (some) => store.artifactsNumbered(orgId, some));
}

/** One artifact of a flow: the latest report of it, or the one of a trail or of an attestation if one is named. */
export async function getArtifact(
  evidence: Evidence,
  org: Asking,
  flowName: string,
  fingerprint: string,
  { trail, attestationId }: { readonly trail?: string; readonly attestationId?: string },
): Promise<ArtifactView> {
  const { store } = evidence;
  const trailName = attestationId === undefined ? trail : await trailOfAttestation(evidence, org, flowName, fingerprint, attestationId);
  if (trail !== undefined && trail !== trailName) throw noArtifact(org.orgName, flowName, fingerprint);
  const filter = { flowName, fingerprint, ...given({ trailName }) };
  const numbers = await store.artifactNumbers(org.orgId, filter, 0, 1);
  const [row] = await store.artifactsNumbered(org.orgId, numbers);
  if (row !== undefined) return await wholeView(evidence, org, row);
  await findFlow(evidence, org, flowName);
  throw noArtifact(org.orgName, flowName, fingerprint);
}

/** A single artifact, with its state by the current templates if it has a trail. */
async function wholeView(evidence: Evidence, org: Asking, row: ArtifactRow): Promise<ArtifactView> {
  const { links, store } = evidence;
  const { trail_id: trailId } = row.record;
  const view = { ...artifactView(row, links), ...(await gateField(evidence, org).ofArtifact(row)) };
  return trailId === undefined ? view : { ...view, ...currentStateFields(await store.currentOf(org.orgId, trailId), row) };
}

/** The reports of an artifact in a flow, the latest first: one page of them, or with `id` the report on one trail. */
export async function reportsOfArtifact(
  evidence: Evidence,
  org: Asking,
  { fingerprint, flowName, id }: { readonly flowName: string; readonly fingerprint: string; readonly id: string | undefined },
  { page, perPage }: AskedPage,
): Promise<readonly ArtifactView[]> {
  const filter = { flowName, fingerprint, ...given({ id }) };
  const { store } = evidence;
  const numbers = await store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
  const rows = await store.artifactsNumbered(org.orgId, numbers);
  const reports = await Array.fromAsync(rows, (row) => wholeView(evidence, org, row));
  if (reports.length === 0 && page === 1) throw noArtifact(org.orgName, flowName, fingerprint);
  return reports;
}

async function trailOfAttestation({ store }: Evidence, org: Org, flowName: string, fingerprint: string, id: string): Promise<string> {
  const flow = await store.findFlow(org.orgId, flowName);
  const record = (await store.attestationById(org.orgId, id))?.record;
  if (record?.data.artifact_fingerprint === fingerprint && record.flow_id === flow?.id) return record.trail;
  const fix = 'Check its identifier, or leave attestation_id out.';
  throw notFound(`There is no attestation ${id} of the artifact ${fingerprint} in the flow '${flowName}'.`, fix);
}

/** Artifacts of one commit that are listed, and of one flow that are looked through for its latest commit. */
export const mostOfCommit = 100;

/** The commit of the latest other artifact of a flow, or of a branch: a client lists changes since. */
export async function latestCommit(evidence: Evidence, org: Org, flowName: string, fingerprint: string, branch: string | undefined) {
  await findFlow(evidence, org, flowName);
  const numbers = await evidence.store.artifactNumbers(org.orgId, { flowName }, 0, mostOfCommit);
  for await (const { fingerprint: other, record } of artifactsNumbered(evidence, org.orgId, numbers)) {
    if (other === fingerprint || record.commit === undefined) continue;
    if (branch === undefined || branch === valueAt(record.data, 'git_commit_info', 'branch')) return { latest_commit: record.commit };
  }
  return { latest_commit: null };
}
