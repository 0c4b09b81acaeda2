import { evaluate } from '../../compliance/index.ts';
import type { TrailInput } from '../../contract/index.ts';
import type { Author } from '../store/log/chain.ts';
import type { Store, StoredTemplate, TrailRow } from '../store/store.ts';
import type { Evidence } from './context.ts';
import type { Links } from './links.ts';
import type { Listing } from './listing.ts';
import { noFlow, noTrail } from './not-found.ts';
import { repositoryId } from './repository.ts';
import { said } from './said.ts';

interface Org {
  readonly orgId: string;
  readonly orgName: string;
}

/** Begins a trail or changes what is said of it: what is absent leaves the stored value. */
export async function putTrail(
  { store }: Evidence,
  author: Author,
  flowName: string,
  input: TrailInput,
  template: StoredTemplate | undefined,
): Promise<'created' | 'updated'> {
  const repoId = repositoryId(author.orgName, input.repo_info);
  const outcome = await store.putTrail(
    {
      author,
      flowName,
      name: input.name,
      data: said(input),
      ...(repoId === undefined ? {} : { repoId }),
      ...(template === undefined ? {} : { template }),
    },
    evaluate,
  );
  if (outcome === 'no-flow') throw noFlow(author.orgName, flowName);
  return outcome;
}

export async function getTrail({ store, links }: Evidence, org: Org, flowName: string, name: string): Promise<object> {
  const trail = await store.findTrail(org.orgId, flowName, name);
  if (trail !== undefined) return trailView(trail, org.orgName, links);
  if ((await store.findFlow(org.orgId, flowName)) === undefined) throw noFlow(org.orgName, flowName);
  throw noTrail(org.orgName, flowName, name);
}

/**
 * The trails of a flow, or of all flows, latest first: one page of them, or all when no page size is asked for. Pages are cut by the
 * number that a trail has in its flow, so the last page costs what the first does. They are read as the answer is
 * written, a few at once, for a trail may be megabytes: neither the memory nor other requests feel the length.
 */
export async function listTrails(
  { store, links }: Evidence,
  org: Org,
  flowName: string | undefined,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<Listing> {
  const total = await store.trailCount(org.orgId, flowName);
  if (total === undefined) throw noFlow(org.orgName, flowName ?? '');
  const size = perPage === 0 ? total : perPage;
  const first = Math.max(total - (page - 1) * size, 0);
  const last = Math.max(first - size, 0);
  async function* items() {
    for await (const [after, upTo] of groups(store, org.orgId, flowName, last, first)) {
      for (const trail of await store.trailsByNumber(org.orgId, flowName, after, upTo)) yield trailView(trail, org.orgName, links);
    }
  }
  const pagination = perPage === 0 ? undefined : { total, page, per_page: perPage, page_count: Math.ceil(total / perPage) };
  return { pagination, items: items() };
}

/** Trails whose sizes are asked for at once: no fewer than a page has. */
const window = 100;

/** Characters of trails that are read in one turn; a single trail may be more. */
const most = 1_000_000;

/** The numbers in `(after, upTo]`, latest first, in ranges that are not too much to read at once. */
async function* groups(
  store: Store,
  orgId: string,
  flowName: string | undefined,
  after: number,
  upTo: number,
): AsyncIterable<readonly [number, number]> {
  for (let end = upTo; end > after; end -= window) {
    let [begin, held] = [end, 0];
    const floor = Math.max(end - window, after);
    for (const { number, size } of await store.trailSizes(orgId, flowName, floor, end)) {
      if (held > 0 && held + size > most) {
        yield [number, begin];
        [begin, held] = [number, 0];
      }
      held += size;
    }
    yield [floor, begin];
  }
}

/** A trail as its readers see it. What was never said is left out. */
function trailView(trail: TrailRow, org: string, links: Links): Readonly<Record<string, unknown>> {
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
    events: trail.events,
    created_by: trail.createdBy,
    flow: { name: trail.flowName, tags: {} },
    html_url: links.trail(org, trail.flowName, trail.name),
  };
}
