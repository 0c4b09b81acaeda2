import { canonical, given } from '../../../text/index.ts';
import type { Chain } from '../../log/chain.ts';
import { readAll } from '../../sql/row.ts';
import { insert, joined, send, sql, when, where, type Steps } from '../../sql/sql.ts';
import { postEvents, type EnvironmentEvent, type EventMessage } from '../messages/tables.ts';
import { movedWords } from './record.ts';
import { environmentById, loggedEventFields, originsOf } from './tables.ts';
import type { ArtifactOrigin, Change, Environment, LoggedEvent, Snapshot } from './tables.ts';

/** Writes what changed in an environment into its list of events, and hands it to the rules that listen. */
export function* announce(
  chain: Chain,
  environment: Environment,
  snapshot: Pick<Snapshot, 'number' | 'state'>,
  changes: readonly Change[],
  origins: readonly ArtifactOrigin[],
): Steps<Environment> {
  if (changes.length === 0) return environment;
  const { orgId } = chain.author;
  const from = new Map(origins.toReversed().map((origin) => [origin.fingerprint, origin]));
  const originOf = (change: Change) => ('artifact' in change ? from.get(change.artifact.fingerprint) : undefined);
  let count = environment.eventCount;
  for (const change of changes) {
    count += 1;
    yield* send(
      insert('environment_events', {
        org_id: orgId,
        environment_id: environment.id,
        number: count,
        snapshot: snapshot.number,
        created_at: chain.latest,
        repo_name: originOf(change)?.repoName ?? '',
        body: canonical(loggedOf(change, snapshot, 'artifact' in change ? flowsOf(origins, change.artifact.fingerprint) : [])),
      }),
    );
  }
  yield* send(sql`update environments set event_count = ${count} where org_id = ${orgId} and id = ${environment.id}`);
  if (!chain.isReplay)
    yield* raiseEvents(
      chain,
      changes.map((change, index) => ({
        ...eventOf(change, environment, snapshot.number, originOf(change), chain.latest),
        number: environment.eventCount + index + 1,
      })),
    );
  return { ...environment, eventCount: count };
}

export function* raiseEvents(chain: Chain, events: readonly EnvironmentEvent[]): Steps<void> {
  yield* postEvents(chain, events, (event) => messageOf(chain.author.orgId, event));
}

/** An event with the current facts about its subject: they may change before it is sent. */
function* messageOf(orgId: string, event: EnvironmentEvent): Steps<EventMessage> {
  const environment = yield* environmentById(orgId, event.environment_id);
  const { artifact } = event;
  const origins = artifact?.flow === undefined ? [] : yield* originsOf(orgId, [artifact.fingerprint]);
  const origin = origins.find(({ flow, trail }) => flow === artifact?.flow && trail === (artifact?.trail ?? ''));
  return {
    event,
    environment_state: environment?.state ?? 'UNKNOWN',
    ...(origin === undefined || origin.state === '' ? {} : { artifact_state: origin.state }),
  };
}

function flowsOf(origins: readonly ArtifactOrigin[], fingerprint: string): readonly string[] {
  return [...new Set(origins.filter((origin) => origin.fingerprint === fingerprint).map(({ flow }) => flow))];
}

function eventOf(
  change: Change,
  { id, name }: Environment,
  snapshot: number,
  origin: ArtifactOrigin | undefined,
  at: number,
): EnvironmentEvent {
  const event = { trigger: change.trigger, environment_id: id, environment: name, snapshot_index: snapshot, at };
  if (!('artifact' in change)) return event;
  const { fingerprint, name: artifact } = change.artifact;
  return {
    ...event,
    artifact: {
      name: artifact,
      fingerprint,
      ...given({ flow: origin?.flow }),
      ...(origin === undefined || origin.trail === '' ? {} : { trail: origin.trail }),
      ...(origin === undefined || origin.commit === '' ? {} : { commit: origin.commit }),
    },
    ...('to' in change ? { from: change.from, to: change.to } : {}),
  };
}

/** An event as readers of the list see it. The name of its environment may change, so it is not kept here. */
function loggedOf(change: Change, { state }: Pick<Snapshot, 'state'>, flows: readonly string[]): Readonly<Record<string, unknown>> {
  const snapshotCompliance = state === 'UNKNOWN' ? null : state === 'COMPLIANT';
  if (!('artifact' in change)) {
    const isCompliant = change.trigger === 'ON_COMPLIANT_ENV';
    const description = isCompliant ? 'everything that runs here is compliant' : 'something that runs here is not compliant';
    return {
      type: isCompliant ? 'became-compliant' : 'became-non-compliant',
      artifact_name: '',
      sha256: '',
      description,
      flows: [],
      artifact_compliance: null,
      snapshot_compliance: snapshotCompliance,
    };
  }
  const { artifact } = change;
  const known = 'state' in artifact && artifact.state !== 'UNKNOWN';
  return {
    ...wordsOf(change),
    artifact_name: artifact.name,
    sha256: artifact.fingerprint,
    flows,
    artifact_compliance: known ? artifact.state === 'COMPLIANT' : null,
    snapshot_compliance: snapshotCompliance,
  };
}

function wordsOf(change: Extract<Change, { readonly artifact: unknown }>): { readonly type: string; readonly description: string } {
  if (change.trigger === 'ON_ALLOWED_ARTIFACT') return { type: 'allowed', description: 'the artifact was allowed here' };
  return { type: moves[change.trigger], description: movedWords(change.from, change.to) };
}

const moves = { ON_STARTED_ARTIFACT: 'started', ON_EXITED_ARTIFACT: 'exited', ON_SCALED_ARTIFACT: 'scaled' } as const;

/** The filter of events: the snapshots in `[from, to]`, and the time in `[after, before]`, in Unix seconds. */
export interface EventFilter {
  readonly from: number;
  readonly to: number;
  readonly after?: number;
  readonly before?: number;
  readonly repoNames: readonly string[];
  readonly oldestFirst: boolean;
}

export function* eventsOfEnvironment(
  orgId: string,
  environmentId: string,
  { after, before, from, oldestFirst, repoNames, to }: EventFilter,
  skip: number,
  limit: number,
): Steps<readonly LoggedEvent[]> {
  const wanted = where(
    { org_id: orgId, environment_id: environmentId },
    sql`snapshot >= ${from} and snapshot <= ${to}`,
    when(after, (moment) => sql`created_at >= ${moment}`),
    when(before, (moment) => sql`created_at <= ${moment}`),
    repoNames.length === 0 ? undefined : sql`repo_name in (${joined(repoNames, ', ')})`,
  );
  const order = oldestFirst ? sql`number asc` : sql`number desc`;
  return yield* readAll(
    loggedEventFields,
    sql`select number, snapshot, created_at, repo_name, body from environment_events ${wanted}
      order by ${order} limit ${limit} offset ${skip}`,
  );
}
