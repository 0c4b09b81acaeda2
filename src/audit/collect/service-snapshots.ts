import { getSnapshot, listEnvironments, listSnapshots } from '../../client/index.ts';
import type { Environment, ListedSnapshot, Snapshot, SnapshotArtifact } from '../../contract/index.ts';
import { countAt, listAt, oneLine, stringAt, valueAt } from '../../text/index.ts';
import type { Deployment } from '../facts/shipped.ts';
import type { Asking } from './service-ask.ts';
import { wholeListing } from './service-pages.ts';
import { fingerprintOf, momentOf, shaOf } from './service-values.ts';

/** Something that began to run; which branch has its commit is not the service's to say. */
export type SeenDeployment = Omit<Deployment, 'branch' | 'brought'>;

/** An artifact as the snapshots show it, and the environments where it runs now. */
export interface SeenArtifact {
  readonly fingerprint: string;
  readonly shown: SnapshotArtifact;
  readonly running: readonly string[];
}

export interface Snapshots {
  readonly deployments: readonly SeenDeployment[];
  readonly artifacts: readonly SeenArtifact[];
}

/** Snapshots of one environment that are read at most: one a minute of a week. */
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
  const listing = wholeListing(asking, {
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

/** The artifacts that run in a snapshot; one that has exited is in it with no instances. */
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

/** Each artifact once, with every environment that it runs in. */
function together(found: readonly SeenArtifact[]): readonly SeenArtifact[] {
  return [...Map.groupBy(found, ({ fingerprint }) => fingerprint).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, running: [...new Set(same.flatMap(({ running }) => running))] }];
  });
}

/** Whether a snapshot says that nobody reported an artifact; undefined where it does not say. */
export function isWithoutProvenance(shown: SnapshotArtifact): boolean | undefined {
  if ((shown.flow_name ?? '') !== '' || (listAt(shown, 'flows') ?? []).length > 0) return false;
  return valueAt(shown, 'flow_name') === undefined && valueAt(shown, 'flows') === undefined ? undefined : true;
}
