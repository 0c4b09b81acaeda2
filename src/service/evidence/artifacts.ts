import type { ArtifactInput, Artifact, AttestationStatus } from '../../contract/index.ts';
import type { Author, Org } from '../store/log/chain.ts';
import type { ArtifactFilter, ArtifactRow, Presence, ReportedArtifact } from '../store/model/artifacts.ts';
import type { Residence } from '../store/model/environments.ts';
import type { Evidence } from './context.ts';
import { currentStateFields } from './current.ts';
import type { Links } from './links.ts';
import { noArtifact, noFlow } from './not-found.ts';
import { Refusal } from './refusal.ts';
import { repositoryId } from './repository.ts';
import { judges } from './judges.ts';
import { refuseUnknownFlow } from './unknown-flow.ts';
import { withoutNulls } from './without-nulls.ts';
import type { View } from './view.ts';
import { given } from '../../text/index.ts';

/** Artifacts that are read at once; each comes with the data of its client. */
const atOnce = 20;

/** Records a report of an artifact. */
export async function reportArtifact(evidence: Evidence, author: Author, flow: string, input: ArtifactInput): Promise<ReportedArtifact> {
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
    judges,
  );
}

/** One page of the artifacts of an organization, of a flow or of a repository, the latest first. */
export async function listArtifacts(
  evidence: Evidence,
  org: Org,
  filter: ArtifactFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<AsyncIterable<ArtifactView>> {
  const { flowName } = filter;
  if (flowName !== undefined && (await evidence.store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  const numbers = await evidence.store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
  if (numbers.length === 0) await refuseUnknownRepository(evidence, org, filter);
  return viewsOf(evidence, org.orgId, numbers);
}

/** A repository name with a mistake in it would look like a repository without artifacts. */
async function refuseUnknownRepository({ store }: Evidence, org: Org, { repoName }: ArtifactFilter): Promise<void> {
  if (repoName === undefined || (await store.artifactNumbers(org.orgId, { repoName }, 0, 1)).length > 0) return;
  throw new Refusal('not-found', `No artifact of a repository '${repoName}' was reported in the organization '${org.orgName}'.`, {
    fix: 'Check its name, which is such as owner/name.',
  });
}

async function* viewsOf({ links, store }: Evidence, orgId: string, numbers: readonly number[]): AsyncIterable<ArtifactView> {
  for (let at = 0; at < numbers.length; at += atOnce) {
    for (const row of await store.artifactsNumbered(orgId, numbers.slice(at, at + atOnce))) yield artifactView(row, links);
  }
}

/**
 * One artifact of a flow: the latest if several trails have it; the one of a trail if a trail is named; or the one of an
 * attestation of the artifact.
 */
export async function getArtifact(
  evidence: Evidence,
  org: Org,
  flowName: string,
  fingerprint: string,
  { trail, attestationId }: { readonly trail?: string; readonly attestationId?: string },
): Promise<ArtifactView> {
  const { links, store } = evidence;
  const trailName = attestationId === undefined ? trail : await trailOfAttestation(evidence, org, flowName, fingerprint, attestationId);
  if (trail !== undefined && trail !== trailName) throw noArtifact(org.orgName, flowName, fingerprint);
  const filter = { flowName, fingerprint, ...given({ trailName }) };
  const numbers = await store.artifactNumbers(org.orgId, filter, 0, 1);
  const [row] = await store.artifactsNumbered(org.orgId, numbers);
  if (row !== undefined) return { ...artifactView(row, links), ...(await currentOf(evidence, org, row)) };
  if ((await store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  throw noArtifact(org.orgName, flowName, fingerprint);
}

/** The state of an artifact by the current templates of its trail; nothing if it has no trail. */
async function currentOf(
  { store }: Evidence,
  { orgId }: Org,
  row: ArtifactRow,
): Promise<ReturnType<typeof currentStateFields> | undefined> {
  const { trail_id: trailId } = row.record;
  return trailId === undefined ? undefined : currentStateFields(await store.currentOf(orgId, trailId, judges), row);
}

/**
 * Where an artifact was reported in a flow, the latest first and at most a page, each in the form of one artifact; with `id` only
 * the report on one trail.
 */
export async function reportsOfArtifact(
  evidence: Evidence,
  org: Org,
  { fingerprint, flowName, id }: { readonly flowName: string; readonly fingerprint: string; readonly id: string | undefined },
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<readonly ArtifactView[]> {
  const filter = { flowName, fingerprint, ...given({ id }) };
  const { links, store } = evidence;
  const numbers = await store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
  const reports: ArtifactView[] = [];
  for (const row of await store.artifactsNumbered(org.orgId, numbers))
    reports.push({ ...artifactView(row, links), ...(await currentOf(evidence, org, row)) });
  if (reports.length === 0 && page === 1) throw noArtifact(org.orgName, flowName, fingerprint);
  return reports;
}

async function trailOfAttestation({ store }: Evidence, org: Org, flowName: string, fingerprint: string, id: string): Promise<string> {
  const flow = await store.findFlow(org.orgId, flowName);
  const record = (await store.attestationById(org.orgId, id))?.record;
  if (record?.data.artifact_fingerprint === fingerprint && record.flow_id === flow?.id) return record.trail;
  throw new Refusal('not-found', `There is no attestation ${id} of the artifact ${fingerprint} in the flow '${flowName}'.`, {
    fix: 'Check its identifier, or leave attestation_id out.',
  });
}

/** Artifacts that are searched for a commit. */
const mostOfCommit = 100;

/** The artifacts of a flow that were made of a commit, the latest first. */
export async function artifactsOfCommit(
  evidence: Evidence,
  org: Org,
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
  { store }: Evidence,
  org: Org,
  flowName: string,
  fingerprint: string,
  branch: string | undefined,
): Promise<{ readonly latest_commit: string | null }> {
  if ((await store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  const numbers = await store.artifactNumbers(org.orgId, { flowName }, 0, mostOfCommit);
  for (let at = 0; at < numbers.length; at += atOnce) {
    for (const { fingerprint: other, record } of await store.artifactsNumbered(org.orgId, numbers.slice(at, at + atOnce))) {
      if (other === fingerprint || record.commit === undefined) continue;
      if (branch === undefined || branch === branchOf(record.data.git_commit_info)) return { latest_commit: record.commit };
    }
  }
  return { latest_commit: null };
}

function branchOf(commit: unknown): unknown {
  return typeof commit === 'object' && commit !== null && 'branch' in commit ? commit.branch : undefined;
}

/** The history of an artifact: its first report, the latest if there was another, and each start and end in an environment. */
export function historyOf({
  createdAt,
  name,
  presence,
  record,
}: ArtifactRow): readonly { readonly event: string; readonly timestamp: number }[] {
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
export function residencesWhere({ residences }: Presence, isRunning: boolean): readonly Residence[] {
  return residences.filter((residence) => residence.isRunning === isRunning);
}

/** The names that an override decides, also on the artifact's trail; nothing if there is no override. */
export function overriddenFields({ overridden }: Pick<ArtifactRow, 'overridden'>): {
  readonly overridden_attestations?: readonly AttestationStatus[];
} {
  if (overridden.length === 0) return {};
  const rows = overridden.map(({ compliant, id, name, overriddenId, type }) => ({
    attestation_name: name,
    attestation_type: type,
    attestation_id: id,
    overridden_attestation_id: overriddenId,
    is_compliant: compliant,
  }));
  return { overridden_attestations: rows };
}

function residenceView({ environment, snapshot }: Residence) {
  return { environment_name: environment, snapshot_index: snapshot };
}

/**
 * An artifact in a list. Fields of a client come as they were sent; the state by the current templates comes with a single
 * artifact only.
 */
type ArtifactView = View<
  Artifact,
  | Exclude<keyof ArtifactInput, 'fingerprint' | 'git_commit' | 'template_reference_name' | 'trail_name' | 'user_data'>
  | 'current'
  | 'template_version'
  | 'own_template'
  | 'earlier_trees'
  | 'overridden_attestations'
>;

/**
 * An artifact as its readers see it: the last report, and what we say about it. Its times are decimal strings, as the interface
 * has them.
 */
function artifactView(row: ArtifactRow, links: Links): ArtifactView {
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
    ...overriddenFields(row),
    deployments: presence.deployments.map(({ number }) => number),
    releases: approvals,
    // The fields of one artifact that the best-known client reads.
    running: residencesWhere(presence, true).map(residenceView),
    exited: residencesWhere(presence, false).map(residenceView),
    approvals,
    history: historyOf(row),
    html_url: links.artifactPage(org, flowName, fingerprint, id),
    api_url: links.artifact(org, flowName, fingerprint),
  };
}
