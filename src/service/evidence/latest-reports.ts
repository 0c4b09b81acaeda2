import { stringAt } from '../../text/index.ts';
import type { ArtifactOrigin } from '../store/model/environments.ts';
import { artifactsNumbered } from './artifacts.ts';
import type { Evidence } from './context.ts';

/** The fields that are shown of the latest report of an artifact, wherever it was reported. */
export interface LatestReport {
  readonly flow: string;
  readonly commitUrl: string;
  readonly deployments: readonly number[];
}

/** The latest report of each of some artifacts, by fingerprint. `origins` has the latest first. */
export async function latestReports(
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
