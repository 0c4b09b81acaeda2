import type { LoggedEvent as EventReply } from '../../contract/index.ts';
import type { Environment, LoggedEvent } from '../store/model/environments.ts';
import type { EventFilter } from '../store/tables/environment-events.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { findEnvironment } from './environments.ts';
import { parseSnapshotPlace } from './snapshot-expression.ts';
import { intervalOf, numberOf, type Paged } from './snapshot-places.ts';
import type { View } from './view.ts';

/** The filter of events; `start` and `end` are expressions, the others Unix seconds. */
export interface EventQuery extends Paged {
  readonly start?: string;
  readonly end?: string;
  readonly after?: number;
  readonly before?: number;
  readonly repoNames: readonly string[];
}

/** A page of what happened in an environment, the latest first. */
export async function listEvents(evidence: Evidence, org: Org, name: string, query: EventQuery): Promise<readonly EventView[]> {
  const environment = await findEnvironment(evidence, org, name);
  const filter = await filterOf(evidence, org, environment, query);
  const { page, perPage } = query;
  const events = await evidence.store.eventsOfEnvironment(org.orgId, environment.id, filter, (page - 1) * perPage, perPage);
  return events.map((event) => eventView(evidence, org, environment, event));
}

async function filterOf(evidence: Evidence, org: Org, environment: Environment, query: EventQuery): Promise<EventFilter> {
  // The first events may be older than the first snapshot: an artifact can be allowed before anything runs.
  const [from, to] = query.interval === '' ? [0, environment.snapshotCount] : await intervalOf(evidence, org, environment, query.interval);
  const bounds = { from, to, after: query.after ?? 0, before: query.before ?? Number.MAX_SAFE_INTEGER };
  const narrowed = await narrow(evidence, org, environment, bounds, query);
  return { ...narrowed, repoNames: query.repoNames, oldestFirst: query.oldestFirst };
}

type Bounds = Required<Pick<EventFilter, 'from' | 'to' | 'after' | 'before'>>;

/** `start` and `end` each name a time or a snapshot. */
async function narrow(evidence: Evidence, org: Org, environment: Environment, bounds: Bounds, { end, start }: EventQuery): Promise<Bounds> {
  let narrowed = bounds;
  for (const [field, text] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (text === undefined || text === '') continue;
    const place = parseSnapshotPlace(text, Date.now() / 1000);
    const isStart = field === 'start';
    if (place?.kind === 'time')
      narrowed = isStart
        ? { ...narrowed, after: Math.max(place.at, narrowed.after) }
        : { ...narrowed, before: Math.min(place.at, narrowed.before) };
    else {
      const number = await numberOf(evidence, org, environment, text, `query.${field}`);
      narrowed = isStart ? { ...narrowed, from: Math.max(number, narrowed.from) } : { ...narrowed, to: Math.min(number, narrowed.to) };
    }
  }
  return narrowed;
}

/** An event. Its words are as they were kept. */
type EventView = View<EventReply, 'type' | 'artifact_name' | 'sha256' | 'description' | 'artifact_compliance' | 'snapshot_compliance'>;

function eventView({ links }: Evidence, { orgName }: Org, { name }: Environment, { at, body, snapshot }: LoggedEvent): EventView {
  const flows = Array.isArray(body.flows) ? body.flows.map(String) : [];
  return {
    ...body,
    environment_name: name,
    snapshot_index: snapshot,
    reported_at: at,
    // Always a text: the best-known client reads it without a check.
    pipeline: flows[0] ?? '',
    deployments: [],
    flows: flows.map((flow) => ({ flow_name: flow, deployments: [] })),
    _links: snapshot === 0 ? {} : { snapshot: { href: links.snapshot(orgName, name, snapshot) } },
  };
}
