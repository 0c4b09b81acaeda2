import { complianceOf, type FieldState } from './states.ts';
import type { Trail } from '../contract/index.ts';
import type { Reason } from './verdict.ts';

/**
 * The trail's own status fields: `compliance_status.status`, `compliance_status.is_compliant`, `compliance_state`,
 * `is_compliant`, and the same two of each artifact. A yes needs all that are there to agree. `found` are the reasons
 * that the rows already gave, and `rowFails` says whether one of them is not compliant, so that a no is not said twice.
 */
export function fieldReasons(trail: Trail, found: readonly Reason[], rowFails: boolean): readonly Reason[] {
  const { compliance_status: status } = trail;
  const states: readonly FieldState[] = [
    { field: 'compliance_status.status', says: complianceOf(status.status) },
    ...flag('compliance_status.is_compliant', status.is_compliant, status.status),
    ...(typeof trail.compliance_state === 'string' ? [{ field: 'compliance_state', says: complianceOf(trail.compliance_state) }] : []),
    ...flag('is_compliant', trail.is_compliant, status.status),
  ];
  const artifacts = Object.entries(status.artifacts_statuses ?? {}).flatMap(([name, artifact]) =>
    artifactReason(name, artifact.status, artifact.is_compliant, found),
  );
  const unknown = states.find(({ says }) => says === undefined);
  if (unknown !== undefined) {
    const value = unknown.field === 'compliance_state' ? trail.compliance_state : status.status;
    return [
      ...artifacts,
      reason('unknown-state', 'unknown', `The trail is in a state that we do not know: ${unknown.field} is ${JSON.stringify(value)}`),
    ];
  }
  const says = new Set(states.map((state) => state.says));
  if (says.size > 1) {
    const statements = states.map((state) => `${state.field} says ${state.says}`).join(', ');
    return [...artifacts, reason('contradictory-answer', 'unknown', `The trail contradicts itself: ${statements}`)];
  }
  const verdict = states[0]?.says;
  if (verdict === 'non-compliant' && !rowFails) {
    return [...artifacts, reason('trail-non-compliant', 'non-compliant', 'The trail is non-compliant, and none of its rows says why')];
  }
  if (verdict === 'incomplete' && found.length === 0 && artifacts.length === 0) {
    return [reason('trail-incomplete', 'incomplete', 'The trail is incomplete, and none of its rows says what is missing')];
  }
  return artifacts;
}

function artifactReason(
  name: string,
  status: string,
  isCompliant: boolean | null | undefined,
  found: readonly Reason[],
): readonly Reason[] {
  const says = status === 'MISSING' ? 'incomplete' : complianceOf(status);
  const about = { artifact: name };
  if (says === undefined)
    return [
      {
        ...reason('unknown-state', 'unknown', `The artifact ${name} is in a state that we do not know: ${JSON.stringify(status)}`),
        ...about,
      },
    ];
  if (says === 'compliant' ? isCompliant !== true && isCompliant !== undefined : isCompliant === true && status !== 'MISSING') {
    return [
      {
        ...reason(
          'contradictory-answer',
          'unknown',
          `The artifact ${name} contradicts itself: status ${status}, is_compliant ${String(isCompliant)}`,
        ),
        ...about,
      },
    ];
  }
  // A row of the artifact that says no, or one of the trail itself, says more exactly why.
  const rowFails = found.some(
    ({ attestation, verdict }) =>
      verdict === 'non-compliant' && attestation !== undefined && (!attestation.includes('.') || attestation.startsWith(`${name}.`)),
  );
  if (says === 'non-compliant' && !rowFails)
    return [{ ...reason('trail-non-compliant', 'non-compliant', `The artifact ${name} is not compliant`), ...about }];
  if (status === 'INCOMPLETE' && found.length === 0) {
    return [
      { ...reason('trail-incomplete', 'incomplete', `The artifact ${name} is incomplete, and no row says what is missing`), ...about },
    ];
  }
  return [];
}

/** A flag agrees with a yes only as `true`; as `false` or `null` it agrees with any no. */
function flag(field: string, value: boolean | null | undefined, status: string): readonly FieldState[] {
  if (value === undefined) return [];
  if (value === true) return [{ field, says: 'compliant' }];
  const compliance = complianceOf(status);
  return [{ field, says: compliance === 'compliant' || compliance === undefined ? 'non-compliant' : compliance }];
}

function reason(code: Reason['code'], verdict: Reason['verdict'], message: string): Reason {
  return { code, verdict, message, fix: 'Look at the trail in the service; if the service is at fault, tell those who run it' };
}
