import type { ComplianceStatus, Trail } from '../contract/index.ts';
import { isForWantOfTests, rowsOf, stateOf, type TrailRow } from './rows.ts';
import type { Reason } from './verdict.ts';

type Compliance = 'compliant' | 'non-compliant' | 'incomplete';

/** Older services write NON_COMPLIANT or INCOMPLIANT for the same no. */
export function complianceOf(state: string): Compliance | undefined {
  switch (state) {
    case 'COMPLIANT':
      return 'compliant';
    case 'NON-COMPLIANT':
    case 'NON_COMPLIANT':
    case 'INCOMPLIANT':
      return 'non-compliant';
    case 'INCOMPLETE':
      return 'incomplete';
    default:
      return undefined;
  }
}

export interface TemplateAnswer {
  readonly decided: string;
  readonly current?: { readonly status: string; readonly template_version?: number | string | null } | null;
  readonly template_version?: number | string | null;
  readonly own_template?: boolean | null;
}

export interface TemplateDemands {
  readonly allowEmptyTemplate: boolean;
  /** `decided`: by what was decided then. */
  readonly template: 'current' | 'decided';
  /** Whether a trail's own template may decide alone, without what its flow asks. */
  readonly allowOwnTemplate: boolean;
}

interface Subject {
  readonly what: string;
  readonly flow: string;
  readonly about: Pick<Reason, 'artifact' | 'trail' | 'flow'>;
}

/**
 * Whether a trail is judged by what is asked of it now, and not by what was decided. Its own template alone decided it,
 * so that only `allow-own-template` lets that stand: what was decided would leave the flow's template out.
 */
export function isJudgedNow(
  { current, own_template: isOwn, template_version: version }: Omit<TemplateAnswer, 'decided'>,
  policy: TemplateDemands,
): boolean {
  if (current === undefined || current === null) return false;
  if (isOwn === true) return !policy.allowOwnTemplate;
  // By one template there is one word: what was decided.
  const isSame = version !== undefined && version !== null && version === current.template_version;
  return policy.template === 'current' && !isSame;
}

export function judgedState(answer: TemplateAnswer, policy: TemplateDemands): string {
  return isJudgedNow(answer, policy) ? (answer.current?.status ?? answer.decided) : answer.decided;
}

export function asJudged(trail: Trail, policy: TemplateDemands): Trail {
  const { compliance_status: decided, current } = trail;
  if (current === undefined || current === null || !isJudgedNow(trail, policy)) return trail;
  const { is_compliant: _, ...rest } = decided;
  const status: ComplianceStatus = {
    ...rest,
    ...current,
    attestations_statuses: current.attestations_statuses ?? decided.attestations_statuses,
  };
  return { ...trail, compliance_status: status };
}

export function templateReasons(answer: TemplateAnswer, { about, flow, what }: Subject, policy: TemplateDemands): readonly Reason[] {
  const isOwn = answer.own_template === true;
  if (isOwn && !policy.allowOwnTemplate && (answer.current === undefined || answer.current === null)) {
    return [
      {
        ...about,
        code: 'own-template',
        verdict: 'unknown',
        message: `${what} has a template of its own, and the service does not tell what it is by the template of flow ${flow} too`,
        fix: 'Update the service; or, where its own template may decide alone: allow-own-template: true',
      },
    ];
  }
  const now = difference(answer, policy);
  if (now === undefined || now === 'compliant') return [];
  return [
    {
      ...about,
      code: isOwn ? 'own-template' : 'template-changed',
      verdict: now,
      message: `${what} ${changeOf(answer, flow)}`,
      fix: isOwn
        ? 'Record what the template of the flow asks for; or, where its own template may decide alone: allow-own-template: true'
        : 'Record what the template asks for now, and run the gate again; for a rollback to what was compliant then: template: decided',
    },
  ];
}

export function templateNotices(answer: TemplateAnswer, { flow, what }: Subject, policy: TemplateDemands): readonly string[] {
  const { current, own_template: isOwn } = answer;
  if (isOwn === true) {
    if (policy.allowOwnTemplate)
      return [
        `allow-own-template: true: ${what} is judged by its own template alone, and what the template of flow ${flow} asks for was not asked`,
      ];
    const useless = `template: decided does nothing for it, because its own template alone decided it; allow-own-template: true lets that stand`;
    return [
      `${what} has a template of its own: it is judged by that and by the template of flow ${flow} together`,
      ...(difference(answer, policy) === 'compliant' ? [`own-template: ${what} ${changeOf(answer, flow)}`] : []),
      ...(policy.template === 'decided' ? [`${what}: ${useless}`] : []),
    ];
  }
  const untold = [
    ...(current === undefined || current === null ? ['what is asked of it now (current)'] : []),
    ...(isOwn === undefined || isOwn === null ? ['whether it has a template of its own (own_template)'] : []),
  ];
  const instead = current === undefined || current === null ? 'what was decided last is judged' : 'its flow is asked alone';
  return [
    ...(policy.template === 'decided' ? [`template: decided: ${what} ${decidedWords(answer, flow)}`] : []),
    ...(difference(answer, policy) === 'compliant' ? [`template-changed: ${what} ${changeOf(answer, flow)}`] : []),
    ...(untold.length === 0 ? [] : [`The service does not tell of ${lowered(what)} ${untold.join(' nor ')}: ${instead}`]),
  ];
}

function lowered(what: string): string {
  return `${what.slice(0, 1).toLowerCase()}${what.slice(1)}`;
}

/** `undefined` where the state by the template of now is not judged, or is the decided one. */
function difference(answer: TemplateAnswer, policy: TemplateDemands): ReturnType<typeof complianceOf> {
  if (!isJudgedNow(answer, policy)) return undefined;
  const [was, now] = [complianceOf(answer.decided), complianceOf(answer.current?.status ?? '')];
  return was === undefined || was === now ? undefined : now;
}

function changeOf(answer: TemplateAnswer, flow: string): string {
  const { current, own_template: isOwn } = answer;
  const by = isOwn === true ? 'its own template' : versionOf(answer.template_version, 'the template of then');
  const now = versionOf(current?.template_version, 'the template of now');
  return isOwn === true
    ? `was decided as ${stateWord(answer.decided)} by ${by}; by that and ${now} of flow ${flow} together it is ${stateWord(current?.status)}`
    : `was decided as ${stateWord(answer.decided)} by ${by}; by ${now}, which flow ${flow} has now, it is ${stateWord(current?.status)}`;
}

function decidedWords(answer: TemplateAnswer, flow: string): string {
  const { current } = answer;
  const then = `is judged as it was decided, ${stateWord(answer.decided)} by ${versionOf(answer.template_version, 'the template of then')}`;
  if (current === undefined || current === null) return then;
  return `${then}; by ${versionOf(current.template_version, 'the template of now')}, which flow ${flow} has now, it is ${stateWord(current.status)}`;
}

function versionOf(version: number | string | null | undefined, otherwise: string): string {
  return version === undefined || version === null ? otherwise : `version ${version} of the template`;
}

/** A state that we do not know stays as the service wrote it. */
function stateWord(state: string | undefined): string {
  return complianceOf(state ?? '') ?? JSON.stringify(state ?? null);
}

/** `says` is `undefined` for an unknown state. */
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

/** A row of the trail is asked of each artifact. */
function isEmpty(empty: readonly TrailRow[], name: string): boolean {
  return empty.some(({ artifact = name }) => artifact === name);
}

/** By fingerprint, where all rows say no for want of tests alone: then the tests that the caller asks for decide. */
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
