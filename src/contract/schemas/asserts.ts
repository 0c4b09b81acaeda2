import { Type } from 'typebox';
import { FlowName, oneOf } from './fields.ts';
import type { Operations } from './operation.ts';
import { Flag, State, Text, Time, Whole, openWith, orNull } from './parts.ts';
import { GivenArtifactStatus } from './trails.ts';

/** Rule by rule, and on which trails each one holds. */
export const GivenPolicyDecisions = Type.Array(
  Type.Object({
    policy_name: Text,
    policy_version: Whole,
    status: oneOf('COMPLIANT', 'NON-COMPLIANT'),
    rule_evaluations: Type.Array(
      Type.Object({
        rule: Type.Object({ type: Text, definition: openWith({}) }),
        /** Null of a rule that does not apply. */
        satisfied: orNull(Flag),
        ignored: Flag,
        resolutions: Type.Array(
          Type.Object({
            type: Text,
            context: orNull(openWith({ flow_name: Text, trail_name: orNull(Text), artifact_status: orNull(State) })),
          }),
        ),
      }),
    ),
  }),
);

const AssertedFlow = {
  flow: Text,
  trail: orNull(Text),
  compliant: Flag,
  /** Why it is not compliant where its status says that it is: what its records prove. */
  reason: Type.Optional(Text),
  compliance_status: orNull(GivenArtifactStatus),
  html_url: Text,
};

/** `compliant` holds for all of `flows`, and for all else that was asked. */
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
  /** Not in the interface. Wherever it was reported, or in one flow. */
  assertArtifact: {
    method: 'GET',
    path: '/asserts/:org/fingerprint/:fingerprint',
    reach: { query: 'flow_name', without: ['environment_name', 'policy_name'] },
    query: Type.Object({
      flow_name: Type.Optional(FlowName),
      environment_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      policy_name: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })),
    }),
    reply: AssertedArtifact,
  },
} as const satisfies Operations;
