import type { AllowanceContent } from '../kinds/environments.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import type { Environment, EnvironmentRefusal, NewAllowance } from '../model/environments.ts';
import type { Rules } from '../model/rules.ts';
import { queryOne, send, sql, upsert, type Steps } from '../sql/sql.ts';
import { announce } from './environment-events.ts';
import { findPhysical } from './environments.ts';
import { evaluateEnvironment } from './evaluate-environment.ts';
import { originsOf } from './origins.ts';

/** Records that an artifact is compliant in an environment, whatever is known about it. */
export function* allowArtifact(
  chain: Chain,
  { description, environment: called, fingerprint, name }: NewAllowance,
  rules: Rules,
): Steps<EnvironmentRefusal | { readonly outcome: 'recorded' }> {
  const environment = yield* findPhysical(chain.author.orgId, called);
  if ('outcome' in environment) return environment;
  const content: AllowanceContent = {
    kind: 'artifact_allowed',
    environment: environment.name,
    environment_id: environment.id,
    fingerprint,
    artifact_name: name,
    description,
  };
  yield* applyAllowance(chain, yield* append(chain, content), environment, rules);
  return { outcome: 'recorded' };
}

export function* applyAllowance(chain: Chain, { record }: Appended<AllowanceContent>, environment: Environment, rules: Rules): Steps<void> {
  const { artifact_name: name, fingerprint, org_id: orgId } = record;
  const known = yield* queryOne(
    sql`select 1 as found from allowances where org_id = ${orgId} and environment_id = ${environment.id} and fingerprint = ${fingerprint}`,
  );
  yield* send(
    upsert(
      'allowances',
      { org_id: orgId, environment_id: environment.id, fingerprint },
      { name, description: record.description, created_at: record.created_at, created_by: record.reported_by },
    ),
  );
  const { snapshotCount: number, state } = environment;
  // An artifact that was allowed already does not change.
  const announced =
    known === undefined
      ? yield* announce(
          chain,
          environment,
          { number, state },
          [{ trigger: 'ON_ALLOWED_ARTIFACT', artifact: { fingerprint, name } }],
          yield* originsOf(orgId, [fingerprint]),
        )
      : environment;
  yield* evaluateEnvironment(chain, announced, rules);
}
