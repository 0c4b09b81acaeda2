import type { OptionSpec } from './spec.ts';

/** Narrows a listing. */
export const searchOption = {
  name: 'search',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'Only those whose name holds this text.',
} as const satisfies OptionSpec;

/** Of what is newest or comes first. */
export const limitOption = {
  name: 'limit',
  kind: 'count',
  default: '0',
  placeholder: 'NUMBER',
  description: 'List no more than this many; `0` lists all.',
} as const satisfies OptionSpec;

/** The one that a command is about. */
export const nameOption = { name: 'name', kind: 'text', placeholder: 'NAME', description: 'its name' } as const satisfies OptionSpec;
