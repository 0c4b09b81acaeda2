import { Type } from 'typebox';
import { Items } from './answers.ts';
import type { Operation } from './operation.ts';
import { Anything, InOrganization, MaybeFlag, MaybeMoment, MaybeText, OrgName } from './scalars.ts';

/** One version of a custom attestation type: the schema of its data, and the rules that judge it. */
export const TypeVersion = Type.Object({
  version: Type.Integer(),
  timestamp: MaybeMoment,
  created_by: MaybeText,
  type_schema: Anything,
  evaluator: Anything,
  comment: MaybeText,
  summary: Anything,
});
export type TypeVersion = Type.Static<typeof TypeVersion>;

/** A custom attestation type; its newest version comes first. */
export const CustomType = Type.Object({
  name: Type.String(),
  description: MaybeText,
  archived: MaybeFlag,
  org: MaybeText,
  created_by: MaybeText,
  created_at: MaybeMoment,
  last_modified_at: MaybeMoment,
  versions: Type.Optional(Type.Union([Type.Array(TypeVersion), Type.Null()])),
});
export type CustomType = Type.Static<typeof CustomType>;

export const typeOperations = {
  /** Interface, operation 9. */
  listTypes: {
    method: 'GET',
    path: '/custom-attestation-types/:org',
    params: InOrganization,
    reply: Type.Array(CustomType),
    checks: { Items, CustomType },
  },
  /** Not in the interface: one type. */
  getType: {
    method: 'GET',
    path: '/custom-attestation-types/:org/:type_name',
    params: Type.Object({ org: OrgName, type_name: Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$' }) }),
    reply: CustomType,
    checks: { CustomType },
  },
} as const satisfies Record<string, Operation>;
