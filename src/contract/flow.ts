import { Type } from 'typebox';
import { FlowName } from './scalars.ts';

/** `data_json` of creating or updating a flow; the template goes along as the file part `template_file`. */
export const FlowInput = Type.Object(
  {
    name: FlowName,
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    visibility: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('private'), Type.Null()])),
  },
  { additionalProperties: false },
);
export interface FlowInput {
  readonly name: string;
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
}
