import type { Engine } from '../../../src/service/sql/engine.ts';
import { conformanceOfArtifacts, conformanceOfOverrides } from './conformance-artifacts.ts';
import { conformanceOfDecisions, conformanceOfGateAnswers, conformanceOfLeases } from './conformance-decisions.ts';
import { conformanceOfEnvironments, conformanceOfSnapshots } from './conformance-environments.ts';
import { conformanceOfFacets } from './conformance-facets.ts';
import { conformanceOfFlows, conformanceOfOrigins } from './conformance-flows.ts';
import { conformanceOfNotifications, conformanceOfSigning } from './conformance-notifications.ts';
import { conformanceOfPolicies, conformanceOfTypes } from './conformance-policies.ts';
import { conformanceOfQueues } from './conformance-queues.ts';
import { conformanceOfPages, conformanceOfResources } from './conformance-resources.ts';
import { conformanceOfJobs, conformanceOfTokenLimits, conformanceOfTokens } from './conformance-tokens.ts';
import { conformance } from './conformance.ts';

/** All tests that an engine must pass. `open` answers an engine on an empty database, closed when the test ends. */
export function everyConformance(name: string, open: () => Promise<Engine>): void {
  conformance(name, open);
  conformanceOfArtifacts(name, open);
  conformanceOfOverrides(name, open);
  conformanceOfDecisions(name, open);
  conformanceOfEnvironments(name, open);
  conformanceOfSnapshots(name, open);
  conformanceOfFacets(name, open);
  conformanceOfFlows(name, open);
  conformanceOfOrigins(name, open);
  conformanceOfNotifications(name, open);
  conformanceOfGateAnswers(name, open);
  conformanceOfJobs(name, open);
  conformanceOfLeases(name, open);
  conformanceOfPages(name, open);
  conformanceOfPolicies(name, open);
  conformanceOfQueues(name, open);
  conformanceOfResources(name, open);
  conformanceOfSigning(name, open);
  conformanceOfTokens(name, open);
  conformanceOfTokenLimits(name, open);
  conformanceOfTypes(name, open);
}
