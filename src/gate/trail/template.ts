import type { ComplianceStatus, Trail } from '../../contract/index.ts';
import type { Policy } from '../evidence.ts';
import type { Reason } from '../verdict.ts';

export type Compliance = 'compliant' | 'non-compliant' | 'incomplete';

/** A state's meaning. Older services write NON_COMPLIANT or INCOMPLIANT for the same no. */
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

/** The service's answer about a trail, or about an artifact on it, with the templates behind it. */
export interface TemplateAnswer {
  /** As it was decided. */
  readonly decided: string;
  readonly current?: { readonly status: string; readonly template_version?: number | string | null } | null;
  readonly template_version?: number | string | null;
  readonly own_template?: boolean | null;
}

/** The subject, as sentences name it. */
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
  policy: Policy,
): boolean {
  if (current === undefined || current === null) return false;
  if (isOwn === true) return !policy.allowOwnTemplate;
  // By one template there is one word: what was decided.
  const isSame = version !== undefined && version !== null && version === current.template_version;
  return policy.template === 'current' && !isSame;
}

/** The state that is judged. */
export function judgedState(answer: TemplateAnswer, policy: Policy): string {
  return isJudgedNow(answer, policy) ? (answer.current?.status ?? answer.decided) : answer.decided;
}

/** A trail with the status that is judged in the place of the one that was decided. */
export function asJudged(trail: Trail, policy: Policy): Trail {
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

/** The reasons against a yes that come from the templates alone. */
export function templateReasons(answer: TemplateAnswer, { about, flow, what }: Subject, policy: Policy): readonly Reason[] {
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

/** The notices about the templates, whatever the verdict is. */
export function templateNotices(answer: TemplateAnswer, { flow, what }: Subject, policy: Policy): readonly string[] {
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

/** The state by the template of now, where that is judged and differs from the decided state. */
function difference(answer: TemplateAnswer, policy: Policy): ReturnType<typeof complianceOf> {
  if (!isJudgedNow(answer, policy)) return undefined;
  const [was, now] = [complianceOf(answer.decided), complianceOf(answer.current?.status ?? '')];
  return was === undefined || was === now ? undefined : now;
}

function changeOf(answer: TemplateAnswer, flow: string): string {
  const { current, own_template: isOwn } = answer;
  const by = isOwn === true ? 'its own template' : versionOf(answer.template_version, 'the template of then');
  const now = versionOf(current?.template_version, 'the template of now');
  return isOwn === true
    ? `was decided as ${stateOf(answer.decided)} by ${by}; by that and ${now} of flow ${flow} together it is ${stateOf(current?.status)}`
    : `was decided as ${stateOf(answer.decided)} by ${by}; by ${now}, which flow ${flow} has now, it is ${stateOf(current?.status)}`;
}

function decidedWords(answer: TemplateAnswer, flow: string): string {
  const { current } = answer;
  const then = `is judged as it was decided, ${stateOf(answer.decided)} by ${versionOf(answer.template_version, 'the template of then')}`;
  if (current === undefined || current === null) return then;
  return `${then}; by ${versionOf(current.template_version, 'the template of now')}, which flow ${flow} has now, it is ${stateOf(current.status)}`;
}

function versionOf(version: number | string | null | undefined, otherwise: string): string {
  return version === undefined || version === null ? otherwise : `version ${version} of the template`;
}

/** A state that we know in our words, another one as the service wrote it. */
function stateOf(state: string | undefined): string {
  return complianceOf(state ?? '') ?? JSON.stringify(state ?? null);
}
