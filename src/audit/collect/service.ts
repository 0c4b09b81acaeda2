import { listsBy } from '../../text/index.ts';
import type { TrailFact } from '../facts/trail.ts';
import type { LaterTrail } from './log-reader.ts';
import { inParallel } from './parallel.ts';
import { openAsking, type Asking, type ServiceAccess } from './service-ask.ts';
import { readBodies, readOverrides, withBodies } from './service-bodies.ts';
import { readApprovals, readArtifacts, readNotifications, readSnapshots, withSeen, type Snapshots } from './service-shipped.ts';
import { readFlows, readTrails, readTrailsAgain, type FlowTrails, type NamedFlow } from './service-trails.ts';
import type { ServiceAsked, ServiceFacts } from './settings.ts';

export interface AskedOfService extends ServiceAsked {
  readonly report: (sentence: string) => void;
}

interface Reading {
  readonly asking: Asking;
  readonly asked: AskedOfService;
  readonly wanted: ReadonlySet<string>;
}

interface Read extends Pick<ServiceFacts, 'approvals' | 'notifications'> {
  readonly flows: readonly FlowTrails[];
  readonly snapshots: Snapshots;
  readonly reported: ServiceFacts['artifacts'];
}

/**
 * Reads what the evidence service knows of some commits, and what it says was shipped within a time. A list that is not
 * whole is a hole; what the service does not have is untold. Throws where the service does not answer, or refuses the
 * token.
 */
export async function readServiceFacts(service: ServiceAccess, asked: AskedOfService): Promise<ServiceFacts> {
  const reading = { asking: openAsking(service, asked.report), asked, wanted: new Set(asked.shas) };
  return orStop(reading, async () => {
    const [flows, shipped, notifications] = await Promise.all([
      readAllTrails(reading),
      readShipped(reading),
      readNotifications(reading.asking),
    ]);
    return factsOf(reading, { ...(await withApprovals(reading, { flows, ...shipped })), notifications });
  });
}

/** Where one question fails, nothing more is asked. */
async function orStop<Answer>({ asking }: Reading, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    asking.stop();
    throw error;
  }
}

async function readShipped({ asked, asking }: Reading): Promise<Pick<Read, 'reported' | 'snapshots'>> {
  const [snapshots, reported] = await Promise.all([readSnapshots(asking, asked), readArtifacts(asking, asked)]);
  return { snapshots, reported };
}

/** All artifacts of the flows that are asked for, and those without a flow. */
function artifactsOf({ asked, asking }: Reading, { flows, reported, snapshots }: Pick<Read, 'flows' | 'reported' | 'snapshots'>) {
  const isAsked = (flow: string): boolean => asked.flows.length === 0 || flow === '' || flows.some(({ flow: { now } }) => now === flow);
  return withSeen(asking, reported, snapshots.artifacts).filter(({ flow }) => isAsked(flow));
}

/** Adds every approval of the flows that need some, and those of the other artifacts. */
async function withApprovals<Told extends Pick<Read, 'flows' | 'reported' | 'snapshots'>>(
  reading: Reading,
  told: Told,
): Promise<Told & Pick<Read, 'approvals'>> {
  const { asked, asking } = reading;
  const needed = new Set(asked.approvalsOf);
  const isRead = (name: string): boolean => needed.has(name) || told.flows.some(({ flow }) => flow.now === name && needed.has(flow.name));
  const artifacts = artifactsOf(reading, told).filter(({ flow }) => flow !== '' && !isRead(flow));
  const others = listsBy(artifacts, ({ flow }) => [flow]);
  const approvals = await Promise.all([
    ...[...needed].map((flow) => readApprovals(asking, flow)),
    ...[...others].map(async ([flow, own]) => {
      const fingerprints = new Set(own.map(({ fingerprint }) => fingerprint));
      return (await readApprovals(asking, flow)).filter(({ fingerprint }) => fingerprints.has(fingerprint));
    }),
  ]);
  return { ...told, approvals: approvals.flat() };
}

function factsOf(reading: Reading, read: Read): ServiceFacts {
  const { asked, asking, wanted } = reading;
  const trails = read.flows.flatMap((each) => each.trails);
  const byCommit = listsBy(trails, ({ commits }) => commits);
  const artifacts = artifactsOf(reading, read);
  const others = read.flows.flatMap((each) => each.others);
  const isAsked = (flows: readonly string[], of: readonly string[]): boolean => of.length === 0 || flows.some((flow) => of.includes(flow));
  const isOf = (known: ReadonlySet<string>, flows: readonly string[], name: string): boolean =>
    flows.some((flow) => known.has(JSON.stringify([flow, name])));
  const shipped = new Set(
    artifacts.flatMap(({ fingerprint, flow, trail }) => [fingerprint, trail].map((name) => JSON.stringify([flow, name]))),
  );
  const own = new Set([...trails.map(({ flow, name }) => JSON.stringify([flow, name])), ...shipped]);
  const touchedBy: ServiceFacts['touchedBy'] = (later) => ({
    trails: later.trails.filter(
      ({ commits, flows, trail }) =>
        isOf(own, flows, trail) || (isAsked(flows, asked.flows) && [...commits].some((sha) => wanted.has(sha))),
    ),
    approvals: later.approvals.filter(
      ({ fingerprint, flows }) => isOf(shipped, flows, fingerprint) || flows.some((flow) => asked.approvalsOf.includes(flow)),
    ),
  });
  return {
    flows: read.flows.map(({ fact }) => fact),
    artifacts,
    approvals: read.approvals,
    deployments: read.snapshots.deployments,
    notifications: read.notifications,
    untold: asking.untold,
    holes: asking.holes,
    queries: asking.queries(),
    trailsAbout(shas) {
      const stranger = shas.find((sha) => !wanted.has(sha));
      if (stranger !== undefined)
        throw new RangeError(`Trails about ${stranger} were not asked for, so that it is not known whether there are any`);
      return [...new Set(shas.flatMap((sha) => byCommit.get(sha) ?? []))];
    },
    trailsElsewhere(known) {
      const isElsewhere = (commits: readonly string[]): boolean => !commits.some((sha) => known.has(sha));
      return others.filter(isElsewhere).length + trails.filter(({ commits }) => isElsewhere(commits)).length;
    },
    touchedBy,
    async again(later) {
      const { trails: touched } = touchedBy(later);
      if (touched.length === 0 && !later.others) return undefined;
      return orStop(reading, async () => {
        const isShipped = later.others || touched.some(({ flows, trail }) => isOf(shipped, flows, trail));
        const [flows, told] = await Promise.all([
          readAllTrails(reading, { flows: read.flows, touched }),
          isShipped ? readShipped(reading) : undefined,
        ]);
        const more = told === undefined ? { flows } : await withApprovals(reading, { flows, ...told });
        return factsOf(reading, { ...read, ...more });
      });
    },
  };
}

interface Before {
  readonly flows: readonly FlowTrails[];
  readonly touched: readonly LaterTrail[];
}

/** Flows read at a time: each holds its pages in memory until it has all. */
const flowsAtOnce = 16;

/** Trails that were read before are asked for again only where something touched them. */
async function readAllTrails({ asked, asking, wanted }: Reading, before?: Before): Promise<readonly FlowTrails[]> {
  const flows = await readFlows(asking, asked.flows);
  const read = await inParallel([...flows.entries()], flowsAtOnce, async ([index, flow]) => {
    const same = before?.flows.find((each) => JSON.stringify(each.flow) === JSON.stringify(flow));
    const trails = (same && (await readTrailsAgain(asking, same, touchedIn(before, flow)))) ?? (await readTrails(asking, flow, wanted));
    if ((index + 1) % 25 === 0 || index + 1 === flows.length) asked.report(`Read the trails of ${index + 1} of ${flows.length} flows`);
    return trails;
  });
  const known = new Map(
    (before?.flows ?? []).flatMap(({ flow, trails }) => {
      const touched = new Set(touchedIn(before, flow));
      return trails.flatMap((trail) => (touched.has(trail.name) ? [] : [[keyOf(flow, trail), trail] as const]));
    }),
  );
  return withRecords({ asked, asking, wanted }, read, known);
}

function touchedIn(before: Before | undefined, flow: NamedFlow): readonly string[] {
  const isIn = ({ flows }: LaterTrail): boolean => flows.includes(flow.name) || flows.includes(flow.now);
  return (before?.touched ?? []).filter(isIn).map(({ trail }) => trail);
}

function keyOf({ name }: NamedFlow, trail: Pick<TrailFact, 'name'>): string {
  return JSON.stringify([name, trail.name]);
}

async function withRecords(
  { asked, asking, wanted }: Reading,
  read: readonly FlowTrails[],
  known: ReadonlyMap<string, TrailFact>,
): Promise<readonly FlowTrails[]> {
  const open = read.flatMap(({ flow, trails }) => trails.filter((trail) => !known.has(keyOf(flow, trail))));
  const about = [...new Set(open.flatMap(({ commits }) => commits))].filter((sha) => wanted.has(sha));
  asked.report(`Reading the records at ${about.length} commits`);
  const bodies = await readBodies(asking, about);
  const byTrail = Map.groupBy(bodies.values(), ({ flow, trail }) => JSON.stringify([flow, trail]));
  const whole = async (flow: NamedFlow, trail: TrailFact): Promise<TrailFact> => {
    const same = known.get(keyOf(flow, trail));
    if (same !== undefined) return { ...trail, records: same.records, commits: same.commits };
    const told = withBodies(trail, bodies, flow.now, byTrail.get(JSON.stringify([flow.now, trail.name])));
    return withBodies(told, await readOverrides(asking, told, flow.now), flow.now);
  };
  return await Promise.all(
    read.map(async (each) => ({ ...each, trails: await Promise.all(each.trails.map((trail) => whole(each.flow, trail))) })),
  );
}
