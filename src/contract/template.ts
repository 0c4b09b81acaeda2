import { Type } from 'typebox';
import { TemplateName } from './scalars.ts';

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
