import { expect, test } from 'vitest';
import { evaluateArtifact, type ArtifactFacts, type Policy, type PolicyRules, type Provenance } from '../../../src/compliance/index.ts';

const none = { required: false, exceptions: [] };
const required = { required: true, exceptions: [] };
const unless = (text: string) => ({ required: true, exceptions: [{ if: { text } }] });
const rulesOf = (rules: Partial<PolicyRules>): PolicyRules => ({ provenance: none, 'trail-compliance': none, attestations: [], ...rules });
const policy = (rules: Partial<PolicyRules>): Policy => ({ name: 'prod', version: 3, rules: rulesOf(rules) });
const attestation = (rule: Partial<PolicyRules['attestations'][number]>): Partial<PolicyRules> => ({
  attestations: [{ if: null, name: '*', type: '*', must_be_compliant: true, for_control: null, ...rule }],
});

const green = { name: 'unit', type: 'junit', compliant: true };
const red = { ...green, compliant: false };
const decision = { name: 'go', type: 'decision', compliant: true, control: 'C1' };
const place = (more: Partial<Provenance> = {}): Provenance => ({
  flow: 'f',
  tags: { risk: 'high' },
  trail: 't',
  status: 'COMPLIANT',
  attestations: [green],
  ...more,
});
const artifact = (...provenance: readonly Provenance[]): ArtifactFacts => ({ name: 'app', fingerprint: 'a'.repeat(64), provenance });
const legacy = (): Provenance => ({ flow: 'old', tags: {}, status: 'COMPLIANT', attestations: [green] });

/** The rows were worked out by hand: rule, facts, the resolution at each place, and whether the policy is satisfied. */
test.each([
  ['nothing is required', {}, artifact(), ['rule_not_applicable'], true],
  ['provenance, and there is some', { provenance: required }, artifact(place()), ['rule_satisfied'], true],
  ['provenance, and there is none', { provenance: required }, artifact(), ['missing_provenance'], false],
  ['provenance without a trail', { provenance: required }, artifact(legacy()), ['rule_satisfied'], true],
  ['an exception that is true', { provenance: unless('artifact.name == "app"') }, artifact(), ['rule_not_applicable'], true],
  ['an exception that is false', { provenance: unless('artifact.name == "x"') }, artifact(), ['missing_provenance'], false],
  ['an exception that nobody can decide', { provenance: unless('flow.name == "f"') }, artifact(), ['missing_provenance'], false],
  ['an exception that is none', { provenance: unless('flow.name') }, artifact(), ['missing_provenance'], false],
  ['a compliant trail', { 'trail-compliance': required }, artifact(place()), ['rule_satisfied'], true],
  [
    'a trail that is not',
    { 'trail-compliance': required },
    artifact(place({ status: 'NON-COMPLIANT' })),
    ['non_compliant_in_trail'],
    false,
  ],
  ['an incomplete trail', { 'trail-compliance': required }, artifact(place({ status: 'INCOMPLETE' })), ['non_compliant_in_trail'], false],
  ['a state never seen', { 'trail-compliance': required }, artifact(place({ status: 'FINE' })), ['non_compliant_in_trail'], false],
  ['a trail, and there is no flow', { 'trail-compliance': required }, artifact(), ['no_provenance'], false],
  ['a trail, and there is only a flow', { 'trail-compliance': required }, artifact(legacy()), ['legacy_flow'], false],
  [
    'a second trail that is red',
    { 'trail-compliance': required },
    artifact(place(), place({ trail: 'u', status: 'NON-COMPLIANT' })),
    ['rule_satisfied', 'non_compliant_in_trail'],
    false,
  ],
  [
    'a second trail that is excepted',
    { 'trail-compliance': unless('flow.name == "old"') },
    artifact(place(), place({ flow: 'old', status: 'NON-COMPLIANT' })),
    ['rule_satisfied', 'rule_not_applicable'],
    true,
  ],
  ['an attestation by name and type', attestation({ name: 'unit', type: 'junit' }), artifact(place()), ['rule_satisfied'], true],
  ['one of any type', attestation({ name: 'unit' }), artifact(place()), ['rule_satisfied'], true],
  ['one of any name', attestation({ type: 'junit' }), artifact(place()), ['rule_satisfied'], true],
  ['another name', attestation({ name: 'scan' }), artifact(place()), ['missing_attestation'], false],
  ['another type', attestation({ name: 'unit', type: 'snyk' }), artifact(place()), ['missing_attestation'], false],
  ['a red one', attestation({ name: 'unit' }), artifact(place({ attestations: [red] })), ['non_compliant_attestation'], false],
  [
    'a red one that need not be green',
    attestation({ name: 'unit', must_be_compliant: false }),
    artifact(place({ attestations: [red] })),
    ['rule_satisfied'],
    true,
  ],
  [
    'one red of two',
    attestation({ type: 'junit' }),
    artifact(place({ attestations: [green, { ...red, name: 'e2e' }] })),
    ['non_compliant_attestation'],
    false,
  ],
  [
    'a red one of another type',
    attestation({ type: 'junit' }),
    artifact(place({ attestations: [green, { ...red, type: 'snyk' }] })),
    ['rule_satisfied'],
    true,
  ],
  [
    'a decision about the control',
    attestation({ type: 'decision', for_control: 'C1' }),
    artifact(place({ attestations: [decision] })),
    ['rule_satisfied'],
    true,
  ],
  [
    'a decision as it is recorded',
    attestation({ type: 'decision' }),
    artifact(place({ attestations: [{ ...decision, type: 'system:decision' }] })),
    ['rule_satisfied'],
    true,
  ],
  [
    'a decision about another',
    attestation({ type: 'decision', for_control: 'C2' }),
    artifact(place({ attestations: [decision] })),
    ['missing_attestation'],
    false,
  ],
  ['an attestation, and there is no flow', attestation({ name: 'unit' }), artifact(), ['no_provenance'], false],
  ['an attestation, and there is no trail', attestation({ name: 'unit' }), artifact(legacy()), ['legacy_flow'], false],
  [
    'a condition that is true',
    attestation({ name: 'scan', if: { text: 'flow.tags.risk == "high"' } }),
    artifact(place()),
    ['missing_attestation'],
    false,
  ],
  [
    'a condition that is false',
    attestation({ name: 'scan', if: { text: 'flow.tags.risk == "low"' } }),
    artifact(place()),
    ['rule_not_applicable'],
    true,
  ],
  [
    'a condition that nobody can decide',
    attestation({ name: 'scan', if: { text: 'flow.tags.risk > 3' } }),
    artifact(place()),
    ['missing_attestation'],
    false,
  ],
  ['a condition that is none', attestation({ name: 'scan', if: { text: 'what?' } }), artifact(place()), ['missing_attestation'], false],
] as const)('%s', (_, rules, facts, resolutions, compliant) => {
  const judgement = evaluateArtifact([policy(rules)], facts);
  expect(judgement.compliant).toBe(compliant);
  const [evaluation] = judgement.policies;
  expect(evaluation).toMatchObject({ policy_name: 'prod', policy_version: 3, status: compliant ? 'COMPLIANT' : 'NON-COMPLIANT' });
  const types = evaluation?.rule_evaluations.map((each) => each.resolutions.map(({ type }) => type));
  expect(types).toContainEqual(resolutions);
});

test('without a policy nothing is said, and with several each must be satisfied', () => {
  expect(evaluateArtifact([], artifact(place()))).toEqual({ compliant: undefined, policies: [] });
  const [yes, no] = [policy({ provenance: required }), policy(attestation({ name: 'scan' }))];
  expect(evaluateArtifact([yes, yes], artifact(place())).compliant).toBe(true);
  expect(evaluateArtifact([yes, no], artifact(place())).compliant).toBe(false);
});

test('each rule tells what it is and where it was asked', () => {
  const rules = { provenance: required, 'trail-compliance': required, ...attestation({ type: 'decision', for_control: 'C1' }) };
  const both = artifact(place({ status: 'INCOMPLETE' }), legacy());
  const [evaluation] = evaluateArtifact([policy(rules)], both).policies;
  const at = (flow_name: string, trail_name: string | null, artifact_status: string | null = null) => ({
    flow_name,
    trail_name,
    artifact_status,
  });
  expect(evaluation?.rule_evaluations).toStrictEqual([
    {
      rule: { type: 'provenance', definition: required },
      satisfied: true,
      ignored: false,
      resolutions: [
        { type: 'rule_satisfied', context: at('f', 't') },
        { type: 'rule_satisfied', context: at('old', null) },
      ],
    },
    {
      rule: { type: 'trail-compliance', definition: required },
      satisfied: false,
      ignored: false,
      resolutions: [
        { type: 'non_compliant_in_trail', context: at('f', 't', 'INCOMPLETE') },
        { type: 'legacy_flow', context: at('old', null, 'COMPLIANT') },
      ],
    },
    {
      rule: { type: 'attestation', definition: rules.attestations?.[0] },
      satisfied: false,
      ignored: false,
      resolutions: [
        { type: 'missing_attestation', context: { ...at('f', 't'), for_control: 'C1' } },
        { type: 'legacy_flow', context: { ...at('old', null), for_control: 'C1' } },
      ],
    },
  ]);
  const [nothing] = evaluateArtifact([policy({ provenance: unless('true') })], artifact()).policies;
  expect(nothing?.rule_evaluations[0]).toMatchObject({ satisfied: null, ignored: true, resolutions: [{ context: null }] });
});
