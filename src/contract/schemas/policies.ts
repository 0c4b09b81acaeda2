import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { PolicyName, TemplateName, closed, maybe } from './fields.ts';
import { AttestationType } from './flows.ts';
import type { Operations } from './operation.ts';
import { Flag, Text, Texts, Time, Whole, heard } from './parts.ts';

/** `policy_yaml` is its file. */
const GivenVersion = Type.Object({ version: Whole, comment: Text, timestamp: Time, created_by: Text, policy_yaml: Text });

/** Its oldest version comes first. */
const GivenPolicy = Type.Object({
  name: Text,
  description: Text,
  archived: Flag,
  created_by: Text,
  created_at: Time,
  last_modified_at: Time,
  consuming_envs: Texts,
  versions: Type.Array(GivenVersion),
});

/** An absent field leaves the stored value. */
export const PolicyInput = closed({
  name: PolicyName,
  description: maybe(Type.String({ maxLength: 8192 })),
  type: maybe(Type.Literal('env')),
  comment: maybe(Type.String({ maxLength: 8192 })),
});
export type PolicyInput = Type.Static<typeof PolicyInput>;

/** `${{ … }}` around an expression that is true or false. */
const Expression = Type.String({ maxLength: limits.expressionLength });

const Requirement = maybe(
  closed({
    required: Type.Optional(Type.Boolean()),
    exceptions: maybe(Type.Array(closed({ if: Expression }), { maxItems: limits.policyRules })),
  }),
);

const RequiredAttestation = closed({
  if: maybe(Expression),
  /** `*` means any name, and so does an absent one. */
  name: Type.Optional(Type.Union([TemplateName, Type.Literal('*')])),
  type: AttestationType,
  must_be_compliant: Type.Optional(Type.Boolean()),
  for_control: maybe(Type.String({ minLength: 1, maxLength: 255 })),
});

/** As its YAML is read. Unknown keys are refused at every level. */
export const PolicyFile = closed({
  /** An address whose last part is the version of this format. */
  _schema: Type.String({ pattern: '^https?://[^?#]+/v1$' }),
  artifacts: maybe(
    closed({
      provenance: Requirement,
      'trail-compliance': Requirement,
      attestations: maybe(Type.Array(RequiredAttestation, { maxItems: limits.policyRules })),
    }),
  ),
});
export type PolicyFile = Type.Static<typeof PolicyFile>;

export const PolicyVersion = heard(GivenVersion.properties, { version: Whole });
export type PolicyVersion = Type.Static<typeof PolicyVersion>;

export const Policy = heard(GivenPolicy.properties, { name: Text, versions: maybe(Type.Array(PolicyVersion)) });
export type Policy = Type.Static<typeof Policy>;

export const policyOperations = {
  /** No operation of this file is in the interface. Adds a version to a policy that is there. */
  putPolicy: {
    method: 'PUT',
    path: '/policies/:org',
    need: 'define',
    data: PolicyInput,
    json: 'payload',
    file: 'policy_file',
    success: [200, 201],
    reply: GivenPolicy,
    checks: { Policy },
  },
  listPolicies: { method: 'GET', path: '/policies/:org', reply: Type.Array(GivenPolicy), checks: { Policy } },
  getPolicy: { method: 'GET', path: '/policies/:org/:policy_name', reply: GivenPolicy, checks: { Policy } },
} as const satisfies Operations;
