import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { closed } from './fields.ts';
import { Fingerprint, InEnvironment, InOrganization } from './scalars.ts';
import { Text, Time } from './given/parts.ts';

/** An artifact that is compliant in an environment, whatever is known about it. */
export const AllowedArtifact = Type.Object({
  fingerprint: Fingerprint,
  artifact_name: Text,
  environment_name: Text,
  timestamp: Time,
  user_name: Text,
  description: Text,
});
export type AllowedArtifact = Type.Static<typeof AllowedArtifact>;

/** The body of allowing one; the description says why. */
export const AllowanceInput = closed({
  artifact_fingerprint: Fingerprint,
  artifact_name: Type.String({ minLength: 1, maxLength: 1024 }),
  description: Type.String({ maxLength: 8192 }),
});
export type AllowanceInput = Type.Static<typeof AllowanceInput>;

export const allowlistOperations = {
  /** Not in the interface: allows an artifact in an environment. */
  allowArtifact: {
    method: 'PUT',
    path: '/allowlists/:org/:env_name',
    params: InEnvironment,
    data: AllowanceInput,
    body: 'json',
    success: [201],
  },
  /** Not in the interface: what is allowed in all environments. */
  listAllowedArtifacts: {
    method: 'GET',
    path: '/allowlists/:org',
    params: InOrganization,
    reply: Type.Array(AllowedArtifact),
  },
} as const satisfies Record<string, Operation>;
