import type { LoggedEvent as EventReply } from '../../contract/index.ts';
import type { Environment, LoggedEvent } from '../store/model/environments.ts';
import type { EventFilter } from '../store/tables/environment-events.ts';
import type { Org } from '../store/log/chain.ts';
import type { Evidence } from './context.ts';
import { findEnvironment } from './environments.ts';
import { intervalOf, numberOf, parseExpression, type Paged } from './snapshot-expression.ts';
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
  const { after = 0, before = Number.MAX_SAFE_INTEGER, oldestFirst, repoNames } = query;
  const first = await boundOf(evidence, org, environment, 'start', query.start);
  const last = await boundOf(evidence, org, environment, 'end', query.end);
  return {
    from: Math.max(from, first.number ?? from),
    to: Math.min(to, last.number ?? to),
    after: Math.max(after, first.time ?? after),
    before: Math.min(before, last.time ?? before),
    repoNames,
    oldestFirst,
  };
}

/** The time or the number of the snapshot that `start` or `end` names. */
async function boundOf(
  evidence: Evidence,
  org: Org,
  environment: Environment,
  field: 'start' | 'end',
  text = '',
): Promise<{ readonly time?: number; readonly number?: number }> {
  if (text === '') return {};
  const meant = parseExpression(text, Date.now() / 1000);
  if (meant?.kind === 'time') return { time: meant.at };
  return { number: await numberOf(evidence, org, environment, text, `query.${field}`) };
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
