import type { OptionSpec } from './spec.ts';

/** The file of a policy. */
export const policyFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: what every artifact that runs must have',
} as const satisfies OptionSpec;

export const commentOption = {
  name: 'comment',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'What this version changes.',
} as const satisfies OptionSpec;

/** Where a policy holds. */
export const environmentsOption = {
  name: 'environments',
  kind: 'names',
  placeholder: 'NAMES',
  description: 'Environments, separated by commas.',
} as const satisfies OptionSpec;
