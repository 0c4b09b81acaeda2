import type { ArtifactInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { ArtifactFilter, ArtifactRow } from '../store/artifacts.ts';
import type { ReportedArtifact } from '../store/store.ts';
import type { Evidence } from './context.ts';
import type { Links } from './links.ts';
import { noArtifact, noFlow } from './not-found.ts';
import { repositoryId } from './repository.ts';
import { rules } from './rules.ts';
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
    rules,
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

/** What happened to an artifact: its first report, and the latest where there was another. */
export function historyOf(name: string, first: number, latest: number): readonly object[] {
  const reports = latest === first ? [first] : [first, latest];
  return reports.map((timestamp) => ({ event: `${name} reported`, timestamp }));
}

/** An artifact as its readers see it: what was reported last, and what we say of it. Its times are decimal strings, as the interface has them. */
function artifactView(
  { createdAt, evidence, fingerprint, id, name, record, state }: ArtifactRow,
  links: Links,
): Readonly<Record<string, unknown>> {
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
    deployments: [],
    releases: [],
    // What the best-known client reads of one artifact; nothing that runs or approves is known here yet.
    running: [],
    exited: [],
    approvals: [],
    history: historyOf(name, createdAt, record.created_at),
    html_url: trail === undefined ? null : links.trail(org, flow, trail),
  };
}
