import type { Environment, EnvironmentRefusal, NewAllowance } from '../model/environments.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { AllowanceContent } from '../kinds/environments.ts';
import { newRecordId } from '../record-id.ts';
import { query, queryOne, type Steps } from '../sql/statement.ts';
import type { Judges } from '../model/judges.ts';
import { announce } from './environment-events.ts';
import { findEnvironment } from './environments.ts';
import { originsOf } from './origins.ts';
import { settle } from './settle.ts';

/** Records that an artifact is compliant in an environment, whatever is known of it. */
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

/** What the tables say of what is allowed in an environment, from this record on. */
export function* applyAllowance(
  chain: Chain,
  { record }: Appended<AllowanceContent>,
  environment: Environment,
  judges: Judges,
): Steps<void> {
  const { artifact_name: name, fingerprint, org_id: orgId } = record;
  const known = yield* queryOne(
    'select 1 as found from allowances where org_id = $1 and environment_id = $2 and fingerprint = $3',
    orgId,
    environment.id,
    fingerprint,
  );
  yield* query(
    `insert into allowances (org_id, environment_id, fingerprint, name, description, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org_id, environment_id, fingerprint) do update set name = excluded.name, description = excluded.description,
       created_at = excluded.created_at, created_by = excluded.created_by`,
    orgId,
    environment.id,
    fingerprint,
    name,
    record.description,
    record.created_at,
    record.reported_by,
  );
  const { snapshotCount: number, state } = environment;
  // An artifact that was allowed already is no other than before.
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
