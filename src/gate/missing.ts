import type { Trail } from '../contract/index.ts';
import type { Evidence, Policy } from './evidence.ts';
import { recordIt, twoJobs } from './fixes.ts';
import { stateOf, type TrailRow } from './rows.ts';
import type { Reason } from './verdict.ts';

/** The names that the template or the caller requires and that are not there. The wait for other jobs asks the same. */
export function missingNames(rows: readonly TrailRow[], policy: Policy): readonly string[] {
  const fromTemplate = rows.filter((row) => row.expected && stateOf(row) === 'missing').map((row) => row.key);
  const fromCaller = policy.required.filter((name) => {
    const named = rows.filter((row) => row.key === name);
    return named.length === 0 || named.some((row) => stateOf(row) === 'missing');
  });
  return [...new Set([...fromTemplate, ...fromCaller])];
}

/** One reason per missing attestation, and per artifact that the template names and nobody reported. */
export function missingReasons(trail: Trail, rows: readonly TrailRow[], { question, own }: Evidence, policy: Policy): readonly Reason[] {
  const names = missingNames(rows, policy);
  const isOwn = (name: string): boolean => own !== undefined && (name === own.name || name.endsWith(`.${own.name}`));
  const others = names.filter((name) => !isOwn(name));
  // This run did its part and only other jobs' evidence is missing: the pipeline wants two kinds of job.
  const fixByJobs =
    own !== undefined && own.problems.length === 0 && others.length === names.length
      ? twoJobs(question, [...new Set([...rows.filter((row) => row.expected).map((row) => row.key), ...policy.required, ...names])])
      : undefined;
  const attestations = names.map((name): Reason => ({
    code: 'missing',
    verdict: 'incomplete',
    attestation: name,
    message: `${name} is missing: ${policy.required.includes(name) ? 'required-attestations names it' : "the flow's template requires it"}, and the trail has no record of it`,
    fix: fixByJobs ?? recordIt(name, question),
    ...sinceOf(trail),
  }));
  const artifacts = Object.entries(trail.compliance_status.artifacts_statuses ?? {})
    .filter(
      ([name, artifact]) =>
        artifact.status === 'MISSING' && artifact.unexpected !== true && !names.some((missing) => missing.startsWith(`${name}.`)),
    )
    .map(([artifact]): Reason => ({
      code: 'missing-artifact',
      verdict: 'incomplete',
      artifact,
      message: `The artifact ${artifact} is missing: the flow's template requires it, and none was reported on the trail`,
      fix: `Report the artifact that the template calls ${artifact} before the gate`,
      ...sinceOf(trail),
    }));
  return [...attestations, ...artifacts];
}

function sinceOf(trail: Trail): { since?: number } {
  return typeof trail.created_at === 'number' ? { since: trail.created_at } : {};
}
