import type { ArtifactEvaluation } from '../../../compliance/index.ts';
import type { Judge } from '../model/judges.ts';
import { provenanceOf } from './artifact-facts.ts';
import { policiesNamed } from './latest-policies.ts';
import { originsOf } from './origins.ts';
import type { Steps } from '../sql/statement.ts';

/**
 * The current answer of the policies with those names about an artifact, wherever it was reported; or the first name that is not
 * a policy.
 */
export function* judgedBy(
  orgId: string,
  { fingerprint, name }: { readonly fingerprint: string; readonly name: string },
  policies: readonly string[],
  judge: Judge,
): Steps<{ readonly unknown: string } | { readonly judgement: ArtifactEvaluation }> {
  const found = yield* policiesNamed(orgId, policies);
  const unknown = policies.find((each) => !found.some((policy) => policy.name === each));
  if (unknown !== undefined) return { unknown };
  const provenance = (yield* provenanceOf(orgId, yield* originsOf(orgId, [fingerprint]))).get(fingerprint) ?? [];
  return { judgement: judge(found, { name, fingerprint, provenance }) };
}
