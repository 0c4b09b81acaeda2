import type { PolicyRules } from '../../../compliance/index.ts';
import { isFlag, isNumber, isObject, isText, listOf, optional, shape, type Is } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

const isCondition = shape<{ readonly text: string }>({ text: isText });
const isRequirement = shape<PolicyRules['provenance']>({
  required: isFlag,
  exceptions: listOf(shape<PolicyRules['provenance']['exceptions'][number]>({ if: isCondition })),
});

function orNull<Value>(is: Is<Value>): Is<Value | null> {
  return (value): value is Value | null => value === null || is(value);
}

export const isPolicyRules = shape<PolicyRules>({
  provenance: isRequirement,
  'trail-compliance': isRequirement,
  attestations: listOf(
    shape<PolicyRules['attestations'][number]>({
      if: orNull(isCondition),
      name: isText,
      type: isText,
      must_be_compliant: isFlag,
      for_control: orNull(isText),
    }),
  ),
});

export const policyReported = kind(
  ['policy_reported', 'policy_updated'],
  {
    policy: isText,
    policy_id: isText,
    /** The latest version. */
    policy_version: isNumber,
    /** Only in the record that brings this version; its file is `data.policy_file`. */
    rules: optional(isPolicyRules),
    data: isObject,
  },
  (record) => ({ type: record.kind, policy_id: record.policy_id }),
);

export type PolicyContent = SaidBy<typeof policyReported>;
