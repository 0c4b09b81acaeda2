/** Every output of the action; all of them are written in every case. `action.yml` and the README are made from them. */
export const outputTable = {
  verdict:
    '`compliant`, `waived`, `not-applicable`, `non-compliant`, `incomplete`, `unknown`, `unusable`; or `recorded`, `would-record`, `usage`, `interrupted`.',
  compliant: '`true` for the verdict `compliant` alone, else `false`.',
  reasons:
    'JSON array, a reason per cause: `code`, `verdict`, `message`, `fix`, and where they apply `attestation`, `artifact`, `file`, `since` (Unix seconds), `url`.',
  'trail-url': 'Page of the trail in the service; empty when it is not known.',
  trail: 'Name of the trail; empty when it is not known.',
  commit: 'SHA of the commit that the evidence is about; empty when it is not known.',
  'attestation-name': 'Name under which evidence was, or would have been, recorded; empty for `gate`.',
  'attestation-id': 'Id of the record; empty when none was made or the service told none.',
  'tests-total': 'Test cases read; empty for `gate`.',
  'tests-passed': 'Test cases that passed.',
  'tests-failed': 'Test cases that failed.',
  'tests-errors': 'Test cases that ended in an error.',
  'tests-skipped': 'Test cases that were skipped.',
  'tests-flaky': 'Test cases that passed after a failed attempt; they are among `tests-passed`.',
  'tests-time': 'Seconds that the test cases took, added up.',
} as const;

export type OutputName = keyof typeof outputTable;

/** The outputs of every command of the action. */
export const endingOutputs = ['verdict', 'compliant', 'reasons', 'trail', 'commit'] as const satisfies readonly OutputName[];

/** What a command that records adds to them. */
export const recordOutputs = [
  'attestation-name',
  'attestation-id',
  'tests-total',
  'tests-passed',
  'tests-failed',
  'tests-errors',
  'tests-skipped',
  'tests-flaky',
  'tests-time',
] as const satisfies readonly OutputName[];
