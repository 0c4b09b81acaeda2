import { gating, type OptionSpec } from './option.ts';
import { verdictNames } from '../errors/index.ts';

/** What the gate demands, how long it waits, and what fails the job. An option whose emptiness would loosen the gate has a default that is not empty, and empty is an error. */
export const gateOptions = [
  {
    name: 'required-attestations',
    kind: 'names',
    commands: gating,
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'NAMES',
    description:
      'Attestations that must be on the trail and compliant, next to those of the template: `name`, or `artifact.name`. `none` demands nothing more.',
  },
  {
    name: 'allow-empty-template',
    kind: 'boolean',
    commands: gating,
    default: 'false',
    description: 'Let a trail pass of which nothing is demanded, neither by a template nor by `required-attestations`.',
  },
  {
    name: 'fail-on',
    kind: 'choices',
    commands: gating,
    choices: [...verdictNames, 'none'],
    default: 'non-compliant,incomplete,unknown,unusable',
    whenEmpty: 'error',
    placeholder: 'VERDICTS',
    description:
      'Verdicts that fail the job. `none` never fails it; the summary says when it let something through. Wrong inputs always fail.',
  },
  {
    name: 'wait-timeout',
    kind: 'duration',
    commands: gating,
    default: '0',
    placeholder: 'TIME',
    description: 'How long to wait for attestations of other jobs that are missing: `90`, `90s`, `5m`, `1h`.',
  },
  {
    name: 'evaluation-timeout',
    kind: 'duration',
    commands: gating,
    default: '60',
    placeholder: 'TIME',
    description:
      'How long to wait until the service shows our own record evaluated, and the records behind every green name; after that the verdict is `unknown`.',
  },
] as const satisfies readonly OptionSpec[];
