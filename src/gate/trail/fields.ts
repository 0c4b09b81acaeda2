import { complianceOf, type Compliance } from './template.ts';
import type { Trail } from '../../contract/index.ts';
import { isForWantOfTests, rowsOf, stateOf, type TrailRow } from './rows.ts';
import type { Reason } from '../verdict.ts';

/** The answer of one field; `undefined` for an unknown state. */
interface FieldState {
  readonly field: string;
  readonly value: unknown;
  readonly says: Compliance | undefined;
}

/**
 * The trail's own status fields: `compliance_status.status`, `compliance_status.is_compliant`, `compliance_state`,
 * `is_compliant`, those of `current` where that is judged, and the same two of each artifact. A yes needs all that are
 * there to agree. `found` are the reasons that the rows already gave, so that a no is not said twice. A no for want of tests is
 * said with these where the caller asks for any.
 */
export function fieldReasons(answered: Trail, judged: Trail, found: readonly Reason[]): readonly Reason[] {
  const { compliance_status: status } = judged;
  const rows = rowsOf(judged);
  const empty = rows.filter((row) => isForWantOfTests(row.status));
  const rowFails = empty.length > 0 || rows.some((row) => stateOf(row) === 'non-compliant');
  const artifacts = Object.entries(status.artifacts_statuses ?? {}).flatMap(([name, artifact]) =>
    artifactReason(name, artifact.status, artifact.is_compliant, found, isEmpty(empty, name)),
  );
  const decided = agreed(decidedStates(answered));
  const says = typeof decided === 'string' && judged !== answered ? agreed(statesOf('current', status)) : decided;
  if (typeof says !== 'string') return [...artifacts, says];
  // A template asks for records, and makes none that says no say yes; it may only let a name be without a test.
  const isWaived = rowsOf(answered).some((row) => isForWantOfTests(row.status));
  if (decided === 'non-compliant' && says !== 'non-compliant' && !isWaived) {
    const message = `The trail contradicts itself: it was decided as non-compliant, and is ${says} by what is asked now`;
    return [...artifacts, unclear('contradictory-answer', message)];
  }
  if (says === 'non-compliant' && !rowFails) {
    return [...artifacts, refused('The trail is non-compliant, and none of its rows says why')];
  }
  if (says === 'incomplete' && found.length === 0 && artifacts.length === 0) {
    return [unfinished('The trail is incomplete, and none of its rows says what is missing')];
  }
  return artifacts;
}

function decidedStates({ compliance_state: state, compliance_status: status, is_compliant: isCompliant }: Trail): readonly FieldState[] {
  return [
    ...statesOf('compliance_status', status),
    ...(typeof state === 'string' ? [{ field: 'compliance_state', value: state, says: complianceOf(state) }] : []),
    ...flag('is_compliant', isCompliant, status.status),
  ];
}

function statesOf(field: string, { is_compliant: isCompliant, status }: Trail['compliance_status']): readonly FieldState[] {
  return [{ field: `${field}.status`, value: status, says: complianceOf(status) }, ...flag(`${field}.is_compliant`, isCompliant, status)];
}

/** The common answer of fields that must agree; a reason where one has an unknown state, or where they do not agree. */
function agreed(states: readonly FieldState[]): Compliance | Reason {
  const unknown = states.find(({ says }) => says === undefined);
  if (unknown !== undefined) {
    const said = `${unknown.field} is ${JSON.stringify(unknown.value)}`;
    return unclear('unknown-state', `The trail is in a state that we do not know: ${said}`);
  }
  const [says, other] = new Set(states.map((state) => state.says));
  if (says !== undefined && other === undefined) return says;
  const statements = states.map((state) => `${state.field} says ${state.says}`).join(', ');
  return unclear('contradictory-answer', `The trail contradicts itself: ${statements}`);
}

function artifactReason(
  name: string,
  status: string,
  isCompliant: boolean | null | undefined,
  found: readonly Reason[],
  empty: boolean,
): readonly Reason[] {
  const says = status === 'MISSING' ? 'incomplete' : complianceOf(status);
  const about = { artifact: name };
  if (says === undefined)
    return [
      {
        ...unclear('unknown-state', `The artifact ${name} is in a state that we do not know: ${JSON.stringify(status)}`),
        ...about,
      },
    ];
  if (says === 'compliant' ? isCompliant !== true && isCompliant !== undefined : isCompliant === true && status !== 'MISSING') {
    return [
      {
        ...unclear(
          'contradictory-answer',
          `The artifact ${name} contradicts itself: status ${status}, is_compliant ${String(isCompliant)}`,
        ),
        ...about,
      },
    ];
  }
  // A row of the artifact that says no, or one of the trail itself, says more exactly why.
  const rowFails =
    empty ||
    found.some(
      ({ attestation, verdict }) =>
        verdict === 'non-compliant' && attestation !== undefined && (!attestation.includes('.') || attestation.startsWith(`${name}.`)),
    );
  if (says === 'non-compliant' && !rowFails) return [{ ...refused(`The artifact ${name} is not compliant`), ...about }];
  if (status === 'INCOMPLETE' && found.length === 0) {
    return [{ ...unfinished(`The artifact ${name} is incomplete, and no row says what is missing`), ...about }];
  }
  return [];
}

/** Whether a row of an artifact, or one of the trail, which is asked of each artifact, says no for want of tests. */
function isEmpty(empty: readonly TrailRow[], name: string): boolean {
  return empty.some(({ artifact = name }) => artifact === name);
}

/**
 * Fingerprints of the artifacts of a trail that say no, and whose rows do so for want of tests alone: what the caller asks for
 * decides about them.
 */
export function artifactsForWantOfTests(trail: Trail): readonly string[] {
  const rows = rowsOf(trail);
  const empty = rows.filter((row) => isForWantOfTests(row.status));
  return Object.entries(trail.compliance_status.artifacts_statuses ?? {}).flatMap(([name, { artifact_fingerprint: fingerprint }]) => {
    const fails = rows.some((row) => (row.artifact ?? name) === name && stateOf(row) === 'non-compliant');
    return typeof fingerprint === 'string' && isEmpty(empty, name) && !fails ? [fingerprint] : [];
  });
}

/** A flag agrees with a yes only as `true`; as `false` or `null` it agrees with any no. */
function flag(field: string, value: boolean | null | undefined, status: string): readonly FieldState[] {
  if (value === undefined) return [];
  if (value === true) return [{ field, value, says: 'compliant' }];
  const compliance = complianceOf(status);
  return [{ field, value, says: compliance === 'compliant' || compliance === undefined ? 'non-compliant' : compliance }];
}

const fix = 'Look at the trail in the service; if the service is at fault, tell those who run it';

function unclear(code: 'contradictory-answer' | 'unknown-state', message: string): Reason {
  return { code, verdict: 'unknown', message, fix };
}

function refused(message: string): Reason {
  return { code: 'trail-non-compliant', verdict: 'non-compliant', message, fix };
}

function unfinished(message: string): Reason {
  return { code: 'trail-incomplete', verdict: 'incomplete', message, fix };
}
