import type { OptionSpec } from './spec.ts';

/** The options about handing an audit in. */
export const auditPublishOptions = [
  {
    name: 'publish',
    kind: 'boolean',
    default: 'false',
    whenEmpty: 'error',
    description:
      'Record the ended audit as an attestation of the custom type `compliance-audit`, on the trail `audit-DATE`: scope, digests, run, verdict and counts of findings. It needs the token of a member or an administrator; `dry-run` shows what would be sent.',
  },
  {
    name: 'publish-flow',
    kind: 'text',
    default: 'compliance-audits',
    whenEmpty: 'error',
    placeholder: 'NAME',
    description: 'Flow that `publish` records in. It is made where it is missing.',
  },
] as const satisfies readonly OptionSpec[];
