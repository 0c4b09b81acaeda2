import type { OptionSpec } from './spec.ts';

/** The file of a notification rule. */
export const notificationFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: name, environments, triggers, targets',
} as const satisfies OptionSpec;

export const ruleNumberOption = {
  name: 'number',
  kind: 'count',
  default: '0',
  placeholder: 'NUMBER',
  description: 'Change the rule of this number; `0` makes a new one.',
} as const satisfies OptionSpec;
