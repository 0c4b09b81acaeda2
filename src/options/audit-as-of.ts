import { auditOptions } from './audit.ts';
import type { OptionSpec } from './spec.ts';

/** Only the command line has it: it takes a service of our own to say what the records of another one say. */
export const asOfOption = {
  name: 'as-of',
  kind: 'text',
  placeholder: 'WHEN',
  description:
    'A past moment, such as `2026-07-01T00:00:00Z`: the facts of the service are those that its records alone say of it, worked out again. Facts of GitHub stay as they are read now. `until` defaults to it. It reads the log, with the token of an auditor or an administrator.',
} as const satisfies OptionSpec;

/** The options of an audit on the command line. */
export const auditOnLineOptions = [...auditOptions, asOfOption] as const satisfies readonly OptionSpec[];
