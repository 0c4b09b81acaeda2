import type { OptionSpec } from './spec.ts';

/** Shows nothing else, so that it can go into a file. */
export const templateOption = {
  name: 'template',
  kind: 'boolean',
  default: 'false',
  description: 'Print the template alone, as it was written.',
} as const satisfies OptionSpec;

/** The new name of a flow. */
export const newNameOption = {
  name: 'new-name',
  kind: 'text',
  placeholder: 'NAME',
  description: 'What the flow is called from now on.',
} as const satisfies OptionSpec;

/** The file of a flow and its template. */
export const flowFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: name, description, visibility, template',
} as const satisfies OptionSpec;
