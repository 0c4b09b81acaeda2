import type { FoundArtifact, FoundTrail, SearchResult } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links, View } from '../../evidence/links.ts';
import { notFound } from '../../evidence/refusal.ts';
import type { Caller } from '../../roles.ts';
import type { ArtifactRow } from '../artifacts/tables.ts';
import { artifactsNumbered, historyOf, overriddenNames, residencesWhere } from '../artifacts/use.ts';
import type { Presence } from '../environments/tables.ts';
import { listFlows } from '../flows/use.ts';
import { gateField, trailsNumbered } from '../trails/use.ts';

/** The most SHAs of one kind that an answer names. More are too many to choose from. */
const mostMatches = 100;
const mostArtifacts = 100;
const mostTrails = 100;

/** Everything known about a SHA, or about all SHAs with this beginning: commits, and the fingerprints of artifacts. */
export async function searchSha(evidence: Evidence, org: Asking, sha: string): Promise<View<SearchResult>> {
  const { links, store } = evidence;
  const found = await store.shasBeginning(org.orgId, sha, mostMatches);
  const commits = await store.latestFirst(org.orgId, 'commit', found.commits);
  const fingerprints = await store.latestFirst(org.orgId, 'fingerprint', found.fingerprints);
  const matches = [...commits, ...fingerprints];
  const [only] = matches;
  if (only === undefined) {
    const fix = 'Check the SHA of the commit, or the fingerprint of the artifact.';
    throw notFound(`Nothing in the organization '${org.orgName}' is about '${sha}'.`, fix);
  }
  const numbers = await store.artifactsOfShas(org.orgId, commits, fingerprints, mostArtifacts);
  const gate = gateField(evidence, org);
  const rows = artifactsNumbered(evidence, org.orgId, numbers);
  const reported = await Array.fromAsync(rows, async (row) => ({ ...foundView(row, links), ...(await gate.ofArtifact(row)) }));
  const artifacts = [...reported, ...(await withoutReport(store, org.orgId, fingerprints))];
  return {
    resolved_to: {
      type: matches.length > 1 ? 'multiple' : commits.length === 1 ? 'commit' : 'fingerprint',
      full_match: only,
      commits: { type: 'commit', count: commits.length, matches: commits },
      fingerprints: { type: 'fingerprint', count: fingerprints.length, matches: fingerprints },
    },
    artifacts,
    trails: await Array.fromAsync(trailsOf(evidence, org, commits)),
  };
}

async function* trailsOf(evidence: Evidence, org: Asking, commits: readonly string[]): AsyncIterable<View<FoundTrail, 'gate'>> {
  const { links, store } = evidence;
  const gate = gateField(evidence, org);
  for await (const trail of trailsNumbered(evidence, org, await store.trailsOfCommits(org.orgId, commits, mostTrails))) {
    const { compliance, flowName: flow, lastModifiedAt, name } = trail;
    yield {
      name,
      flow,
      compliance_state: compliance.status,
      ...(await gate.ofTrail(trail)),
      last_modified_at: lastModifiedAt,
      html_url: links.trail(org.orgName, flow, name),
    };
  }
}

/** The fields of a client come as they were sent. */
type Found = View<FoundArtifact, 'name' | 'gate' | 'build_url' | 'commit_url' | 'overridden_attestations'>;

function foundView(row: ArtifactRow, links: Links): Found {
  const { fingerprint, flowName: flow, id, name, presence, record, state } = row;
  const { data, org, trail } = record;
  return {
    fingerprint,
    name: data.filename,
    git_commit: record.commit ?? '',
    pipeline: flow,
    flow,
    trail: trail ?? '',
    template_reference_name: name,
    build_url: data.build_url,
    commit_url: data.commit_url,
    compliance_state: state,
    ...given({ overridden_attestations: overriddenNames(row) }),
    html_url: links.artifactPage(org, flow, fingerprint, id),
    api_url: links.artifactApi(org, flow, fingerprint),
    has_provenance: true,
    ...environmentsOf(presence),
    history: historyOf(row),
  };
}

/** The artifacts that ran in an environment and were never reported: they have no provenance. */
async function withoutReport(store: Evidence['store'], orgId: string, fingerprints: readonly string[]): Promise<readonly Found[]> {
  const reported = new Set((await store.originsOf(orgId, fingerprints)).map(({ fingerprint }) => fingerprint));
  const others = fingerprints.filter((fingerprint) => !reported.has(fingerprint));
  const found = Map.groupBy(await store.residencesOf(orgId, others), ({ fingerprint }) => fingerprint);
  return [...found].map(([fingerprint, residences]) => ({
    fingerprint,
    name: residences[0]?.name ?? '',
    git_commit: '',
    pipeline: '',
    flow: '',
    trail: '',
    template_reference_name: '',
    build_url: '',
    commit_url: '',
    compliance_state: '',
    html_url: '',
    api_url: '',
    has_provenance: false,
    ...environmentsOf({ residences }),
    history: [],
  }));
}

function environmentsOf(presence: Pick<Presence, 'residences'>): Pick<Found, 'running_in' | 'exited_from'> {
  const names = (isRunning: boolean) => residencesWhere(presence, isRunning).map(({ environment }) => environment);
  return { running_in: names(true), exited_from: names(false) };
}

/** Flows, trails and artifacts that one search finds, of each at most. */
const mostMeant = 50;

/** Everything that a person may mean by a few words, the latest first: flows by name, trails, and artifacts. */
export async function searchWords(evidence: Evidence, org: Caller, words: string) {
  const { store } = evidence;
  const { orgId } = org;
  const reached = org.flows && [...org.flows];
  const sha = words.toLowerCase().replace(/^sha256:/, '');
  const isSha = /^[0-9a-f]{5,64}$/.test(sha);
  const { commits, fingerprints } = isSha ? await store.shasBeginning(orgId, sha, mostMeant) : { commits: [], fingerprints: [] };
  const flows = await listFlows(evidence, org, { part: words, isExact: false }, { page: 1, perPage: mostMeant });
  const trails = new Set(await store.trailsOfCommits(orgId, commits, mostMeant, reached));
  for (const number of await store.trailsHolding(orgId, words, mostMeant, reached)) trails.add(number);
  const artifacts = new Set(await store.artifactsOfShas(orgId, commits, fingerprints, mostMeant, reached));
  if (!isSha) for (const number of await store.artifactsHolding(orgId, words, mostMeant, reached)) artifacts.add(number);
  return {
    flows: await Array.fromAsync(flows.items, ({ name }) => name),
    trails: await Array.fromAsync(trailsNumbered(evidence, org, [...trails].slice(0, mostMeant))),
    artifacts: await Array.fromAsync(artifactsNumbered(evidence, orgId, [...artifacts].slice(0, mostMeant))),
  };
}
