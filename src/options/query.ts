import { queryNames } from '../contract/query-names.gen.ts';
import type { OptionSpec } from './spec.ts';

/** Options about a question to the service. */
export const queryOptions = [
  {
    name: 'operation',
    kind: 'choice',
    example: 'get-trail',
    choices: queryNames,
    placeholder: 'OPERATION',
    description: `What to ask of the service: ${queryNames.map((name) => `\`${name}\``).join(', ')}.`,
  },
  {
    name: 'parameters',
    kind: 'lines',
    placeholder: 'KEY=VALUE',
    description:
      'Parameters of the operation, `key=value`, one a line; those of a list have a line each. Pages are asked for with `page` and `per_page`.',
  },
] as const satisfies readonly OptionSpec[];
