import type { OptionSpec } from './spec.ts';

/** The file of a flow and its template. */
export const flowFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: name, description, visibility, template',
} as const satisfies OptionSpec;
