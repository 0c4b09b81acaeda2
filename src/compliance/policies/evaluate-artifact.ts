import { decideCondition } from './condition.ts';
import type { ArtifactFacts, AttestationRule, Condition, ConditionContext, Policy, Provenance, RequiredRule } from './condition.ts';

type ResolutionType =
  | 'missing_attestation'
  | 'non_compliant_attestation'
  | 'non_compliant_in_trail'
  | 'no_provenance'
  | 'missing_provenance'
  | 'legacy_flow'
  | 'rule_satisfied'
  | 'rule_not_applicable';

interface Resolution {
  readonly type: ResolutionType;
  /** `null` where the artifact comes from no flow. */
  readonly context: {
    readonly flow_name: string;
    readonly trail_name: string | null;
    readonly artifact_status: string | null;
    readonly for_control?: string;
    /** The no that the records prove, where the latest of a name hides it. */
    readonly reason?: string;
  } | null;
}

type PolicyRule =
  | { readonly type: 'provenance' | 'trail-compliance'; readonly definition: RequiredRule }
  | { readonly type: 'attestation'; readonly definition: AttestationRule };

interface RuleEvaluation {
  readonly rule: PolicyRule;
  /** `null` where the rule is ignored. */
  readonly satisfied: boolean | null;
  readonly ignored: boolean;
  readonly resolutions: readonly Resolution[];
}

interface PolicyEvaluation {
  readonly policy_name: string;
  readonly policy_version: number;
  readonly status: 'COMPLIANT' | 'NON-COMPLIANT';
  readonly rule_evaluations: readonly RuleEvaluation[];
}

export interface ArtifactEvaluation {
  readonly compliant: boolean | undefined;
  readonly policies: readonly PolicyEvaluation[];
}

/**
 * The result of policies for an artifact. A rule is asked of every trail that the artifact is on: it is satisfied when each trail
 * that it applies to satisfies it, and ignored when it applies to none. An artifact from no flow satisfies no rule that applies
 * to it. A condition that cannot be decided exempts nothing: the rule applies.
 */
export function evaluateArtifact(policies: readonly Policy[], artifact: ArtifactFacts): ArtifactEvaluation {
  const evaluations = policies.map((policy) => evaluatePolicy(policy, artifact));
  const compliant = evaluations.length === 0 ? undefined : evaluations.every(({ status }) => status === 'COMPLIANT');
  return { compliant, policies: evaluations };
}

function evaluatePolicy({ name, version, rules }: Policy, artifact: ArtifactFacts): PolicyEvaluation {
  const evaluations = [
    evaluateRule({ type: 'provenance', definition: rules.provenance }, artifact),
    evaluateRule({ type: 'trail-compliance', definition: rules['trail-compliance'] }, artifact),
    ...rules.attestations.map((definition) => evaluateRule({ type: 'attestation', definition }, artifact)),
  ];
  const isMet = evaluations.every(({ ignored, satisfied }) => ignored || satisfied === true);
  return { policy_name: name, policy_version: version, status: isMet ? 'COMPLIANT' : 'NON-COMPLIANT', rule_evaluations: evaluations };
}

function evaluateRule(rule: PolicyRule, artifact: ArtifactFacts): RuleEvaluation {
  const origins = artifact.provenance.length === 0 ? [undefined] : artifact.provenance;
  const resolutions = origins.map((origin): Resolution => {
    const type = resolve(rule, artifact, origin);
    return { type, context: contextOf(rule, origin, type) };
  });
  const ignored = resolutions.every(({ type }) => type === 'rule_not_applicable');
  const satisfied = resolutions.every(({ type }) => type === 'rule_not_applicable' || type === 'rule_satisfied');
  return { rule, satisfied: ignored ? null : satisfied, ignored, resolutions };
}

function contextOf(rule: PolicyRule, origin: Provenance | undefined, type: ResolutionType): Resolution['context'] {
  if (origin === undefined) return null;
  const control = rule.type === 'attestation' ? rule.definition.for_control : null;
  return {
    flow_name: origin.flow,
    trail_name: origin.trail ?? null,
    artifact_status: rule.type === 'trail-compliance' ? (origin.status ?? null) : null,
    ...(control === null ? {} : { for_control: control }),
    ...reasonOf(rule, origin, type),
  };
}

function reasonOf(rule: PolicyRule, origin: Provenance, type: ResolutionType): { readonly reason?: string } {
  const found =
    rule.type === 'attestation' && type === 'non_compliant_attestation'
      ? attestationsOf(rule.definition, origin).find(({ compliant }) => !compliant)
      : type === 'non_compliant_in_trail'
        ? origin
        : undefined;
  return found?.reason === undefined ? {} : { reason: found.reason };
}

function resolve(rule: PolicyRule, artifact: ArtifactFacts, origin: Provenance | undefined): ResolutionType {
  if (!applies(rule, artifact, origin)) return 'rule_not_applicable';
  switch (rule.type) {
    case 'provenance':
      return origin === undefined ? 'missing_provenance' : 'rule_satisfied';
    case 'trail-compliance':
      if (origin === undefined) return 'no_provenance';
      if (origin.trail === undefined) return 'legacy_flow';
      return origin.status === 'COMPLIANT' ? 'rule_satisfied' : 'non_compliant_in_trail';
    case 'attestation':
      return resolveAttestation(rule.definition, origin);
  }
}

function applies(rule: PolicyRule, { name, fingerprint }: ArtifactFacts, origin: Provenance | undefined): boolean {
  const context: ConditionContext = {
    artifact: { name, fingerprint },
    ...(origin === undefined ? {} : { flow: { name: origin.flow, tags: origin.tags } }),
  };
  const decide = (condition: Condition) => decideCondition(condition, context);
  if (rule.type !== 'attestation') return rule.definition.required && !rule.definition.exceptions.some((each) => decide(each.if) === true);
  return rule.definition.if === null || decide(rule.definition.if) !== false;
}

/** A decision has two names: a policy may call it by either. */
function kindOf(type: string): string {
  return type === 'system:decision' ? 'decision' : type;
}

/** All of the attestations must be there and say yes. */
function resolveAttestation(rule: AttestationRule, origin: Provenance | undefined): ResolutionType {
  if (origin === undefined) return 'no_provenance';
  if (origin.trail === undefined) return 'legacy_flow';
  const found = attestationsOf(rule, origin);
  if (found.length === 0) return 'missing_attestation';
  return !rule.must_be_compliant || found.every(({ compliant }) => compliant) ? 'rule_satisfied' : 'non_compliant_attestation';
}

function attestationsOf(rule: AttestationRule, { attestations }: Provenance): Provenance['attestations'] {
  return attestations.filter(
    ({ name, type, control }) =>
      (rule.name === '*' || rule.name === name) &&
      (rule.type === '*' || kindOf(rule.type) === kindOf(type)) &&
      (rule.for_control === null || rule.for_control === control),
  );
}
