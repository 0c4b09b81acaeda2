import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { FlowName, InFlow, InOrganization, TemplateName } from './scalars.ts';

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

/** Attestation types that a template may name; `*` matches any. */
export const AttestationType = Type.Union([
  Type.Literal('generic'),
  Type.Literal('junit'),
  Type.Literal('snyk'),
  Type.Literal('pull_request'),
  Type.Literal('jira'),
  Type.Literal('sonar'),
  Type.Literal('decision'),
  Type.Literal('*'),
  Type.String({ pattern: '^custom:[a-zA-Z0-9][a-zA-Z0-9\\-_~]*$' }),
]);

const Entry = Type.Object({ name: TemplateName, type: AttestationType }, { additionalProperties: false });
const Entries = Type.Optional(Type.Union([Type.Array(Entry), Type.Null()]));

/** A flow's template as YAML is read: what every trail of the flow must have. Unknown keys are refused at every level. */
export const Template = Type.Object(
  {
    version: Type.Optional(Type.Literal(1)),
    trail: Type.Optional(
      Type.Union([
        Type.Object(
          {
            attestations: Entries,
            artifacts: Type.Optional(
              Type.Union([
                Type.Array(Type.Object({ name: TemplateName, attestations: Entries }, { additionalProperties: false })),
                Type.Null(),
              ]),
            ),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
);

export interface TemplateEntry {
  readonly name: string;
  readonly type: string;
}

/** The same with nothing left out. */
export interface Template {
  readonly version: 1;
  readonly trail: {
    readonly attestations: readonly TemplateEntry[];
    readonly artifacts: readonly { readonly name: string; readonly attestations: readonly TemplateEntry[] }[];
  };
}

export const flowOperations = {
  /** Beside the interface: create or update a flow with its template. */
  putFlow: {
    method: 'PUT',
    path: '/flows/:org/template_file',
    params: InOrganization,
    data: FlowInput,
    body: 'multipart',
    file: 'template_file',
  },
  /** Beside the interface: one flow. */
  getFlow: { method: 'GET', path: '/flows/:org/:flow_name', params: InFlow },
} as const satisfies Record<string, Operation>;
