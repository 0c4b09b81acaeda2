import type { Environment, EnvironmentRefusal, NewAllowance } from '../model/environments.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { AllowanceContent } from '../kinds/environments.ts';
import { newRecordId } from '../record-id.ts';
import type { Judges } from '../model/judges.ts';
import { announce } from './environment-events.ts';
import { findEnvironment } from './environments.ts';
import { originsOf } from './origins.ts';
import { settle } from './settle.ts';
import { queryOne, send, type Steps } from '../sql/statement.ts';
import { sql } from '../sql/sql.ts';
import { upsert } from '../sql/write.ts';

/** Records that an artifact is compliant in an environment, whatever is known about it. */
export function* allowArtifact(
  allowance: NewAllowance,
  judges: Judges,
  now: number,
): Steps<EnvironmentRefusal | { readonly outcome: 'recorded' }> {
  const { author, description, environment: called, fingerprint, name } = allowance;
  const chain = yield* openChain(author);
  const environment = yield* findEnvironment(author.orgId, called);
  const refusal = refusalOf(called, environment);
  if (environment !== undefined && refusal === undefined) {
    const content: AllowanceContent = {
      kind: 'artifact_allowed',
      environment: environment.name,
      environment_id: environment.id,
      fingerprint,
      artifact_name: name,
      description,
    };
    yield* applyAllowance(chain, yield* append(chain, now, newRecordId(), content), environment, judges);
  }
  yield* closeChain(chain);
  return refusal ?? { outcome: 'recorded' };
}

function refusalOf(name: string, environment: Environment | undefined): EnvironmentRefusal | undefined {
  if (environment === undefined) return { outcome: 'no-environment', name };
  if (environment.isArchived) return { outcome: 'archived', name };
  return environment.type === 'logical' ? { outcome: 'not-physical', name } : undefined;
}

/** Updates the tables from this record on: the artifact is allowed in the environment. */
export function* applyAllowance(
  chain: Chain,
  { record }: Appended<AllowanceContent>,
  environment: Environment,
  judges: Judges,
): Steps<void> {
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
  yield* settle(chain, announced, judges);
}
