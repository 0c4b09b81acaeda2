import { Type } from 'typebox';
import { Items } from './answers.ts';
import { AttestationType } from './flows.ts';
import { limits } from '../limits.ts';
import type { Operation } from './operation.ts';
import { InOrganization, MaybeFlag, MaybeMoment, MaybeText, MaybeTexts, OrgName, PolicyName, TemplateName } from './scalars.ts';

/** The fields that come with the file of a policy; an absent field leaves the stored value. */
export const PolicyInput = Type.Object(
  {
    name: PolicyName,
    description: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
    type: Type.Optional(Type.Union([Type.Literal('env'), Type.Null()])),
    /** A description of the changes in this version. */
    comment: Type.Optional(Type.Union([Type.String({ maxLength: 8192 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type PolicyInput = Type.Static<typeof PolicyInput>;

/** `${{ … }}` around an expression that is true or false. */
const Expression = Type.String({ maxLength: limits.expressionLength });
const closed = { additionalProperties: false };

const Requirement = Type.Union([
  Type.Object(
    {
      required: Type.Optional(Type.Boolean()),
      exceptions: Type.Optional(
        Type.Union([Type.Array(Type.Object({ if: Expression }, closed), { maxItems: limits.policyRules }), Type.Null()]),
      ),
    },
    closed,
  ),
  Type.Null(),
]);

const RequiredAttestation = Type.Object(
  {
    if: Type.Optional(Type.Union([Expression, Type.Null()])),
    /** `*` means any name, and so does an absent one. */
    name: Type.Optional(Type.Union([TemplateName, Type.Literal('*')])),
    type: AttestationType,
    must_be_compliant: Type.Optional(Type.Boolean()),
    for_control: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()])),
  },
  closed,
);

/** A policy as its YAML is read. Unknown keys are refused at every level. */
export const PolicyFile = Type.Object(
  {
    /** An address whose last part is the version of this format. */
    _schema: Type.String({ pattern: '^https?://[^?#]+/v1$' }),
    artifacts: Type.Optional(
      Type.Union([
        Type.Object(
          {
            provenance: Type.Optional(Requirement),
            'trail-compliance': Type.Optional(Requirement),
            attestations: Type.Optional(Type.Union([Type.Array(RequiredAttestation, { maxItems: limits.policyRules }), Type.Null()])),
          },
          closed,
        ),
        Type.Null(),
      ]),
    ),
  },
  closed,
);
export type PolicyFile = Type.Static<typeof PolicyFile>;

/** One version of a policy; `policy_yaml` is its file. */
export const PolicyVersion = Type.Object({
  version: Type.Integer(),
  comment: MaybeText,
  timestamp: MaybeMoment,
  created_by: MaybeText,
  policy_yaml: MaybeText,
});
export type PolicyVersion = Type.Static<typeof PolicyVersion>;

/** A policy as a reply; its oldest version comes first. */
export const Policy = Type.Object({
  name: Type.String(),
  description: MaybeText,
  archived: MaybeFlag,
  created_by: MaybeText,
  created_at: MaybeMoment,
  last_modified_at: MaybeMoment,
  versions: Type.Optional(Type.Union([Type.Array(PolicyVersion), Type.Null()])),
  /** The environments that it is attached to. */
  consuming_envs: MaybeTexts,
});
export type Policy = Type.Static<typeof Policy>;

export const policyOperations = {
  /** Not in the interface: creates a policy, or adds a version to one. */
  putPolicy: {
    method: 'PUT',
    path: '/policies/:org',
    params: InOrganization,
    data: PolicyInput,
    body: 'multipart',
    json: 'payload',
    file: 'policy_file',
    success: [200, 201],
    reply: Policy,
    checks: { Policy },
  },
  /** Not in the interface: the policies of an organization, by name. */
  listPolicies: {
    method: 'GET',
    path: '/policies/:org',
    params: InOrganization,
    reply: Type.Array(Policy),
    checks: { Items, Policy },
  },
  /** Not in the interface: one policy with all its versions. */
  getPolicy: {
    method: 'GET',
    path: '/policies/:org/:policy_name',
    params: Type.Object({ org: OrgName, policy_name: PolicyName }),
    reply: Policy,
    checks: { Policy },
  },
} as const satisfies Record<string, Operation>;
