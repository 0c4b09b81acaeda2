import type { Artifact, Deployment } from '../facts/shipped.ts';
import type { World } from '../population/world.ts';
import { notTested, type Outcome } from './rule.ts';

/** Deployments that serve users. A preview does not, and may come from any branch. */
export function toProduction({ deployments }: Pick<World, 'deployments'>): readonly Deployment[] {
  return deployments.filter(({ production }) => production);
}

/** Where things are deployed and no environment is known to serve users, nothing was looked at: that is not good news. */
export function noProduction({ deployments }: Pick<World, 'deployments'>): Outcome | undefined {
  if (deployments.length === 0 || deployments.some(({ production }) => production)) return undefined;
  const names = [...new Set(deployments.map(({ environment }) => environment))].slice(0, 5).join(', ');
  return notTested(
    `no environment is known to serve users, only ${names}: name those that do under \`production\` in .github/compliance-audit.yml`,
  );
}

/** Snapshots have deployments too: without them, GitHub's are not all. Without a service there are none. */
export function withoutSnapshots({ untold }: Pick<World, 'untold'>): Outcome | undefined {
  const unseen = untold.find(({ source }) => source === 'snapshots');
  return unseen === undefined || unseen.unasked === true
    ? undefined
    : notTested(`snapshots tell of deployments too, and were not all read: ${unseen.why}`);
}

export function isOf({ fingerprint, sha }: Deployment, artifact: Pick<Artifact, 'commit' | 'fingerprint'>): boolean {
  return fingerprint === null ? sha !== null && sha === artifact.commit : fingerprint === artifact.fingerprint;
}
