import { getSnapshot, listEnvironments, listNotifications, listSnapshots } from '../../client/index.ts';
import type {
  Approval as ToldApproval,
  Artifact as ToldArtifact,
  Environment,
  ListedSnapshot,
  NotificationRule,
  Snapshot,
  SnapshotArtifact,
} from '../../contract/index.ts';
import { countAt, listAt, oneLine, stringAt, valueAt } from '../../text/index.ts';
import type { Approval, Artifact, Deployment, Notification } from '../facts/shipped.ts';
import { listingOrHole, type Asking } from './service-ask.ts';
import { fingerprintOf, momentOf, shaAt, shaOf } from './service-values.ts';

/** Every approval of a flow: something approved long ago may be deployed now. */
export async function readApprovals(asking: Asking, flow: string): Promise<readonly Approval[]> {
  const { org } = asking;
  const what = `The approvals of flow ${oneLine(flow, 100)}`;
  const listing = listingOrHole(asking, {
    what,
    text: `GET /approvals/${org}/FLOW?page=N&per_page=100`,
    read: (call, query) => asking.questions.listFlowApprovals(call, { org, flow_name: flow }, query),
    keyOf: ({ release_number: number }) => String(number),
  });
  const told = (await asking.orUntold('approvals', what, listing)) ?? [];
  const approvals = told.flatMap((each) => approvalOf(flow, each) ?? []);
  if (approvals.length < told.length) asking.hole(what, `${told.length - approvals.length} of them do not say what was approved, and when`);
  return approvals;
}

function approvalOf(flow: string, told: ToldApproval): Approval | undefined {
  const fingerprint = fingerprintOf(told.target_artifact);
  const at = momentOf(told.created_at);
  if (fingerprint === null || at === null) return undefined;
  return {
    kind: 'approval',
    flow,
    number: told.release_number,
    fingerprint,
    state: told.state,
    environment: told.environment ?? null,
    at,
    url: null,
    artifact: told.artifact_name ?? null,
    description: told.description ?? null,
    approvers: (told.approvals ?? []).map(({ approval_url: ticket, approved_by: name, comment, state, timestamp }) => ({
      name: name ?? '',
      said: state ?? '',
      at: momentOf(timestamp),
      comment: comment ?? null,
      ticket: ticket ?? null,
    })),
    by: told.reported_by ?? null,
  };
}

/** A deployment without its branch, which the service does not know. */
type SeenDeployment = Omit<Deployment, 'branch' | 'brought'>;

interface SeenArtifact {
  readonly fingerprint: string;
  readonly shown: SnapshotArtifact;
  readonly running: readonly string[];
}

export interface Snapshots {
  readonly deployments: readonly SeenDeployment[];
  readonly artifacts: readonly SeenArtifact[];
}

/** The most snapshots of one environment that are read: one a minute for a week. */
const mostSnapshots = 10_080;

/** All that began to run within a time, and all that runs now, by the snapshots of every environment. */
export async function readSnapshots(asking: Asking, period: { readonly since: string; readonly until: string }): Promise<Snapshots> {
  const { org } = asking;
  const question = asking.ask(
    `GET /environments/${org}`,
    (call) => listEnvironments(call, { org }, {}),
    (items) => items.length,
  );
  const environments = (await asking.orUntold('snapshots', 'The environments', question)) ?? [];
  const found = await Promise.all(environments.map((environment) => ofEnvironment(asking, environment, period)));
  return { deployments: found.flatMap(({ deployments }) => deployments), artifacts: together(found.flatMap(({ artifacts }) => artifacts)) };
}

async function ofEnvironment(
  asking: Asking,
  { name }: Environment,
  { since, until }: { since: string; until: string },
): Promise<Snapshots> {
  const { org } = asking;
  const what = `The snapshots of environment ${oneLine(name, 100)}`;
  const begins = Date.parse(since);
  const isBefore = ({ from }: ListedSnapshot): boolean => Date.parse(momentOf(from) ?? '') < begins;
  const listing = listingOrHole(asking, {
    what,
    text: `GET /snapshots/${org}/ENVIRONMENT?page=N&per_page=100`,
    read: (call, query) => listSnapshots(call, { org, env_name: name }, query),
    keyOf: ({ index }) => String(index),
    isEnough: (items) => items.some(isBefore),
  });
  const listed = (await asking.orUntold('snapshots', what, listing)) ?? [];
  if (listed.some(({ from, index }, at) => momentOf(from) === null || (at > 0 && index !== (listed[at - 1]?.index ?? 0) - 1)))
    asking.hole(what, 'Some of them are missing, or do not say when they were made');
  const within = listed.filter((each) => !isBefore(each) && Date.parse(momentOf(each.from) ?? '') < Date.parse(until));
  const latest = listed[0]?.index;
  const wanted = new Set([
    ...(latest === undefined ? [] : [latest]),
    ...within.flatMap(({ index }) => (index > 1 ? [index, index - 1] : [index])),
  ]);
  if (wanted.size > mostSnapshots) asking.hole(what, `There are more than ${mostSnapshots} of them`, 'Audit a shorter time');
  const snapshots = new Map<number, Snapshot>();
  await Promise.all(
    [...wanted].slice(0, mostSnapshots).map(async (index) => {
      const params = { org, env_name: name, expression: String(index) };
      const ask = asking.ask(`GET /snapshots/${org}/ENVIRONMENT/NUMBER`, (call) => getSnapshot(call, params));
      const snapshot = await asking.orUntold('snapshots', `Snapshot ${index} of environment ${oneLine(name, 100)}`, ask);
      if (snapshot !== undefined && snapshot.index !== index)
        asking.hole(what, `Asked for number ${index}, the service answered with ${snapshot.index}`);
      else if (snapshot !== undefined) snapshots.set(index, snapshot);
    }),
  );
  const last = runningIn(snapshots.get(latest ?? 0));
  const moments = new Map(listed.map(({ from, index }) => [index, momentOf(from)]));
  const started = within.flatMap(({ index }) => {
    const before = runningIn(snapshots.get(index - 1));
    return [...runningIn(snapshots.get(index)).values()]
      .filter(({ fingerprint }) => !before.has(fingerprint))
      .map((artifact) => ({ artifact, snapshot: snapshots.get(index), index }));
  });
  const deployments = started.map(({ artifact, index, snapshot }): SeenDeployment => ({
    kind: 'deployment',
    source: 'service',
    id: `${name}#${index}`,
    environment: name,
    production: name.toLowerCase() === 'production',
    at: moments.get(index) ?? until,
    by: null,
    sha: shaOf(artifact.shown.git_commit),
    fingerprint: artifact.fingerprint,
    url: snapshot?.html_url ?? null,
    running: last.has(artifact.fingerprint),
  }));
  const artifacts = [
    ...started.map(({ artifact }) => ({ ...artifact, running: [] })),
    ...[...last.values()].map((artifact) => ({ ...artifact, running: [name] })),
  ];
  return { deployments, artifacts };
}

/** An artifact that has exited is in the snapshot with no instances. */
function runningIn(
  snapshot: Snapshot | undefined,
): ReadonlyMap<string, { readonly fingerprint: string; readonly shown: SnapshotArtifact }> {
  const running = (snapshot?.artifacts ?? []).filter(
    ({ annotation, creationTimestamp: begun }) =>
      begun?.length !== 0 && stringAt(annotation, 'type') !== 'exited' && countAt(annotation, 'now') !== 0,
  );
  return new Map(
    running.map((shown) => {
      const fingerprint = fingerprintOf(shown.fingerprint) ?? shown.fingerprint;
      return [fingerprint, { fingerprint, shown }];
    }),
  );
}

/** Merges the entries of an artifact: one, with every environment where it runs. */
function together(found: readonly SeenArtifact[]): readonly SeenArtifact[] {
  return [...Map.groupBy(found, ({ fingerprint }) => fingerprint).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, running: [...new Set(same.flatMap(({ running }) => running))] }];
  });
}

/** Undefined where the snapshot does not say. */
function isWithoutProvenance(shown: SnapshotArtifact): boolean | undefined {
  if ((shown.flow_name ?? '') !== '' || (listAt(shown, 'flows') ?? []).length > 0) return false;
  return valueAt(shown, 'flow_name') === undefined && valueAt(shown, 'flows') === undefined ? undefined : true;
}

/** The latest first. The listing ends where its time does. */
export async function readArtifacts(
  asking: Asking,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<readonly Artifact[]> {
  const { org } = asking;
  const at = ({ created_at: created }: ToldArtifact): number => Date.parse(momentOf(created) ?? '');
  const listing = listingOrHole(asking, {
    what: 'The artifacts',
    text: `GET /artifacts/${org}?page=N&per_page=100`,
    read: (call, query) => asking.questions.listArtifacts(call, { org }, query),
    keyOf: ({ fingerprint, id, ...more }) => id ?? JSON.stringify([fingerprint, more.trail_name, stringAt(more, 'flow_name')]),
    isEnough: (items) => items.some((item) => at(item) < Date.parse(since)),
  });
  const told = (await asking.orUntold('artifacts', 'The artifacts', listing)) ?? [];
  // One without the time of its report may be of this time.
  const isMeant = (item: ToldArtifact): boolean =>
    Number.isNaN(at(item)) || (at(item) >= Date.parse(since) && at(item) < Date.parse(until));
  return told.filter(isMeant).map(artifactOf);
}

function artifactOf(told: ToldArtifact): Artifact {
  return {
    kind: 'artifact',
    fingerprint: fingerprintOf(told.fingerprint) ?? told.fingerprint,
    name: told.filename ?? told.template_reference_name ?? '',
    flow: stringAt(told, 'flow_name') ?? '',
    trail: told.trail_name ?? null,
    commit: shaOf(told.git_commit) ?? shaAt(told, 'git_commit_info', 'sha1'),
    state: told.state ?? 'UNKNOWN',
    url: told.html_url ?? null,
    at: momentOf(told.created_at),
    running: [],
    withoutProvenance: false,
  };
}

/** The reported artifacts, with where they run now, and those that only snapshots show: reported earlier, or never. */
export function withSeen(asking: Asking, reported: readonly Artifact[], seen: readonly SeenArtifact[]): readonly Artifact[] {
  const running = new Map(seen.map((artifact) => [artifact.fingerprint, artifact.running]));
  const nameOf = ({ fingerprint, flow }: Artifact): string => `${flow}/${fingerprint}`;
  const known = new Set(reported.map(nameOf));
  const fingerprints = new Set(reported.map(({ fingerprint }) => fingerprint));
  const more = seen
    .flatMap((artifact) => shownOf(asking, artifact))
    // Another flow may have reported it earlier; an artifact without a flow is the one that was reported.
    .filter((artifact) => !known.has(nameOf(artifact)) && (artifact.flow !== '' || !fingerprints.has(artifact.fingerprint)));
  return [...reported.map((artifact) => ({ ...artifact, running: running.get(artifact.fingerprint) ?? [] })), ...more];
}

function shownOf(asking: Asking, { fingerprint, running, shown }: SeenArtifact): readonly Artifact[] {
  const withoutProvenance = isWithoutProvenance(shown);
  if (withoutProvenance === undefined) {
    asking.untell('snapshots', 'Its snapshots do not say which flow has reported an artifact', 'Update the service');
    return [];
  }
  const base = { kind: 'artifact', fingerprint, name: shown.name ?? '', at: null, running, withoutProvenance } as const;
  const said = shown.compliant === true ? 'COMPLIANT' : shown.compliant === false ? 'NON-COMPLIANT' : 'UNKNOWN';
  const flows = (listAt(shown, 'flows') ?? []).filter((flow) => stringAt(flow, 'flow_name') !== undefined);
  if (flows.length === 0)
    return [
      { ...base, flow: shown.flow_name ?? '', trail: null, commit: shaOf(shown.git_commit), state: said, url: shown.html_url ?? null },
    ];
  return flows.map((flow) => ({
    ...base,
    flow: stringAt(flow, 'flow_name') ?? '',
    trail: stringAt(flow, 'trail_name') ?? null,
    commit: shaAt(flow, 'git_commit'),
    state: stringAt(flow, 'artifact_compliance_in_flow') ?? 'UNKNOWN',
    url: stringAt(flow, 'html_url') ?? shown.html_url ?? null,
  }));
}

export async function readNotifications(asking: Asking): Promise<readonly Notification[]> {
  const { org } = asking;
  const path = `GET /organizations/${org}/environments_notifications`;
  const question = asking.ask(
    path,
    (call) => listNotifications(call, { org }),
    (items) => items.length,
  );
  return ((await asking.orUntold('notifications', 'The notification rules', question)) ?? []).map((rule) => ({
    kind: 'notification',
    name: (rule.name ?? '') === '' ? `#${rule.number}` : (rule.name ?? ''),
    targets: rule.targets?.length ?? null,
    failure: failureOf(rule),
  }));
}

/** The last failure; null where nothing failed, undefined where the service does not say. */
function failureOf({ is_failing: isFailing, last_failure_timestamp: failed }: NotificationRule): Notification['failure'] {
  if (isFailing !== true) return isFailing === false ? null : undefined;
  const at = momentOf(failed);
  return at === null ? 'Its last message could not be delivered' : `Its last message could not be delivered, at ${at}`;
}
