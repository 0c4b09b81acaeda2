import type { Approval, Artifact, Deployment } from '../facts/shipped.ts';
import type { World } from '../judge/world.ts';
import { isOf } from './production.ts';
import { found, notTested, type Found, type Outcome, type WorldRule } from './rule.ts';

/** An artifact in an environment that the audit's file demands an approval for, or that has one for it. */
export interface Demand {
  readonly artifact: Artifact;
  readonly environment: string;
  /** Whether it runs or ran there. One that is only built waits for nothing yet. */
  readonly isThere: boolean;
  /** Nobody can tell whether it does: GitHub did not tell its deployments, and no snapshot is of that environment. */
  readonly isUnclear: boolean;
  /** As the gate takes it: the newest that is valid there decides. Undefined where there is none. */
  readonly decisive: Approval | undefined;
}

/** All that the audit's file demands an approval for. */
export function* demandsOf({ approvals, artifacts, deployments, file, untold }: World): Generator<Demand> {
  const isUntold = untold.some(({ source }) => source === 'deployments');
  const seen = new Set([
    ...artifacts.flatMap(({ running }) => running),
    ...deployments.flatMap(({ environment, source }) => (source === 'service' ? [environment] : [])),
  ]);
  const environments = new Map((file?.flows ?? []).map((flow) => [flow.name, flow.approvals]));
  const given = Map.groupBy(approvals, ({ fingerprint, flow }) => `${flow}/${fingerprint}`);
  for (const artifact of artifacts) {
    const { fingerprint, flow, running } = artifact;
    for (const environment of environments.get(flow) ?? []) {
      const valid = (given.get(`${flow}/${fingerprint}`) ?? []).filter((approval) => isFor(approval, environment));
      const isThere = running.includes(environment) || deployments.some((one) => one.environment === environment && isOf(one, artifact));
      const decisive = valid.toSorted((one, other) => other.number - one.number)[0];
      yield { artifact, environment, isThere, isUnclear: isUntold && !isThere && !seen.has(environment), decisive };
    }
  }
}

/**
 * Why nobody can say whether a deployment was approved where the file demands it; undefined where that can be said, or need not.
 * GitHub names the commit of a deployment, and artifacts that were reported before the period are known from snapshots alone.
 */
export function whyUnknown(deployment: Deployment, { artifacts, file, header }: World): string | undefined {
  const { environment, fingerprint } = deployment;
  const asked = (file?.flows ?? []).filter(({ name }) => header.flows.length === 0 || header.flows.includes(name));
  if (fingerprint !== null || !asked.some(({ approvals }) => approvals.includes(environment))) return undefined;
  return artifacts.some((artifact) => isOf(deployment, artifact)) ? undefined : notKnown(environment);
}

export function notKnown(environment: string): string {
  return `it is not known which artifact was deployed to ${environment}: none was reported for the commit in this period, and no snapshot shows one`;
}

type ApprovalRule = Pick<WorldRule, 'name' | 'text' | 'fix'> & {
  /** A text is what a finding says. */
  readonly judge: (demand: Demand) => Outcome | string;
};

/** A rule about everything that the audit's file demands an approval for. */
export function approvalRule({ judge, ...text }: ApprovalRule): WorldRule {
  return {
    ...text,
    about: 'world',
    severity: 'high',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
    needs: ['artifacts', 'approvals', 'snapshots'],
    *judge(world) {
      for (const deployment of world.deployments) {
        const why = whyUnknown(deployment, world);
        if (why !== undefined) yield notTested(why);
      }
      for (const demand of demandsOf(world)) {
        const said = judge(demand);
        yield typeof said === 'string' ? found(foundAt(demand, said)) : said;
      }
    },
  };
}

export function foundAt({ artifact, environment }: Pick<Demand, 'artifact' | 'environment'>, message: string): Found {
  const { fingerprint, flow, url } = artifact;
  return { subject: { kind: 'artifact', id: fingerprint, url }, detail: `${flow}/${environment}`, message };
}

/** An approval without an environment is valid everywhere; some services write an empty text for none. */
export function isFor({ environment }: Approval, name: string): boolean {
  return environment === null || environment === '' || environment === name;
}

/** Why nobody can say whether an artifact runs where it needs an approval. */
export function unclear({ artifact, environment }: Demand): Outcome {
  const what = `whether the artifact ${artifact.name} of ${artifact.flow} was deployed to ${environment} is not known`;
  return notTested(`${what}: GitHub did not tell its deployments, and no snapshot is of that environment`);
}

/** The state says so, and everybody who is named does. The gate asks more: that somebody is. */
export function isApproved({ approvers, state }: Approval): boolean {
  return state === 'APPROVED' && approvers.every(({ said }) => said === 'APPROVED');
}

/** When the first person said yes; the approval's own moment where nobody's is known. */
export function approvedFrom(approval: Approval): number {
  return Math.min(...moments(approval));
}

/** When the last of those who had to say yes did: it is complete then. */
export function approvedAt(approval: Approval): number {
  return Math.max(...moments(approval));
}

function moments({ approvers, at }: Approval): readonly number[] {
  const known = approvers.flatMap(({ at: said, said: word }) => (said === null || word !== 'APPROVED' ? [] : [Date.parse(said)]));
  return known.length === 0 ? [Date.parse(at)] : known;
}

export function nameOf({ fingerprint, flow, name }: Artifact): string {
  return `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}`;
}
