import type { ArtifactInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { ArtifactFilter, ArtifactRow, Presence } from '../store/artifacts.ts';
import type { Residence } from '../store/environments.ts';
import type { ReportedArtifact } from '../store/store.ts';
import type { Evidence } from './context.ts';
import type { Links } from './links.ts';
import { noArtifact, noFlow } from './not-found.ts';
import { repositoryId } from './repository.ts';
import { judges } from './judges.ts';
import { withoutNulls } from './without-nulls.ts';

interface Org {
  readonly orgId: string;
  readonly orgName: string;
}

/** Artifacts that are read at once; each brings what was sent with it. */
const atOnce = 20;

/** Records a report of an artifact. */
export function reportArtifact({ store }: Evidence, author: Author, flowName: string, input: ArtifactInput): Promise<ReportedArtifact> {
  const commit = input.git_commit ?? input.git_commit_info?.sha1;
  const repoId = repositoryId(author.orgName, input.repo_info);
  const repoName = input.repo_info?.name;
  const trailName = input.trail_name ?? undefined;
  return store.reportArtifact(
    {
      author,
      flowName,
      ...(trailName === undefined ? {} : { trailName }),
      name: input.template_reference_name ?? 'artifact',
      fingerprint: input.fingerprint,
      ...(commit === undefined ? {} : { commit }),
      ...(repoId === undefined ? {} : { repoId }),
      ...(repoName === undefined ? {} : { repoName }),
      data: withoutNulls(input),
      // A trail that an artifact brings into being is about that artifact's commit.
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
): Promise<AsyncIterable<object>> {
  const { flowName } = filter;
  if (flowName !== undefined && (await evidence.store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  const numbers = await evidence.store.artifactNumbers(org.orgId, filter, (page - 1) * perPage, perPage);
  return viewsOf(evidence, org.orgId, numbers);
}

async function* viewsOf({ links, store }: Evidence, orgId: string, numbers: readonly number[]): AsyncIterable<object> {
  for (let at = 0; at < numbers.length; at += atOnce) {
    for (const row of await store.artifactsNumbered(orgId, numbers.slice(at, at + atOnce))) yield artifactView(row, links);
  }
}

/** One artifact of a flow, the latest where several trails have it. */
export async function getArtifact(
  { links, store }: Evidence,
  org: Org,
  flowName: string,
  fingerprint: string,
  trail?: string,
): Promise<object> {
  const filter = { flowName, fingerprint, ...(trail === undefined ? {} : { trailName: trail }) };
  const numbers = await store.artifactNumbers(org.orgId, filter, 0, 1);
  const [row] = await store.artifactsNumbered(org.orgId, numbers);
  if (row !== undefined) return artifactView(row, links);
  if ((await store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  throw noArtifact(org.orgName, flowName, fingerprint);
}

/** What happened to an artifact: its first report, the latest where there was another, and each start and end in an environment. */
export function historyOf({ createdAt, name, presence, record }: ArtifactRow): readonly object[] {
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

function residenceView({ environment, snapshot }: Residence): object {
  return { environment_name: environment, snapshot_index: snapshot };
}

/** An artifact as its readers see it: what was reported last, and what we say of it. Its times are decimal strings, as the interface has them. */
function artifactView(row: ArtifactRow, links: Links): Readonly<Record<string, unknown>> {
  const { createdAt, evidence, fingerprint, id, name, presence, record, state } = row;
  const { data, flow, org, trail } = record;
  return {
    ...data,
    id,
    fingerprint,
    created_at: String(createdAt),
    last_modified_at: String(record.created_at),
    created_by: record.reported_by,
    flow_name: flow,
    trail_name: trail ?? null,
    template_reference_name: name,
    // An empty text rather than null: the best-known client cuts it without a look.
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
    deployments: presence.deployments.map(({ number }) => number),
    releases: [],
    // What the best-known client reads of one artifact; nothing that approves is known here yet.
    running: residencesWhere(presence, true).map(residenceView),
    exited: residencesWhere(presence, false).map(residenceView),
    approvals: [],
    history: historyOf(row),
    html_url: trail === undefined ? null : links.trail(org, flow, trail),
  };
}
