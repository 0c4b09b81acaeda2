import { fingerprintOption } from './sha.ts';
import type { OptionSpec } from './spec.ts';

/** The options that narrow an audit to the change of one trail, or of one artifact. The table of all options has them elsewhere. */
export const auditScopeOptions = [
  {
    name: 'trail',
    kind: 'text',
    placeholder: 'NAME',
    description: 'Audit only what landed with the commits of this trail, of the one `flow` that is named, in place of a period.',
  },
  {
    ...fingerprintOption,
    description: 'Audit only what landed with the commits of the artifact with this SHA-256, in place of a period.',
  },
] as const satisfies readonly OptionSpec[];
