import type { VerdictName } from '../errors/index.ts';

/**
 * Why a verdict is not a yes: one code for each kind of cause, with the verdicts that it alone can give. A reason with another
 * verdict is refused by the compiler, and `docs/troubleshooting.md` says of each code what to do.
 */
export const reasons = {
  'job-ended': ['incomplete', 'unknown'],
  'evidence-unusable': ['unusable'],
  'claim-refused': ['unusable'],
  'not-recorded': ['unknown'],
  'not-evaluated': ['unknown'],
  'service-failed': ['unknown'],
  'records-failed': ['unknown'],
  'contradictory-answer': ['unknown'],
  'unknown-state': ['unknown'],
  'unknown-flow': ['unknown'],
  failing: ['non-compliant'],
  'failing-elsewhere': ['non-compliant'],
  'record-failing': ['non-compliant'],
  'record-unseen': ['unknown'],
  'sent-failing': ['non-compliant'],
  'tests-untold': ['unknown'],
  'too-few-tests': ['non-compliant'],
  'tests-not-required': ['incomplete'],
  'trail-non-compliant': ['non-compliant'],
  'override-unclear': ['unknown'],
  missing: ['incomplete'],
  'missing-artifact': ['incomplete'],
  'other-commit': ['incomplete', 'unknown'],
  'commit-untold': ['unknown'],
  'other-pull-request': ['incomplete'],
  'trail-missing': ['incomplete'],
  'trail-incomplete': ['incomplete'],
  'flow-without-template': ['incomplete'],
  'nothing-required': ['incomplete'],
  'trail-untold': ['unknown'],
  'artifact-missing': ['incomplete'],
  'artifact-non-compliant': ['non-compliant'],
  'artifact-incomplete': ['incomplete'],
  'other-tree': ['unknown'],
  'approval-missing': ['incomplete'],
  'approval-pending': ['incomplete'],
  'approval-refused': ['non-compliant'],
  'approval-unclear': ['unknown'],
  'commit-missing': ['incomplete'],
  'template-changed': ['incomplete', 'non-compliant'],
  'own-template': ['incomplete', 'non-compliant', 'unknown'],
} as const satisfies Readonly<Record<string, readonly VerdictName[]>>;

export type ReasonCode = keyof typeof reasons;
