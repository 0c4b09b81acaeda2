import type { ArtifactInput } from '../../contract/index.ts';
import { given, valueAt, withoutNulls } from '../../text/index.ts';
import type { Org } from '../store/log/chain.ts';
import type { ArtifactFilter, ArtifactRow, ReportedArtifact } from '../store/model/artifacts.ts';
import type { GateAnswer } from '../store/model/gate-answers.ts';
import type { Caller } from '../store/model/roles.ts';
import { artifactView, type ArtifactView } from './artifact-view.ts';
import type { Evidence } from './context.ts';
import { currentStateFields } from './current.ts';
import { findFlow, refuseUnknownFlow } from './flows.ts';
import type { Asking } from './gate/gate-answers.ts';
import { complianceRules } from './gate/names.ts';
import { inChunks, type AskedPage } from './listing.ts';
import { noArtifact, notFound } from './not-found.ts';
import { repositoryId } from './repository.ts';

/** Artifacts that are read at once; each comes with the data of its client. */
const atOnce = 20;

/** Records a report of an artifact. */
export async function reportArtifact(evidence: Evidence, author: Caller, flow: string, input: ArtifactInput): Promise<ReportedArtifact> {
  await refuseUnknownFlow(evidence, author, flow);
  const commit = input.git_commit ?? input.git_commit_info?.sha1;
  const repoId = repositoryId(author.orgName, input.repo_info);
  const repoName = input.repo_info?.name;
  const trailName = input.trail_name ?? undefined;
  return await evidence.store.reportArtifact(
    {
      author,
      flowName: flow,
      ...given({ trailName }),
      name: input.template_reference_name ?? 'artifact',
      fingerprint: input.fingerprint,
      ...given({ commit, repoId, repoName }),
      data: withoutNulls(input),
      // A trail that an artifact creates is about that artifact's commit.
      trail: withoutNulls({ git_commit_info: input.git_commit_info ?? null }),
    },
    complianceRules,
  );
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

/**
 * A repository name with a mistake in it would look like a repository without artifacts. A caller who is narrowed to flows does not
 * learn which repositories the others are about.
 */
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
    yield { ...artifactView(row, evidence.links), ...(await gate(row)) };
}

/** The field that says what a gate says of an artifact, for one request. */
export function gateField({ gateAnswers }: Evidence, org: Asking): (row: ArtifactRow) => Promise<{ readonly gate?: GateAnswer }> {
  const answers = gateAnswers?.forRequest(org);
  return async (row) => given({ gate: await answers?.onArtifact(row) });
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
  const view = { ...artifactView(row, links), ...(await gateField(evidence, org)(row)) };
  return trailId === undefined ? view : { ...view, ...currentStateFields(await store.currentOf(org.orgId, trailId, complianceRules), row) };
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

/** Artifacts that are searched for a commit. */
const mostOfCommit = 100;

/** The artifacts of a flow that were made of a commit, the latest first. */
export async function artifactsOfCommit(
  evidence: Evidence,
  org: Asking,
  flowName: string,
  commit: string,
  trailName: string | undefined,
): Promise<AsyncIterable<ArtifactView>> {
  const filter = { flowName, commit, ...given({ trailName }) };
  return await listArtifacts(evidence, org, filter, { page: 1, perPage: mostOfCommit });
}

/**
 * The commit of the latest artifact of a flow, or of a branch if one is named, without this artifact. A client lists the changes
 * since that commit. The latest hundred artifacts are searched.
 */
export async function latestCommit(
  evidence: Evidence,
  org: Org,
  flowName: string,
  fingerprint: string,
  branch: string | undefined,
): Promise<{ readonly latest_commit: string | null }> {
  await findFlow(evidence, org, flowName);
  const numbers = await evidence.store.artifactNumbers(org.orgId, { flowName }, 0, mostOfCommit);
  for await (const { fingerprint: other, record } of artifactsNumbered(evidence, org.orgId, numbers)) {
    if (other === fingerprint || record.commit === undefined) continue;
    if (branch === undefined || branch === valueAt(record.data, 'git_commit_info', 'branch')) return { latest_commit: record.commit };
  }
  return { latest_commit: null };
}
