import { Type } from 'typebox';
import { oneOf } from './fields.ts';
import type { Operation } from './operation.ts';
import { Fingerprint, FlowName, OrgName } from './scalars.ts';
import { GivenPolicyDecisions } from './given/decisions.ts';
import { Flag, orNull, Text, Time } from './given/parts.ts';
import { GivenArtifactStatus } from './given/trails.ts';

const AssertedFlow = {
  flow: Text,
  trail: orNull(Text),
  compliant: Flag,
  /** Why it is not compliant where its status says that it is: what its records prove. */
  reason: Type.Optional(Text),
  compliance_status: orNull(GivenArtifactStatus),
  html_url: Text,
};

/** The decision about an artifact; `compliant` holds for all of `flows`, and for what else was asked. */
export const AssertedArtifact = Type.Object({
  fingerprint: Text,
  ...AssertedFlow,
  flows: Type.Array(Type.Object(AssertedFlow)),
  scope: oneOf('flow', 'environment', 'policy'),
  environment: Type.Optional(orNull(Text)),
  policy_evaluations: Type.Optional(GivenPolicyDecisions),
  allow_listing: Type.Optional(orNull(Type.Object({ description: Text, created_by: Text, created_at: Time }))),
});
export type AssertedArtifact = Type.Static<typeof AssertedArtifact>;

export const assertOperations = {
  /** Not in the interface: whether an artifact is compliant, wherever it was reported or in one flow. */
  assertArtifact: {
    method: 'GET',
    path: '/asserts/:org/fingerprint/:fingerprint',
    params: Type.Object({ org: OrgName, fingerprint: Fingerprint }),
    query: Type.Object({
      flow_name: Type.Optional(FlowName),
      environment_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      policy_name: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })),
    }),
    reply: AssertedArtifact,
  },
} as const satisfies Record<string, Operation>;
