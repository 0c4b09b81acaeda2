import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { Anything, MaybeText } from './fields.ts';
import { Fingerprint, FlowName, OrgName } from './scalars.ts';
import { ArtifactStatus } from './trails.ts';

/** The decision about an artifact on one trail. */
export const AssertedFlow = Type.Object({
  flow: Type.String(),
  trail: MaybeText,
  compliant: Type.Boolean(),
  compliance_status: Type.Union([ArtifactStatus, Type.Null()]),
  html_url: Type.String(),
});

/** The decision about an artifact; `compliant` holds for all of `flows`. */
export const AssertedArtifact = Type.Object({
  fingerprint: Type.String(),
  ...AssertedFlow.properties,
  flows: Type.Array(AssertedFlow),
  /** `flow`, `environment` or `policy`. */
  scope: Type.String(),
  environment: MaybeText,
  policy_evaluations: Anything,
  allow_listing: Anything,
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
