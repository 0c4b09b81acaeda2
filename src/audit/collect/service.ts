import { listsBy } from '../facts/lists-by.ts';
import type { TrailFact } from '../facts/trail.ts';
import { inParallel } from './parallel.ts';
import { readApprovals } from './service-approvals.ts';
import { readArtifacts, withSeen } from './service-artifacts.ts';
import { openAsking, type Asking, type ServiceAccess } from './service-ask.ts';
import { readBodies, readOverrides, withBodies } from './service-bodies.ts';
import { readFlows } from './service-flows.ts';
import { readNotifications } from './service-notifications.ts';
import { readSnapshots } from './service-snapshots.ts';
import { readTrails, type FlowTrails } from './service-trails.ts';
import type { ServiceAsked, ServiceFacts } from './settings.ts';

/** The question, and who hears how far it is, a sentence at a time. */
export interface AskedOfService extends ServiceAsked {
  readonly report: (sentence: string) => void;
}

/**
 * Reads what the evidence service knows of some commits, and what it says was shipped within a time. A list that is not whole
 * is a hole; what the service does not have is untold; it throws where the service does not answer, or refuses the token.
 */
export async function readServiceFacts(service: ServiceAccess, asked: AskedOfService): Promise<ServiceFacts> {
  const asking = openAsking(service, asked.report);
  try {
    return await readAll(asking, asked);
  } finally {
    asking.stop();
  }
}

async function readAll(asking: Asking, asked: AskedOfService): Promise<ServiceFacts> {
  const { report } = asked;
  const wanted = new Set(asked.shas);
  const [read, snapshots, reported, notifications, approvals] = await Promise.all([
    readAllTrails(asking, asked, wanted),
    readSnapshots(asking, asked),
    readArtifacts(asking, asked),
    readNotifications(asking),
    Promise.all([...new Set(asked.approvalsOf)].map((flow) => readApprovals(asking, flow))),
  ]);
  const about = [...new Set(read.flatMap(({ trails }) => trails.flatMap(({ commits }) => commits)))].filter((sha) => wanted.has(sha));
  report(`Reading the records at ${about.length} commits`);
  const trails = await withRecords(asking, read, about);
  const byCommit = listsBy(trails, ({ commits }) => commits);
  const isAsked = (flow: string): boolean => asked.flows.length === 0 || flow === '' || read.some(({ flow: { now } }) => now === flow);
  const artifacts = withSeen(asking, reported, snapshots.artifacts).filter(({ flow }) => isAsked(flow));
  const others = read.flatMap((each) => each.others);
  return {
    flows: read.map(({ fact }) => fact),
    artifacts,
    approvals: approvals.flat(),
    deployments: snapshots.deployments,
    notifications,
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
  };
}

/** Flows that are read at a time: each holds its pages in memory until all of them are there. */
const flowsAtOnce = 16;

async function readAllTrails(
  asking: Asking,
  { flows: names, report }: AskedOfService,
  wanted: ReadonlySet<string>,
): Promise<readonly FlowTrails[]> {
  const flows = await readFlows(asking, names);
  return inParallel([...flows.entries()], flowsAtOnce, async ([index, flow]) => {
    const trails = await readTrails(asking, flow, wanted);
    if ((index + 1) % 25 === 0 || index + 1 === flows.length) report(`Read the trails of ${index + 1} of ${flows.length} flows`);
    return trails;
  });
}

/** The trails with the bodies of their records. */
async function withRecords(asking: Asking, read: readonly FlowTrails[], about: readonly string[]): Promise<readonly TrailFact[]> {
  const bodies = await readBodies(asking, about);
  const byTrail = Map.groupBy(bodies.values(), ({ flow, trail }) => JSON.stringify([flow, trail]));
  const found = read.flatMap(({ flow, trails }) =>
    trails.map(async (trail) => {
      const whole = withBodies(trail, bodies, flow.now, byTrail.get(JSON.stringify([flow.now, trail.name])));
      return withBodies(whole, await readOverrides(asking, whole, flow.now), flow.now);
    }),
  );
  return await Promise.all(found);
}
