import type { Deployment } from '../facts/shipped.ts';
import type { World } from '../judge/world.ts';
import { approvedAt, isApproved, isFor, notKnown } from './approvals.ts';
import { subjectOf } from './deployed-outside-population.ts';
import { short, when, who } from './words.ts';
import { isOf, noProduction, toProduction, withoutSnapshots } from './production.ts';
import { found, notApplicable, notTested, passed, type Outcome, type WorldRule } from './rule.ts';

export const deployedBeforeApproval: WorldRule = {
  name: 'deployed-before-approval',
  about: 'world',
  text: 'What is approved for an environment is approved before it runs there.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Ask for the approval in the workflow that deploys, before the step that does it, and let that job fail without one.',
  needs: ['deployments', 'artifacts', 'approvals'],
  *judge(world) {
    const none = noProduction(world);
    if (none !== undefined && world.approvals.length > 0) yield none;
    const unseen = withoutSnapshots(world);
    if (unseen !== undefined && world.approvals.length > 0) yield unseen;
    for (const deployment of toProduction(world)) yield outcomeOf(deployment, world);
  },
};

function outcomeOf(deployment: Deployment, { approvals, artifacts, header }: World): Outcome {
  const { at, by, environment } = deployment;
  const commits = new Map(artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
  const valid = approvals.filter((approval) => isApproved(approval) && isFor(approval, environment));
  const given = valid.filter(({ fingerprint }) => isOf(deployment, { fingerprint, commit: commits.get(fingerprint) ?? null }));
  const [first] = given.toSorted((one, other) => approvedAt(one) - approvedAt(other));
  if (first === undefined) {
    // One of an artifact that is not known may be of this one.
    const mayBe = deployment.fingerprint === null && valid.some(({ fingerprint }) => (commits.get(fingerprint) ?? null) === null);
    return mayBe && !artifacts.some((artifact) => isOf(deployment, artifact)) ? notTested(notKnown(environment)) : notApplicable;
  }
  if (approvedAt(first) <= Date.parse(at)) return passed;
  const what = deployment.sha === null ? `artifact ${first.fingerprint.slice(0, 12)}` : short(deployment.sha);
  const message = `${by === null ? 'Somebody' : who(by)} deployed ${what} to ${environment}${when(at)}; its approval ${first.number} in ${first.flow} was given only${when(new Date(approvedAt(first)).toISOString())}.`;
  return found({ subject: subjectOf(deployment, header), detail: environment, at, message });
}
