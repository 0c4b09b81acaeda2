import type { OptionSpec } from './spec.ts';

/** The file of a flow and its template. */
export const flowFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: name, description, visibility, template',
} as const satisfies OptionSpec;

/** The flow that a command is about. */
export const flowNameOption = {
  name: 'name',
  kind: 'text',
  placeholder: 'NAME',
  description: 'name of the flow',
} as const satisfies OptionSpec;

export const searchOption = {
  name: 'search',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'Only those whose name holds this text.',
} as const satisfies OptionSpec;
