import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { Flag, openWith, orNull, State, Text, Whole } from './parts.ts';

/** The decision of a policy about an artifact: its rules one by one, and on which trails each one holds. */
export const GivenPolicyDecisions = Type.Array(
  Type.Object({
    policy_name: Text,
    policy_version: Whole,
    status: oneOf('COMPLIANT', 'NON-COMPLIANT'),
    rule_evaluations: Type.Array(
      Type.Object({
        /** The rule as the policy's file has it. */
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
