import type { PolicyRules } from '../../../compliance/index.ts';
import { isFlag, isNumber, isObject, isText, listOf, optional, shape, type Is } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import type { Kind } from './kind.ts';

export interface PolicyContent {
  readonly kind: 'policy_reported' | 'policy_updated';
  readonly policy: string;
  readonly policy_id: string;
  /** The latest one. */
  readonly policy_version: number;
  /** Only in the record that brings this version; its file is `data.policy_file`. */
  readonly rules?: PolicyRules;
  readonly data: Sent;
}

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

export const policyReported: Kind<PolicyContent> = {
  is: shape<Header & PolicyContent>({
    ...header,
    kind: oneOf('policy_reported', 'policy_updated'),
    policy: isText,
    policy_id: isText,
    policy_version: isNumber,
    rules: optional(isPolicyRules),
    data: isObject,
  }),
  event: ({ kind, policy_id }) => ({ type: kind, policy_id }),
};
