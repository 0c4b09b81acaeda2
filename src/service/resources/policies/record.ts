import type { PolicyRules } from '../../../compliance/index.ts';
import { aFlag, aNumber, aText, anObject, ifThere, listOf, orNull, shape, type Check } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

const aCondition = shape({ text: aText });
const aRequirement = shape({
  required: aFlag,
  exceptions: listOf(shape({ if: aCondition })),
});

const policyRules: Check<PolicyRules> = shape({
  provenance: aRequirement,
  'trail-compliance': aRequirement,
  attestations: listOf(
    shape({
      if: orNull(aCondition),
      name: aText,
      type: aText,
      must_be_compliant: aFlag,
      for_control: orNull(aText),
    }),
  ),
});

export const policyReported = kind(
  ['policy_reported', 'policy_updated'],
  {
    policy: aText,
    policy_id: aText,
    /** The latest version. */
    policy_version: aNumber,
    /** Only in the record that brings this version; its file is `data.policy_file`. */
    rules: ifThere(policyRules),
    data: anObject,
  },
  (record) => ({ type: record.kind, policy_id: record.policy_id }),
);

export type PolicyContent = SaidBy<typeof policyReported>;

export const policyBody = shape({ comment: aText, content: aText, rules: policyRules });
