import { isBlank } from '../../text/index.ts';
import type { Approval, Artifact, Deployment } from '../facts/shipped.ts';
import type { World } from '../population/world.ts';
import { authorNamed, namesOf, peopleFor, readingsOf } from '../reviews/authors.ts';
import { isOf } from './production.ts';
import { found, foundOr, notApplicable, notTested, passed } from './rule.ts';
import type { ChangeRule, Found, Outcome, WorldRule, Rule } from './rule.ts';
import { foundIn, named, when } from './words.ts';

/** An artifact in an environment where the audit's file demands an approval, or where it has one. */
interface Demand {
  readonly artifact: Artifact;
  readonly environment: string;
  /** Whether it runs or ran there. One that is only built waits for nothing yet. */
  readonly isThere: boolean;
  /** Unknown, because GitHub's deployments are missing and no snapshot is of that environment. */
  readonly isUnclear: boolean;
  /** The newest approval that is valid there decides, as at the gate. Undefined where there is none. */
  readonly decisive: Approval | undefined;
}

function* demandsOf({ approvals, artifacts, deployments, file, untold }: World): Generator<Demand> {
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
 * Why it is unknown whether a deployment was approved where the file demands it; undefined where it is known, or need not
 * be. GitHub names the commit of a deployment, and artifacts that were reported before the period are known only from
 * snapshots.
 */
function whyUnknown(deployment: Deployment, { artifacts, file, header }: World): string | undefined {
  const { environment, fingerprint } = deployment;
  const asked = (file?.flows ?? []).filter(({ name }) => header.flows.length === 0 || header.flows.includes(name));
  if (fingerprint !== null || !asked.some(({ approvals }) => approvals.includes(environment))) return undefined;
  return artifacts.some((artifact) => isOf(deployment, artifact)) ? undefined : notKnown(environment);
}

export function notKnown(environment: string): string {
  return `it is not known which artifact was deployed to ${environment}: none was reported for the commit in this period, and no snapshot shows one`;
}

type ApprovalRule = Pick<WorldRule, 'name' | 'text' | 'fix'> & {
  /** A text is the message of a finding. */
  readonly judge: (demand: Demand) => Outcome | string;
};

/** About everything that the audit's file demands an approval for. */
function approvalRule({ judge, ...text }: ApprovalRule): WorldRule {
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

function foundAt({ artifact, environment }: Pick<Demand, 'artifact' | 'environment'>, message: string): Found {
  const { fingerprint, flow, url } = artifact;
  return { subject: { kind: 'artifact', id: fingerprint, url }, detail: `${flow}/${environment}`, message };
}

/** An approval without an environment is valid everywhere; some services write an empty text for none. */
export function isFor({ environment }: Approval, name: string): boolean {
  return environment === null || environment === '' || environment === name;
}

function unclear({ artifact, environment }: Demand): Outcome {
  const what = `whether the artifact ${artifact.name} of ${artifact.flow} was deployed to ${environment} is not known`;
  return notTested(`${what}: GitHub did not tell its deployments, and no snapshot is of that environment`);
}

/** The state says so, and all named people do. The gate asks more: that there is one. */
export function isApproved({ approvers, state }: Approval): boolean {
  return state === 'APPROVED' && approvers.every(({ said }) => said === 'APPROVED');
}

/** The moment of the last yes that was needed: it is complete then. */
export function approvedAt(approval: Approval): number {
  return Math.max(...moments(approval));
}

function moments({ approvers, at }: Approval): readonly number[] {
  const known = approvers.flatMap(({ at: said, said: word }) => (said === null || word !== 'APPROVED' ? [] : [Date.parse(said)]));
  return known.length === 0 ? [Date.parse(at)] : known;
}

function nameOf({ fingerprint, flow, name }: Artifact): string {
  return `The artifact ${name} (${fingerprint.slice(0, 12)}) of ${flow}`;
}

const approvalMissing = approvalRule({
  name: 'approval-missing',
  text: 'What runs where the audit’s file demands an approval has one.',
  fix: 'Let somebody decide about it now, report that with approval-report, and let the workflow that deploys ask for it.',
  judge(demand) {
    const { artifact, decisive, environment, isThere, isUnclear } = demand;
    if (isUnclear && (decisive === undefined || !isApproved(decisive))) return unclear(demand);
    if (!isThere) return notApplicable;
    const what = `${nameOf(artifact)} runs or ran in ${environment}`;
    if (decisive === undefined) return `${what}, and nobody was asked to approve it.`;
    const { approvers, by, number, state } = decisive;
    if (state === 'PENDING') return passed;
    if (isApproved(decisive)) {
      const isNamed = approvers.some(({ name }) => !isBlank(name));
      return isNamed ? passed : `${what}, and its approval ${number} names nobody who decided.`;
    }
    if (state !== 'UNAPPROVED' && state !== 'APPROVED')
      return notTested(`the service says ${state} of approval ${number} in ${artifact.flow}, which is no state that is known`);
    const who = named(approvers.filter(({ said }) => said !== 'APPROVED').map(({ name }) => name)) || (by ?? 'somebody');
    return `${what}, though its approval ${number} was refused by ${who}.`;
  },
});

const approvalPending = approvalRule({
  name: 'approval-pending',
  text: 'What runs where the audit’s file demands an approval does not wait for one.',
  fix: 'Let somebody decide, report it with approval-report, and let the workflow that deploys wait for the answer.',
  judge(demand) {
    const { artifact, decisive, environment, isThere, isUnclear } = demand;
    if (isUnclear && decisive?.state === 'PENDING') return unclear(demand);
    if (!isThere || decisive === undefined) return notApplicable;
    if (decisive.state !== 'PENDING') return passed;
    const asked = `an approval was requested${when(decisive.at)} (number ${decisive.number}), and nobody has decided`;
    return `${nameOf(artifact)} runs or ran in ${environment}; ${asked}.`;
  },
});

const approvalByAuthor: ChangeRule = {
  name: 'approval-by-author',
  about: 'change',
  text: 'An artifact is approved by somebody who did not write the change that it was made from.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Let somebody else approve the artifact, and report that with approval-report.',
  needs: ['artifacts', 'approvals', 'snapshots'],
  judge(change, world) {
    // An artifact may be made of the pull request's head before it is merged.
    const shas = new Set([...change.commits, ...(change.pull?.commits ?? [])].map(({ sha }) => sha));
    const people = peopleFor(change, world);
    const names = namesOf(change, people);
    // By git alone an author has only the names in the commits.
    const isTold = !world.untold.some(({ source }) => source === 'pull-requests');
    const found: Found[] = [];
    let tested = 0;
    let unnamed = change.deployments.flatMap((one) => (shas.has(one.sha ?? '') ? (whyUnknown(one, world) ?? []) : []))[0];
    for (const demand of demandsOf(world)) {
      const { artifact, decisive, environment } = demand;
      if (artifact.commit === null || !shas.has(artifact.commit) || decisive === undefined || !isApproved(decisive)) continue;
      // A claim of the caller; without names, the user of the token that reported it.
      const by = decisive.approvers.length > 0 ? decisive.approvers.map(({ name }) => name) : decisive.by === null ? [] : [decisive.by];
      if (by.length === 0) {
        unnamed ??= `the service does not say who gave approval ${decisive.number} in ${artifact.flow}`;
        continue;
      }
      const { at } = decisive;
      const authors = new Map(by.map((name) => [name, authorNamed(names, { name, at }, world)]));
      const strangers = isTold
        ? []
        : by.filter((name) => authors.get(name) === undefined && !readingsOf(name).some((text) => people.has(text)));
      if (strangers.length > 0) {
        unnamed ??= `nobody tells whether ${named(strangers)}, who gave approval ${decisive.number} in ${artifact.flow}, wrote the change, because GitHub did not tell the accounts of its authors: name their addresses under \`people\` in .github/compliance-audit.yml, and approve by address`;
        continue;
      }
      tested += 1;
      const own = [...authors.values()].filter((name) => name !== undefined);
      if (own.length < authors.size) continue;
      const message = `${nameOf(artifact)} was approved for ${environment}${when(decisive.at)} by ${named(own)} alone, who wrote a part of the change that it was made from.`;
      found.push({ ...foundAt(demand, message), change: foundIn(change) });
    }
    return foundOr(found, unnamed !== undefined ? notTested(unnamed) : tested === 0 ? notApplicable : passed);
  },
};

const approvalOlderThanArtifact = approvalRule({
  name: 'approval-older-than-artifact',
  text: 'An artifact is approved after it was made.',
  fix: 'Approve the artifact again, now that it is there, and report the approval in a job that runs after it was built.',
  judge({ artifact, decisive, environment }) {
    if (decisive === undefined || !isApproved(decisive)) return notApplicable;
    if (artifact.at === null) return notTested(`the service does not say when the artifact ${artifact.name} was reported`);
    const at = Math.min(...moments(decisive));
    if (at >= Date.parse(artifact.at)) return passed;
    const who = named(decisive.approvers.map(({ name }) => name)) || (decisive.by ?? 'somebody');
    const made = `it was reported only${when(artifact.at)}`;
    return `${nameOf(artifact)} was approved for ${environment} by ${who}${when(new Date(at).toISOString())}, and ${made}.`;
  },
});

/** In the order of the reports. */
export const approvalRules: readonly Rule[] = [approvalMissing, approvalPending, approvalByAuthor, approvalOlderThanArtifact];
