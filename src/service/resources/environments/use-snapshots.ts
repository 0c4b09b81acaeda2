import {
  limits,
  type EnvironmentType,
  type ListedSnapshot,
  type LoggedEvent as EventReply,
  type Snapshot as SnapshotReply,
  type SnapshotArtifact as ArtifactReply,
  type SnapshotDiff,
  type SnapshotInput,
} from '../../../contract/index.ts';
import { stringAt } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import type { AskedPage } from '../../evidence/listing.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import type { Author, Org } from '../../log/chain.ts';
import { artifactsNumbered } from '../artifacts/use.ts';
import type { EventFilter } from './tables-events.ts';
import type { ArtifactOrigin, Environment, LoggedEvent, Running, Snapshot, SnapshotArtifact } from './tables.ts';
import { environmentRefusal, findEnvironment, flagOf } from './use.ts';

/** The snapshot of an environment that an expression means, before the number of snapshots is known. */
export type SnapshotExpression =
  | { readonly kind: 'number'; readonly number: number }
  /** So many before the latest snapshot. */
  | { readonly kind: 'from-end'; readonly count: number }
  /** The latest snapshot at that time, in Unix seconds. */
  | { readonly kind: 'time'; readonly at: number };

/** The units of time, in seconds; a month is 30 days. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
  [/^(?:w|weeks?)$/, 604_800],
  [/^months?$/, 2_592_000],
];

/** Numbers from here on are times. */
const firstTime = 100_000_000;

/**
 * Reads `N`, `#N`, `-N` from the end, `~N` before the latest, `@{2026-01-31T12:00:00}` in UTC, `@{2.days.ago}`, `@{now}`; and as
 * the ends of an interval `NOW`, `2days` and Unix seconds. `undefined` if it is none of them. `now` is in Unix seconds.
 */
function parseExpression(text: string, now: number): SnapshotExpression | undefined {
  const [, sign, digits] = /^#?(-?)(\d{1,12}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    if (sign === '' && number >= firstTime) return { kind: 'time', at: number };
    if (!Number.isInteger(number) || number === 0) return undefined;
    return sign === '' ? { kind: 'number', number } : { kind: 'from-end', count: number - 1 };
  }
  const [, before] = /^~(\d{1,12})$/.exec(text) ?? [];
  if (before !== undefined) return { kind: 'from-end', count: Number(before) };
  const [, braced] = /^@\{(.{1,60})\}$/.exec(text) ?? [];
  const at = braced === undefined ? timeAgo(text, now) : (momentOf(braced, now) ?? timeAgo(braced, now));
  return at === undefined ? undefined : { kind: 'time', at };
}

function momentOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})\.([a-z]{1,10})\.ago$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return ago(count, unit, now);
  const [, date, time = 'T00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)Z?)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}${time}Z`) / 1000;
  return Number.isFinite(at) ? at : undefined;
}

function timeAgo(text: string, now: number): number | undefined {
  if (/^now$/i.test(text)) return now;
  const [, count, unit] = /^(\d{1,6})([a-z]{1,10})$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : ago(count, unit, now);
}

function ago(count: string, unit: string, now: number): number | undefined {
  const size = units.find(([form]) => form.test(unit))?.[1];
  return size === undefined ? undefined : now - Number(count) * size;
}

/** The snapshot that an expression means; a refusal if there is none. */
async function snapshotAt(evidence: Evidence, org: Org, environment: Environment, expression: string): Promise<Snapshot> {
  const number = await numberOf(evidence, org, environment, expression, 'path.expression');
  const snapshot = await evidence.store.findSnapshot(org.orgId, environment.id, number);
  if (snapshot !== undefined) return snapshot;
  const { name, snapshotCount: count } = environment;
  const isTime = parseExpression(expression, Date.now() / 1000)?.kind === 'time';
  throw notFound(
    `Of the environment '${name}' in the organization '${org.orgName}' there is no snapshot '${expression}': it has ${count}.`,
    count === 0 ? 'Report what runs in it first.' : isTime ? 'There was none at that time: the first came later.' : 'They count from 1.',
  );
}

/** The number that an expression means. It may be a number that no snapshot has. */
async function numberOf({ store }: Evidence, org: Org, environment: Environment, expression: string, field: string): Promise<number> {
  const meant = parseExpression(expression, Date.now() / 1000);
  switch (meant?.kind) {
    case undefined:
      throw new Refusal('invalid-request', `'${expression}' is no snapshot.`, {
        errors: {
          [field]:
            'must be N, -N, ~N, @{2026-01-31T12:00:00}, @{2.days.ago} or @{now}; as the end of an interval also NOW, 2days or Unix seconds.',
        },
      });
    case 'number':
      return meant.number;
    case 'from-end':
      return environment.snapshotCount - meant.count;
    case 'time':
      return await store.snapshotNumberAt(org.orgId, environment.id, meant.at);
  }
}

/** The numbers of the first and the last snapshot of an interval `A..B`; a single expression is both. */
async function intervalOf(evidence: Evidence, org: Org, environment: Environment, interval: string): Promise<readonly [number, number]> {
  if (interval === '') return [1, environment.snapshotCount];
  const [from = '', to = from, more] = interval.split('..');
  if (more !== undefined)
    throw new Refusal('invalid-request', `'${interval}' is no interval.`, {
      errors: { 'query.interval': 'must be two snapshots with .. between them.' },
    });
  const [one, other] = [
    await numberOf(evidence, org, environment, from, 'query.interval'),
    await numberOf(evidence, org, environment, to, 'query.interval'),
  ];
  // A time before the first snapshot is number 0.
  return [Math.max(Math.min(one, other), 1), Math.min(Math.max(one, other), environment.snapshotCount)];
}

interface Paged extends AskedPage {
  readonly interval: string;
  readonly oldestFirst: boolean;
}

/** The filter of events; `start` and `end` are expressions, the others Unix seconds. */
interface EventQuery extends Paged {
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

interface LatestReport {
  readonly flow: string;
  readonly commitUrl: string;
  readonly deployments: readonly number[];
}

/** The latest report of each of some artifacts, by fingerprint. `origins` has the latest first. */
async function latestReports(
  evidence: Evidence,
  orgId: string,
  origins: readonly ArtifactOrigin[],
): Promise<ReadonlyMap<string, LatestReport>> {
  const latest = [...new Map(origins.toReversed().map((origin) => [origin.fingerprint, origin])).values()];
  const found = new Map<string, LatestReport>();
  const numbers = latest.map(({ number }) => number);
  for await (const { fingerprint, presence, record } of artifactsNumbered(evidence, orgId, numbers)) {
    found.set(fingerprint, {
      flow: record.flow,
      commitUrl: stringAt(record.data, 'commit_url') ?? '',
      deployments: presence.deployments.map(({ number }) => number),
    });
  }
  return found;
}

async function snapshotView(evidence: Evidence, org: Org, environment: Environment, snapshot: Snapshot): Promise<View<SnapshotReply>> {
  const { links, store } = evidence;
  const { artifacts, createdAt, number, policies, state } = snapshot;
  const [span] = await store.snapshotSpans(org.orgId, environment.id, number, number);
  const found = await store.originsOf(
    org.orgId,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  const origins = Map.groupBy(found, ({ fingerprint }) => fingerprint);
  const reports = await latestReports(evidence, org.orgId, found);
  const running = artifacts.filter(({ instances }) => instances.length > 0);
  const count = (wanted: SnapshotArtifact['state']) => running.filter((artifact) => artifact.state === wanted).length;
  return {
    index: number,
    is_latest: span?.endedAt === undefined,
    timestamp: createdAt,
    next_snapshot_timestamp: span?.endedAt ?? null,
    type: environment.type,
    // An unknown state is not a yes.
    compliant: state === 'COMPLIANT',
    artifact_compliance_count: { true: count('COMPLIANT'), false: count('NON-COMPLIANT'), null: count('UNKNOWN') },
    html_url: links.snapshot(org.orgName, environment.name, number),
    artifacts: artifacts.map((artifact) =>
      artifactView(evidence, org, artifact, origins.get(artifact.fingerprint) ?? [], reports.get(artifact.fingerprint)),
    ),
    applied_policies: policies.map(({ name, version }) => ({ policy_name: name, policy_version: version })),
  };
}

function artifactView(
  { links }: Evidence,
  { orgName }: Org,
  { decisions, fingerprint, instances, isAllowed, name, state, was }: SnapshotArtifact,
  origins: readonly ArtifactOrigin[],
  report: LatestReport | undefined,
): View<ArtifactReply> {
  const [latest] = origins;
  return {
    name,
    fingerprint,
    compliant: flagOf(state),
    allowed: isAllowed,
    creationTimestamp: instances,
    annotation: { type: annotationOf(was, instances.length, state), was, now: instances.length },
    // Always texts: the best-known client reads them without a check.
    flow_name: latest?.flow ?? '',
    git_commit: latest?.commit ?? '',
    commit_url: report?.commitUrl ?? '',
    html_url: latest === undefined ? null : links.artifactPage(orgName, latest.flow, fingerprint, latest.artifactId),
    flow_html_url: latest === undefined ? null : links.flow(orgName, latest.flow),
    flows: origins.map(({ artifactId, commit, flow, name: reference, state: status, trail }) => ({
      flow_name: flow,
      trail_name: trail === '' ? null : trail,
      template_reference_name: reference,
      artifact_id: artifactId,
      git_commit: commit,
      artifact_compliance_in_flow: status === '' ? null : status,
      html_url: trail === '' ? null : links.trail(orgName, flow, trail),
    })),
    deployments: report?.deployments ?? [],
    pods: null,
    policy_decisions: decisions,
    reasons_for_incompliance: state === 'NON-COMPLIANT' ? reasonsIn(decisions) : [],
  };
}

function annotationOf(was: number, now: number, state: SnapshotArtifact['state']): string {
  if (now === 0) return 'exited';
  const step = was === 0 ? 'started' : was === now ? 'unchanged' : 'scaled';
  return `${step}-${state.toLowerCase()}`;
}

/** A sentence for each rule of a policy that is not satisfied. */
function reasonsIn(decisions: SnapshotArtifact['decisions']): readonly string[] {
  return decisions.flatMap(({ policy_name: policy, rule_evaluations: evaluations }) =>
    (Array.isArray(evaluations) ? evaluations : []).flatMap((evaluation: unknown) => {
      const { ignored, rule, satisfied } = Object(evaluation);
      if (ignored === true || satisfied === true) return [];
      const { definition, type } = Object(rule);
      const { name } = Object(definition);
      return [`The policy '${String(policy)}' requires ${type === 'attestation' ? `the attestation '${String(name)}'` : String(type)}.`];
    }),
  );
}

export async function reportSnapshot(
  { store }: Evidence,
  author: Author,
  environment: string,
  type: EnvironmentType,
  input: SnapshotInput,
): Promise<{ readonly isNew: boolean; readonly snapshot: number }> {
  const outcome = await store.reportSnapshot({ author, environment, type, running: runningOf(input) });
  if (outcome.outcome !== 'recorded') throw environmentRefusal(author.orgName, outcome);
  return { isNew: outcome.isNew, snapshot: outcome.snapshot };
}

/** Each artifact once, by the first of its names; every entry with its fingerprint is an instance. */
function runningOf({ artifacts }: SnapshotInput): readonly Running[] {
  const found = new Map<string, { name: string; readonly instances: number[] }>();
  for (const { creationTimestamp, digests } of artifacts) {
    for (const [name, fingerprint] of Object.entries(digests)) {
      const known = found.get(fingerprint);
      if (known === undefined) found.set(fingerprint, { name, instances: [creationTimestamp] });
      else {
        known.instances.push(creationTimestamp);
        if (name < known.name) known.name = name;
      }
    }
  }
  if (found.size > limits.snapshotArtifacts) {
    throw new Refusal('invalid-request', `The report names ${found.size} different artifacts.`, {
      errors: {
        artifacts: `must be at most ${limits.snapshotArtifacts} different ones: report to several environments, and make a logical one of them.`,
      },
    });
  }
  return [...found]
    .map(([fingerprint, { instances, name }]) => ({ fingerprint, name, instances: instances.toSorted((one, other) => one - other) }))
    .toSorted((one, other) => (one.name === other.name ? (one.fingerprint < other.fingerprint ? -1 : 1) : one.name < other.name ? -1 : 1));
}

export async function getSnapshot(evidence: Evidence, org: Org, name: string, expression: string): Promise<View<SnapshotReply>> {
  const environment = await findEnvironment(evidence, org, name);
  return await snapshotView(evidence, org, environment, await snapshotAt(evidence, org, environment, expression));
}

/** A page of the snapshots of an environment, the latest first. */
export async function listSnapshots(
  evidence: Evidence,
  org: Org,
  name: string,
  { interval, oldestFirst, page, perPage }: Paged,
): Promise<readonly View<ListedSnapshot>[]> {
  const environment = await findEnvironment(evidence, org, name);
  const [first, last] = await intervalOf(evidence, org, environment, interval);
  const skipped = (page - 1) * perPage;
  const [from, to] = oldestFirst
    ? [first + skipped, Math.min(first + skipped + perPage - 1, last)]
    : [Math.max(last - skipped - perPage + 1, first), last - skipped];
  if (to < from) return [];
  const spans = await evidence.store.snapshotSpans(org.orgId, environment.id, from, to);
  const now = Date.now() / 1000;
  const items = spans.map(({ createdAt, endedAt, number, state }) => ({
    index: number,
    from: createdAt,
    // The latest snapshot has no end.
    to: endedAt ?? 0,
    compliant: state === 'COMPLIANT',
    state,
    duration: Math.max((endedAt ?? now) - createdAt, 0),
  }));
  return oldestFirst ? items : items.toReversed();
}

/** The differences between two snapshots, each named as an environment, with `#N`, `~N` or `@{…}` after it if it is not the latest. */
export async function diffSnapshots(evidence: Evidence, org: Org, one: string, other: string): Promise<View<SnapshotDiff>> {
  const [first, second] = [await namedSnapshot(evidence, org, one), await namedSnapshot(evidence, org, other)];
  const both = [...first.running].flatMap(([fingerprint, was]) => {
    const now = second.running.get(fingerprint);
    return now === undefined ? [] : [{ was, now }];
  });
  const views = await viewerOf(evidence, org, [...first.running.keys(), ...second.running.keys()]);
  const only = (side: Side, others: Side): readonly View<Listed, OfBoth>[] =>
    [...side.running.values()]
      .filter(({ fingerprint }) => !others.running.has(fingerprint))
      .map((artifact) => ({ ...views(artifact), instance_count: artifact.instances.length }));
  const isSame = ({ now, was }: (typeof both)[number]) => now.instances.length === was.instances.length;
  return {
    snappish1: { snapshot_id: first.id, artifacts: only(first, second) },
    snappish2: { snapshot_id: second.id, artifacts: only(second, first) },
    changed: {
      artifacts: both
        .filter((each) => !isSame(each))
        .map(({ now, was }) => ({ ...views(now), s1_instance_count: was.instances.length, s2_instance_count: now.instances.length })),
    },
    'not-changed': { artifacts: both.filter(isSame).map(({ now }) => ({ ...views(now), instance_count: now.instances.length })) },
  };
}

type Listed = SnapshotDiff['changed']['artifacts'][number];
type OfBoth = 's1_instance_count' | 's2_instance_count';

interface Side {
  /** For example `prod#3`. */
  readonly id: string;
  readonly running: ReadonlyMap<string, SnapshotArtifact>;
}

async function namedSnapshot(evidence: Evidence, org: Org, text: string): Promise<Side> {
  const at = text.search(/[#~@]/);
  const [name, expression] = at === -1 ? [text, '-1'] : [text.slice(0, at), text.slice(at)];
  const environment = await findEnvironment(evidence, org, name);
  const snapshot: Snapshot = await snapshotAt(evidence, org, environment, expression);
  const running = snapshot.artifacts.filter(({ instances }) => instances.length > 0);
  return { id: `${name}#${snapshot.number}`, running: new Map(running.map((artifact) => [artifact.fingerprint, artifact])) };
}

/** How an artifact is shown, with the flow that it was last reported in. */
async function viewerOf(
  evidence: Evidence,
  { orgId }: Org,
  fingerprints: readonly string[],
): Promise<(artifact: SnapshotArtifact) => View<Listed, OfBoth | 'instance_count'>> {
  const origins = await evidence.store.originsOf(orgId, [...new Set(fingerprints)]);
  const reports = await latestReports(evidence, orgId, origins);
  return ({ fingerprint, instances, name }) => ({
    fingerprint,
    name,
    most_recent_timestamp: Math.max(0, ...instances),
    flow: reports.get(fingerprint)?.flow ?? '',
    commit_url: reports.get(fingerprint)?.commitUrl ?? null,
  });
}
