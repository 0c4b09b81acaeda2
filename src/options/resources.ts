import { limits } from '../contract/limits.ts';
import type { OptionSpec } from './spec.ts';

export const searchOption = {
  name: 'search',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'Only those whose name holds this text.',
} as const satisfies OptionSpec;

export const limitOption = {
  name: 'limit',
  kind: 'count',
  default: '0',
  placeholder: 'NUMBER',
  description: 'List no more than this many; `0` lists all.',
} as const satisfies OptionSpec;

/** The name of the thing that a command is about. */
export const nameOption = { name: 'name', kind: 'text', placeholder: 'NAME', description: 'its name' } as const satisfies OptionSpec;

export const downloadOptions = [
  {
    name: 'output',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Where to save the file. Default: under its own name, in the working directory.',
  },
  { name: 'force', kind: 'boolean', default: 'false', description: 'Replace a file that is there already.' },
] as const satisfies readonly OptionSpec[];

export const numberOption = {
  name: 'number',
  kind: 'count',
  placeholder: 'NUMBER',
  description: 'its number',
} as const satisfies OptionSpec;

export const repoOption = {
  name: 'repo',
  kind: 'text',
  placeholder: 'OWNER/NAME',
  description: 'Only those of this repository.',
} as const satisfies OptionSpec;

/** For commands that only read: tables show such names in short. */
export const shortNameOption = {
  ...nameOption,
  description: `its name, or the first ${limits.shortestPrefix} or more characters of it`,
} as const satisfies OptionSpec;

export const shortIdOption = {
  name: 'id',
  kind: 'text',
  placeholder: 'ID',
  description: `its id, or the first ${limits.shortestPrefix} or more digits of it`,
} as const satisfies OptionSpec;

/** The YAML file that a resource is made from, or changed by. */
function definition(keys: string) {
  return { name: 'file', kind: 'text', placeholder: 'FILE', description: `YAML: ${keys}` } as const satisfies OptionSpec;
}

export const environmentFileOption = definition('name, type, description, policies, included_environments');
export const flowFileOption = definition('name, description, visibility, template');
export const notificationFileOption = definition('name, environments, triggers, targets');
export const policyFileOption = definition('what every artifact that runs must have');
export const typeFileOption = definition('name, description, schema (a JSON Schema), rules and summary (jq)');

/** Shows nothing else, so that it can go into a file. */
export const templateOption = {
  name: 'template',
  kind: 'boolean',
  default: 'false',
  description: 'Print the template alone, as it was written.',
} as const satisfies OptionSpec;

export const newNameOption = {
  name: 'new-name',
  kind: 'text',
  placeholder: 'NAME',
  description: 'What the flow is called from now on.',
} as const satisfies OptionSpec;

export const ruleNumberOption = {
  name: 'number',
  kind: 'count',
  default: '0',
  placeholder: 'NUMBER',
  description: 'Change the rule of this number; `0` makes a new one.',
} as const satisfies OptionSpec;

export const commentOption = {
  name: 'comment',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'What this version changes.',
} as const satisfies OptionSpec;

export const environmentsOption = {
  name: 'environments',
  kind: 'names',
  placeholder: 'NAMES',
  description: 'Environments, separated by commas.',
} as const satisfies OptionSpec;
