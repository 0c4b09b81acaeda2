import type { ArtifactEvaluation, Policy } from '../../../compliance/index.ts';
import { newestRule } from '../log/header.ts';
import type { Rules } from '../model/rules.ts';
import { artifactFacts } from './artifact-facts.ts';
import type { Steps } from '../sql/statement.ts';
import { policyRules } from '../kinds/policies.ts';
import { aText, shape } from '../../../text/check.ts';
import { sql } from '../sql/sql.ts';
import { text, number, json, reader, column, readListed } from '../sql/row.ts';

/** The check of the kept form of a version. */
export const policyBody = shape({ comment: aText, content: aText, rules: policyRules });

/** The latest version of each policy with one of those names, by name; at most a thousand names. Unknown names are left out. */
export function* policiesNamed(orgId: string, names: readonly string[]): Steps<readonly Policy[]> {
  return yield* readListed(
    policy,
    names,
    (list) => sql`select policies.name, policy_versions.version, policy_versions.body
      from policies join policy_versions on policy_versions.org_id = policies.org_id and policy_versions.policy_id = policies.id
        and policy_versions.version = policies.version_count
      where policies.org_id = ${orgId} and policies.name in ${list} order by policies.name`,
  );
}

const policy = reader({ name: text, version: number, rules: column('body', (row, column) => json(row, column, policyBody).rules) });

/**
 * The current answer of the policies with those names about an artifact, wherever it was reported; or the first name that is not
 * a policy.
 */
export function* evaluatedBy(
  orgId: string,
  artifact: { readonly fingerprint: string; readonly name: string },
  policies: readonly string[],
  { evaluateArtifact, hiddenBy }: Rules,
): Steps<{ readonly unknown: string } | { readonly judgement: ArtifactEvaluation }> {
  const found = yield* policiesNamed(orgId, policies);
  const unknown = policies.find((each) => !found.some((policy) => policy.name === each));
  if (unknown !== undefined) return { unknown };
  const facts = yield* artifactFacts(orgId, [artifact], found, hiddenBy(newestRule));
  return { judgement: evaluateArtifact(found, facts(artifact)) };
}
