import {
  attestationsOfName,
  findAttestations,
  getFlow,
  getTrail,
  isNotThere,
  listArtifacts,
  listFlowApprovals,
  listFlows,
  listTrails,
  openTransport,
  startDeadline,
  type Deadline,
} from '../../client/index.ts';
import { readServiceFacts } from '../collect/service.ts';
import type { ServiceAsked, ServiceFacts } from '../collect/settings.ts';
import type { ReplayedService } from './replayed.ts';

const questions = {
  attestationsOfName,
  findAttestations,
  getFlow,
  getTrail,
  isNotThere,
  listArtifacts,
  listFlowApprovals,
  listFlows,
  listTrails,
};

/** How long a replayed service may be asked. */
const longest = 30 * 60_000;

/** The limit of everything that is asked of replayed services for one package. */
export function limitOf(interrupt: AbortSignal): Deadline {
  return startDeadline(longest, interrupt);
}

/** Asks a replayed service the question of an audit, by the code that asked the service itself. */
export async function collectAgain(
  service: ReplayedService,
  org: string,
  asked: ServiceAsked,
  deadline: Deadline,
  report: (sentence: string) => void,
): Promise<ServiceFacts> {
  // No proxy: it listens on this machine.
  const transport = openTransport({
    baseUrl: new URL('/api/v2', service.url),
    token: service.token,
    userAgent: 'compliance-evidence/replay',
    network: {},
  });
  try {
    return await readServiceFacts({ transport, deadline, org, questions }, { ...asked, report });
  } finally {
    transport.close();
  }
}
