import type { OptionSpec } from './spec.ts';

export const typeFileOption = {
  name: 'file',
  kind: 'text',
  placeholder: 'FILE',
  description: 'YAML: name, description, schema (a JSON Schema), rules and summary (jq)',
} as const satisfies OptionSpec;
