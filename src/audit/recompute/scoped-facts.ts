import { openKeeper } from '../collect/scope.ts';
import type { ServiceFacts } from '../collect/settings.ts';
import type { AuditScope } from '../facts/line.ts';
import type { Approval, Artifact, Deployment } from '../facts/shipped.ts';

/** The facts of a package about what was shipped. */
interface Shipped {
  readonly artifacts: readonly Artifact[];
  readonly approvals: readonly Approval[];
  readonly deployments: readonly Deployment[];
}

/**
 * The facts of the records that a package of one trail or artifact must have, and those that it has: git alone tells which commits a
 * deployment brought, so that more may belong to it than the records tell.
 */
export function scopedFacts(again: ServiceFacts, said: Shipped, scope: AuditScope | undefined, shas: readonly string[]): ServiceFacts {
  if (scope === undefined) return again;
  const trails = scope.kind === 'trail' ? [{ flow: scope.flow, trail: scope.trail }] : [];
  const isKept = openKeeper({ scope, commits: [], trails }, shas);
  const among = <Fact>(facts: readonly Fact[], keyOf: (fact: Fact) => string): ((fact: Fact) => boolean) => {
    const keys = new Set(facts.map(keyOf));
    return (fact) => keys.has(keyOf(fact));
  };
  const isSaidDeployment = among<Pick<Deployment, 'id' | 'fingerprint'>>(said.deployments, ({ fingerprint, id }) => `${id} ${fingerprint}`);
  const isSaidArtifact = among(said.artifacts, ({ fingerprint, flow }) => `${fingerprint} ${flow}`);
  const isSaidApproval = among(said.approvals, ({ flow, number }) => `${number} ${flow}`);
  // In this order: a later one belongs to the scope by those before it.
  const deployments = again.deployments.filter((one) => isKept({ ...one, branch: null, brought: null }) || isSaidDeployment(one));
  const artifacts = again.artifacts.filter((one) => isKept(one) || isSaidArtifact(one));
  const approvals = again.approvals.filter((one) => isKept(one) || isSaidApproval(one));
  return { ...again, deployments, artifacts, approvals };
}
