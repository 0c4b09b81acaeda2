import type { Artifact, Trail, TrailFilter, TrailInput } from '../../../contract/index.ts';
import { given, withoutNulls } from '../../../text/index.ts';
import type { Asking, Evidence } from '../../context.ts';
import type { Links, View } from '../../evidence/links.ts';
import { paginationOf, type AskedPage, type Listing } from '../../evidence/listing.ts';
import { Refusal, noSuch, noTrail, refuseWithout } from '../../evidence/refusal.ts';
import type { Org } from '../../log/chain.ts';
import { portions } from '../../log/read-log.ts';
import { authorOf, branchOf, pullRequestOf, wordsOf } from '../../record/facets.ts';
import { derivedId } from '../../record/id.ts';
import type { Caller } from '../../roles.ts';
import type { Store } from '../../store/store.ts';
import type { ArtifactRow } from '../artifacts/tables.ts';
import type { Tags } from '../environments/tables.ts';
import type { StoredTemplate } from '../flows/tables.ts';
import { findFlow } from '../flows/use.ts';
import type { GateAnswer } from '../gate/tables.ts';
import { mostCounted, mostLooked, type FacetFilter, type FacetPlace } from './tables-facets.ts';
import type { Current, TrailFilter as SearchFilter, TrailNow } from './tables-reads.ts';
import type { TrailEvent, TrailRow } from './tables.ts';

interface Repository {
  readonly id?: string | null;
  readonly name: string;
  readonly url: string;
  readonly provider?: string | null;
}

/** The service's identifier of a repository: the same for every report of it, whether the host's own number is known or not. */
export function repositoryId(org: string, repository: Repository | null | undefined): string | undefined {
  if (repository === null || repository === undefined) return undefined;
  return derivedId('repository', org, repository.provider ?? '', repository.url === '' ? repository.name : repository.url);
}

export function currentStateFields(
  { compliance, decidedBy, flowTemplate, ownTemplate, replaced }: Current,
  { fingerprint, id, name, state }: ArtifactRow,
): Pick<View<Artifact>, 'current' | 'own_template' | 'template_version'> {
  const found = compliance.artifacts_statuses?.[name];
  const status = found?.artifact_fingerprint === fingerprint ? found.status : (replaced.get(id) ?? state);
  return {
    current: { status, template_version: flowTemplate.version },
    template_version: ownTemplate ? null : decidedBy,
    own_template: ownTemplate,
  };
}

/** Begins a trail or changes it; an absent field stays. Its own template needs more than the right to record: it says what is required. */
export async function putTrail(
  { store }: Evidence,
  author: Caller,
  flowName: string,
  input: TrailInput,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  if (template !== undefined) refuseWithout(author, 'define', 'give a trail a template of its own');
  const repoId = repositoryId(author.orgName, input.repo_info);
  const outcome = await store.putTrail({
    author,
    flowName,
    name: input.name,
    data: withoutNulls(input),
    ...given({ repoId, template }),
  });
  if (outcome === 'no-flow') throw noSuch('flow', author.orgName, flowName);
  return outcome;
}

export async function getTrail(evidence: Evidence, org: Asking, flowName: string, name: string): Promise<TrailView> {
  const { links, store } = evidence;
  const found = await store.findWholeTrail(org.orgId, flowName, name);
  const { current, events, tags, trail } = found ?? (await notThere(evidence, org, flowName, name));
  const gate = await gateField(evidence, org).ofTrail(trail);
  const fields = wholeFields({ current, trail }, tags, org.orgName, links);
  return { id: trail.id, fields, ...gate, compliance: trail.compliance, events: eventsOf(store, org.orgId, trail, events) };
}

/** The trail of that name, and its state by the current templates; a refusal if there is none. */
export async function findTrailNow(evidence: Evidence, org: Org, flowName: string, name: string): Promise<TrailNow> {
  return (await evidence.store.findTrailNow(org.orgId, flowName, name)) ?? (await notThere(evidence, org, flowName, name));
}

async function notThere(evidence: Evidence, org: Org, flowName: string, name: string): Promise<never> {
  await findFlow(evidence, org, flowName);
  throw noTrail(org.orgName, flowName, name);
}

/**
 * The trails of a flow, or of all, latest first: one page, or all without a page size. Pages are cut by trail number, so the last costs as
 * much as the first. A trail may be megabytes, so a few are read at once.
 */
export async function listTrails(
  evidence: Evidence,
  org: Asking,
  flowName: string | undefined,
  { page, perPage }: AskedPage,
): Promise<Listing<TrailView>> {
  const total = await evidence.store.trailCount(org.orgId, flowName);
  if (total === undefined) throw noSuch('flow', org.orgName, flowName ?? '');
  const size = perPage === 0 ? total : perPage;
  const first = Math.max(total - (page - 1) * size, 0);
  const last = Math.max(first - size, 0);
  return { pagination: paginationOf(total, { page, perPage }), items: trailsBetween(evidence, org, flowName, last, first) };
}

/** Trails whose sizes are read at once; at least as many as a page has. */
const window = 100;

/** The trails with the numbers in `(after, upTo]`, latest first. */
async function* trailsBetween(
  evidence: Evidence,
  org: Asking,
  flowName: string | undefined,
  after: number,
  upTo: number,
): AsyncIterable<TrailView> {
  const { store } = evidence;
  const gate = gateField(evidence, org);
  for (let end = upTo; end > after; end -= window) {
    const sizes = await store.trailSizes(org.orgId, flowName, Math.max(end - window, after), end);
    for (const portion of portions(sizes)) {
      const trails = await store.trailsByNumber(org.orgId, flowName, (portion.at(-1) ?? portion[0]).number - 1, portion[0].number);
      yield* viewsOf(evidence, org, trails, gate);
    }
  }
}

/** The trails of the organization that match the filter, latest first: one page of them. */
export async function searchTrails(evidence: Evidence, org: Asking, filter: SearchFilter, asked: AskedPage): Promise<Listing<TrailView>> {
  const { store } = evidence;
  const { flowName } = filter;
  if (flowName !== undefined) await findFlow(evidence, org, flowName);
  const { total, numbers } = await store.searchTrails(org.orgId, filter, (asked.page - 1) * asked.perPage, asked.perPage);
  return { pagination: paginationOf(total, asked), items: viewsNumbered(evidence, org, numbers) };
}

/** The trails with these numbers in the organization as their readers see them, latest first. */
export async function* viewsNumbered(evidence: Evidence, org: Asking, numbers: readonly number[]): AsyncIterable<TrailView> {
  const gate = gateField(evidence, org);
  for await (const trails of portionsNumbered(evidence, org, numbers)) yield* viewsOf(evidence, org, trails, gate);
}

/** In the form in which the facets of trails are kept; an empty text filters nothing. Throws a Refusal that names what cannot be read. */
export function filterOf(asked: TrailFilter): FacetFilter {
  const errors: Record<string, string> = {};
  const read = <Value>(name: keyof TrailFilter, of: (text: string) => Value | undefined, form = 'a text'): Value | undefined => {
    const text = asked[name]?.trim() ?? '';
    const value = text === '' ? undefined : of(text);
    if (text !== '' && value === undefined) errors[`query.${name}`] = `must be ${form}.`;
    return value;
  };
  const isState = (state: string) => ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'].includes(state);
  const aTime = 'a day such as 2026-01-31, or Unix seconds';
  const filter = given({
    state: read('state', (text) => [text.toUpperCase()].find(isState), 'compliant, non-compliant or incomplete'),
    branch: read('branch', branchOf),
    author: read('author', authorOf),
    pullRequest: read('pull_request', pullRequestOf, 'the number of a pull request'),
    since: read('since', (text) => momentOf(text, false), aTime),
    until: read('until', (text) => momentOf(text, true), aTime),
    words: read('text', wordsOf),
  });
  if (Object.keys(errors).length === 0) return filter;
  throw new Refusal('invalid-request', 'The list cannot be filtered so; `errors` says what is wrong, field by field.', { errors });
}

/** A day in UTC begins at midnight, and as an end it is included. */
function momentOf(text: string, isEnd: boolean): number | undefined {
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  const day = new Date(`${text}T00:00:00Z`);
  // A day that no month has becomes one of the next month.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return undefined;
  return day.getTime() / 1000 + (isEnd ? 86_400 : 0);
}

/** One page of the trails that match, of a flow or of all, the latest first, as the interface shows them. */
export async function filteredTrails(
  evidence: Evidence,
  org: Asking,
  flowName: string | undefined,
  filter: FacetFilter,
  place: FacetPlace,
  limit: number,
) {
  const flow = flowName === undefined ? undefined : await findFlow(evidence, org, flowName);
  const wanted = { ...filter, ...given({ flowId: flow?.id }) };
  const { numbers, ...found } = await evidence.store.findTrails(org.orgId, wanted, place, limit);
  const total =
    Object.keys(filter).length === 0 ? (flow?.trailCount ?? (await evidence.store.trailCount(org.orgId, undefined))) : found.total;
  return { ...found, total, mostCounted, mostLooked, items: viewsNumbered(evidence, org, numbers) };
}

/** The trails with these numbers in the organization, latest first. */
export async function* trailsNumbered(evidence: Evidence, org: Org, numbers: readonly number[]): AsyncIterable<TrailRow> {
  for await (const trails of portionsNumbered(evidence, org, numbers)) yield* trails;
}

/** The same, as many at once as their sizes let. */
async function* portionsNumbered({ store }: Evidence, { orgId }: Org, numbers: readonly number[]): AsyncIterable<readonly TrailRow[]> {
  for (const portion of portions(await store.sizesNumbered(orgId, numbers)))
    yield await store.trailsNumbered(
      orgId,
      portion.map(({ number }) => number),
    );
}

/** A trail as its readers see it, and its events, oldest first. There may be any number of events, so they come some at once. */
export interface TrailView {
  readonly id: string;
  readonly fields: Fields;
  readonly gate?: GateAnswer;
  readonly compliance: TrailRow['compliance'];
  readonly events: AsyncIterable<readonly TrailEvent['event'][]>;
}

/** Some trails with their events. One statement reads the events of all trails if there are not too many. */
async function* viewsOf(
  { links, store }: Evidence,
  { orgId, orgName }: Org,
  trails: readonly TrailRow[],
  gate: ReturnType<typeof gateField>,
): AsyncIterable<TrailView> {
  const ids = trails.map(({ id }) => id);
  const flowIds = trails.map(({ flowId }) => flowId);
  const tags = await store.tagsOf(orgId, 'flow', flowIds);
  const events = Map.groupBy(await store.eventsOfTrails(orgId, ids, 0), ({ trailId }) => trailId);
  for (const trail of trails)
    yield {
      id: trail.id,
      fields: fieldsOf(trail, tags.get(trail.flowId), orgName, links),
      ...(await gate.ofTrail(trail)),
      compliance: trail.compliance,
      events: eventsOf(store, orgId, trail, events.get(trail.id) ?? []),
    };
}

/** The events of a trail up to the one that its state was read with. The first ones were read already. */
async function* eventsOf(store: Store, orgId: string, trail: TrailRow, first: readonly TrailEvent[]): TrailView['events'] {
  let [events, after] = [first, 0];
  for (;;) {
    const known = events.filter(({ sequence }) => sequence <= trail.lastSequence);
    if (known.length > 0) yield known.map(({ event }) => event);
    after = events.at(-1)?.sequence ?? after;
    if (after >= trail.lastSequence) return;
    events = await store.eventsOfTrails(orgId, [trail.id], after);
    if (events.length === 0) return;
  }
}

/** The field that says what a gate says, for one request: of trails, and of artifacts. */
export function gateField({ gateAnswers }: Evidence, org: Asking) {
  const answers = gateAnswers?.forRequest(org);
  return {
    ofTrail: async (trail: TrailRow) => given({ gate: await answers?.onTrail(trail) }),
    ofArtifact: async (row: ArtifactRow) => given({ gate: await answers?.onArtifact(row) }),
  };
}

/** The fields of a trail. Those of a client come as they were sent, and `current` with a single trail only. */
type Fields = View<
  Trail,
  Exclude<keyof TrailInput, 'name' | 'user_data'> | 'events' | 'current' | 'gate' | 'template_version' | 'own_template' | 'flow_template'
>;

/** The fields of a single trail, which name its state by the current templates too. */
export function wholeFields({ current, trail }: TrailNow, tags: Tags | undefined, org: string, links: Links) {
  const { compliance, decidedBy, flowTemplate, ownTemplate } = current;
  const { content, template, version } = flowTemplate;
  return {
    ...fieldsOf(trail, tags, org, links),
    current: { ...compliance, template_version: version },
    template_version: ownTemplate ? null : decidedBy,
    own_template: ownTemplate,
    flow_template: { ...template, content },
  };
}

/** The fields of a trail. Fields that no client sent are left out. */
function fieldsOf(trail: TrailRow, tags: Tags | undefined, org: string, links: Links): Fields {
  return {
    ...trail.details,
    name: trail.name,
    user_data: trail.details.user_data ?? {},
    repo_ids: trail.repoIds,
    last_modified_at: trail.lastModifiedAt,
    created_at: trail.createdAt,
    compliance_status: trail.compliance,
    template: { ...trail.template, content: trail.content },
    compliance_state: trail.compliance.status,
    is_compliant: trail.compliance.is_compliant,
    created_by: trail.createdBy,
    flow: { name: trail.flowName, tags: tags ?? {} },
    html_url: links.trail(org, trail.flowName, trail.name),
  };
}
