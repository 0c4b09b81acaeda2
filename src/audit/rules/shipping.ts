import { complianceOf } from '../../gate/index.ts';
import type { Subject } from '../facts/finding.ts';
import type { Header } from '../facts/line.ts';
import type { Deployment } from '../facts/shipped.ts';
import { servesUsers } from '../file/audit-file.ts';
import type { World } from '../population/world.ts';
import { approvedAt, isApproved, isFor, notKnown } from './approvals.ts';
import { isOf, noProduction, toProduction, withoutSnapshots } from './production.ts';
import { found, notApplicable, notTested, passed, type Outcome, type WorldRule, type Rule } from './rule.ts';
import { commitSubject, short, when, who } from './words.ts';

const deployedOutsidePopulation: WorldRule = {
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
    for (const deployment of toProduction(world)) yield judgeOrigin(deployment, world.header);
  },
};

function judgeOrigin(deployment: Deployment, header: Header): Outcome {
  const { at, branch, by, environment, id, sha } = deployment;
  if (branch !== null) return passed;
  if (sha === null) return notTested(`nobody says which commit the deployment ${id} to ${environment} was made from`);
  const message = `${by === null ? 'Somebody' : who(by)} deployed ${short(sha)} to ${environment}${when(at)}, and no audited branch held that commit then, or holds it now.`;
  return found({ subject: deploymentSubject(deployment, header), detail: environment, at, message });
}

/** The commit; the artifact where no commit is known. */
function deploymentSubject({ fingerprint, id, sha, url }: Deployment, header: Header): Subject {
  if (sha !== null) return commitSubject(sha, header);
  return fingerprint === null ? { kind: 'deployment', id, url } : { kind: 'artifact', id: fingerprint, url };
}

const releaseOutsidePopulation: WorldRule = {
  name: 'release-outside-population',
  about: 'world',
  text: 'A release is of a commit of an audited branch.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Release from an audited branch, or audit the branch that releases come from: name it under `branch`.',
  needs: ['releases'],
  *judge({ header, releases }) {
    for (const { at, branch, by, sha, tag, url } of releases) {
      if (branch !== null) yield passed;
      else if (sha === null) yield notTested(`nobody can tell which commit the release ${tag} stands for`);
      else {
        const branches = header.branches.map(({ name }) => name).join(', ');
        const message = `${who(by)} released ${tag} of ${short(sha)}${when(at)}, and that commit was on none of ${branches} then, or is on none now.`;
        yield found({ subject: { kind: 'tag', id: tag, url }, at, message });
      }
    }
  },
};

const deployedBeforeApproval: WorldRule = {
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
    for (const deployment of toProduction(world)) yield judgeOrder(deployment, world);
  },
};

function judgeOrder(deployment: Deployment, { approvals, artifacts, header }: World): Outcome {
  const { at, by, environment } = deployment;
  const commits = new Map(artifacts.map(({ commit, fingerprint }) => [fingerprint, commit]));
  const valid = approvals.filter((approval) => isApproved(approval) && isFor(approval, environment));
  const given = valid.filter(({ fingerprint }) => isOf(deployment, { fingerprint, commit: commits.get(fingerprint) ?? null }));
  const [first] = given.toSorted((one, other) => approvedAt(one) - approvedAt(other));
  if (first === undefined) {
    // One of an unknown artifact may be of this one.
    const mayBe = deployment.fingerprint === null && valid.some(({ fingerprint }) => (commits.get(fingerprint) ?? null) === null);
    return mayBe && !artifacts.some((artifact) => isOf(deployment, artifact)) ? notTested(notKnown(environment)) : notApplicable;
  }
  if (approvedAt(first) <= Date.parse(at)) return passed;
  const what = deployment.sha === null ? `artifact ${first.fingerprint.slice(0, 12)}` : short(deployment.sha);
  const message = `${by === null ? 'Somebody' : who(by)} deployed ${what} to ${environment}${when(at)}; its approval ${first.number} in ${first.flow} was given only${when(new Date(approvedAt(first)).toISOString())}.`;
  return found({ subject: deploymentSubject(deployment, header), detail: environment, at, message });
}

const artifactNonCompliant: WorldRule = {
  name: 'artifact-non-compliant',
  about: 'world',
  text: 'An artifact has all the evidence that its flow asks for, and that says yes.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8', 'SLSA'],
  fix: 'Look at the artifact in the service for what says no. Where it runs, deploy one that is compliant in its place.',
  needs: ['artifacts'],
  *judge(world) {
    const { artifacts, untold } = world;
    const unseen = untold.find(({ source }) => source === 'snapshots');
    if (unseen !== undefined) yield notTested(`nobody tells which artifacts run: ${unseen.why}`);
    for (const { at, fingerprint, flow, name, running, state, url, withoutProvenance } of artifacts) {
      if (withoutProvenance) continue;
      const said = complianceOf(state);
      // In other environments evidence may still be to come, such as tests there.
      const isNo = said === 'non-compliant' || (said === 'incomplete' && running.some((each) => isProduction(each, world)));
      if (isNo) {
        const where = running.length === 0 ? '' : `, and runs in ${running.join(', ')}`;
        const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}, reported${when(at)}, is ${state}${where}.`;
        const severity = running.length === 0 ? 'high' : 'critical';
        // It runs now; an artifact that no longer runs anywhere is seen again only by an audit of the same time.
        const reported = running.length === 0 ? { at } : {};
        const subject = { kind: 'artifact', id: fingerprint, url } as const;
        yield found({ subject, detail: flow, severity, message, ...reported });
      } else if (said !== undefined) yield passed;
      else yield notTested(`the service says ${state} of the artifact ${name}, which is no state that is known`);
    }
  },
};

function isProduction(name: string, { deployments, file }: World): boolean {
  return servesUsers(
    file,
    name,
    deployments.some(({ environment, production }) => production && environment === name),
  );
}

const artifactWithoutProvenance: WorldRule = {
  name: 'artifact-without-provenance',
  about: 'world',
  text: 'What runs was reported by a flow, which says where it comes from.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'NIST SSDF PS.1', 'SLSA'],
  fix: 'Find out who put it there and what it is made of, and deploy one that a flow reported. Report every artifact that is built with artifact-report.',
  needs: ['artifacts', 'snapshots'],
  *judge({ artifacts }) {
    for (const { fingerprint, name, running, url, withoutProvenance } of artifacts) {
      if (!withoutProvenance) yield passed;
      else {
        const where = running.length === 0 ? 'ran' : `runs in ${running.join(', ')}`;
        const message = `The artifact ${name} (${fingerprint.slice(0, 12)}) ${where}, and no flow ever reported it.`;
        const severity = running.length === 0 ? 'high' : 'critical';
        yield found({ subject: { kind: 'artifact', id: fingerprint, url }, severity, message });
      }
    }
  },
};

/** In the order of the reports. */
export const shippingRules: readonly Rule[] = [
  deployedOutsidePopulation,
  releaseOutsidePopulation,
  deployedBeforeApproval,
  artifactNonCompliant,
  artifactWithoutProvenance,
];
