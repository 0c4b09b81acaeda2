import { conditionFault, type Condition, type PolicyRules, type RequiredRule } from '../../compliance/index.ts';
import type { PolicyFile } from '../../contract/index.ts';

type Artifacts = NonNullable<PolicyFile['artifacts']>;
type Fault = readonly [path: string, sentence: string];

/** The rules of a policy file with nothing left out. */
export function rulesOf({ artifacts }: PolicyFile): PolicyRules {
  return {
    provenance: requirement(artifacts?.provenance),
    'trail-compliance': requirement(artifacts?.['trail-compliance']),
    attestations: (artifacts?.attestations ?? []).map((each) => ({
      if: each.if === undefined || each.if === null ? null : conditionOf(each.if),
      name: each.name ?? '*',
      type: each.type,
      must_be_compliant: each.must_be_compliant ?? true,
      for_control: each.for_control ?? null,
    })),
  };
}

/** A sentence for each part of a policy file that cannot be. */
export function faultsOf(file: PolicyFile): readonly Fault[] {
  const { artifacts } = file;
  const rules = rulesOf(file);
  const faults: readonly Fault[] = [
    ...exceptionFaults(artifacts?.provenance, 'artifacts.provenance'),
    ...exceptionFaults(artifacts?.['trail-compliance'], 'artifacts.trail-compliance'),
    ...(artifacts?.attestations ?? []).flatMap((_, index) => attestationFaults(rules, artifacts?.attestations?.[index]?.if, index)),
  ];
  return faults.length === 0 && requiresNothing(rules) ? [['artifacts', nothing]] : faults;
}

const nothing =
  'requires nothing, and so everything that runs would be compliant: add provenance.required, trail-compliance.required or an attestation.';

function requiresNothing({ provenance, 'trail-compliance': trail, attestations }: PolicyRules): boolean {
  return !provenance.required && !trail.required && attestations.length === 0;
}

function requirement(given: Artifacts['provenance']): RequiredRule {
  return { required: given?.required ?? false, exceptions: (given?.exceptions ?? []).map((each) => ({ if: conditionOf(each.if) })) };
}

function exceptionFaults(given: Artifacts['provenance'], path: string): readonly Fault[] {
  return (given?.exceptions ?? []).flatMap((each, index) => expressionFault(each.if, `${path}.exceptions[${index}].if`));
}

function attestationFaults({ attestations }: PolicyRules, condition: string | null | undefined, index: number): readonly Fault[] {
  const [rule, path] = [attestations[index], `artifacts.attestations[${index}]`];
  const faults: Fault[] = [];
  if (rule?.name === '*' && rule.type === '*') faults.push([`${path}.type`, 'is any type of any name: say one of the two.'] as const);
  if (rule?.for_control !== null && rule?.type !== 'decision' && rule?.type !== 'system:decision')
    faults.push([`${path}.for_control`, 'is for the type decision alone: take it out.'] as const);
  return condition === undefined || condition === null ? faults : [...faults, ...expressionFault(condition, `${path}.if`)];
}

const wrapped = /^\s*\$\{\{(.*)\}\}\s*$/su;

function conditionOf(expression: string): Condition {
  return { text: (wrapped.exec(expression)?.[1] ?? '').trim() };
}

function expressionFault(expression: string, path: string): readonly Fault[] {
  if (!wrapped.test(expression)) return [[path, 'is no expression: write it as ${{ flow.name == "checkout" }}.']];
  const fault = conditionFault(conditionOf(expression));
  return fault === undefined ? [] : [[path, fault]];
}
