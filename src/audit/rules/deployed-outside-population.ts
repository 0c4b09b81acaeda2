import type { Deployment } from '../facts/shipped.ts';
import type { Header } from '../facts/line.ts';
import type { Subject } from '../findings/finding.ts';
import { commitSubject, short, when, who } from './words.ts';
import { noProduction, toProduction, withoutSnapshots } from './production.ts';
import { found, notTested, passed, type Outcome, type WorldRule } from './rule.ts';

export const deployedOutsidePopulation: WorldRule = {
  name: 'deployed-outside-population',
  about: 'world',
  text: 'What runs for users was made from a commit of an audited branch.',
  severity: 'critical',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Deploy a commit of an audited branch in its place, and let the environment take those branches alone. A branch that may be deployed is audited too: name it under `branch`.',
  needs: ['deployments'],
  *judge(world) {
    const none = noProduction(world);
    if (none !== undefined) yield none;
    const unseen = withoutSnapshots(world);
    if (unseen !== undefined) yield unseen;
    for (const deployment of toProduction(world)) yield outcomeOf(deployment, world.header);
  },
};

function outcomeOf(deployment: Deployment, header: Header): Outcome {
  const { at, branch, by, environment, id, sha } = deployment;
  if (branch !== null) return passed;
  if (sha === null) return notTested(`nobody says which commit the deployment ${id} to ${environment} was made from`);
  const message = `${by === null ? 'Somebody' : who(by)} deployed ${short(sha)} to ${environment}${when(at)}, and no audited branch held that commit then, or holds it now.`;
  return found({ subject: subjectOf(deployment, header), detail: environment, at, message });
}

/** The commit; the artifact where no commit is known. */
export function subjectOf({ fingerprint, id, sha, url }: Deployment, header: Header): Subject {
  if (sha !== null) return commitSubject(sha, header);
  return fingerprint === null ? { kind: 'deployment', id, url } : { kind: 'artifact', id: fingerprint, url };
}
