import type { ArtifactOrigin } from '../store/model/environments.ts';
import type { Evidence } from './context.ts';

/** The fields that are shown of the latest report of an artifact, wherever it was reported. */
export interface LatestReport {
  readonly flow: string;
  readonly commitUrl: string;
  readonly deployments: readonly number[];
}

/** Artifacts that are read at once; each comes with the data of its client. */
const atOnce = 20;

/** The latest report of each of some artifacts, by fingerprint. `origins` has the latest first. */
export async function latestReports(
  { store }: Evidence,
  orgId: string,
  origins: readonly ArtifactOrigin[],
): Promise<ReadonlyMap<string, LatestReport>> {
  const latest = [...new Map(origins.toReversed().map((origin) => [origin.fingerprint, origin])).values()];
  const found = new Map<string, LatestReport>();
  for (let at = 0; at < latest.length; at += atOnce) {
    const some = latest.slice(at, at + atOnce);
    const rows = await store.artifactsNumbered(
      orgId,
      some.map(({ number }) => number),
    );
    for (const { fingerprint, presence, record } of rows) {
      const { commit_url: commitUrl } = record.data;
      found.set(fingerprint, {
        flow: record.flow,
        commitUrl: typeof commitUrl === 'string' ? commitUrl : '',
        deployments: presence.deployments.map(({ number }) => number),
      });
    }
  }
  return found;
}
