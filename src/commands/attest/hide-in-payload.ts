import type { JunitAttestation } from '../../contract/index.ts';
import { runKey } from '../../gate/index.ts';
import { hideSecrets } from '../../text/index.ts';
import { hideInRecord, type HiddenRecord } from '../run/hide-in-record.ts';

/** Never changed: what the service finds the record by, and what distinguishes runs and commits. */
const kept: ReadonlySet<string> = new Set([
  'attestation_name',
  'artifact_fingerprint',
  'target_artifacts',
  'git_commit_info.sha1',
  'git_commit_info.parents',
  `user_data.${runKey}`,
  // Said where they were read, with file and test case.
  'junit_results',
]);

/** Takes secrets out of the texts of a record of test results. */
export function hideInPayload(payload: JunitAttestation, known: readonly string[]): HiddenRecord<JunitAttestation> {
  const { found, record } = hideInRecord(payload, known, kept);
  const rows = payload.junit_results.map((row) => ({ ...row, name: hideSecrets(row.name, known).text }));
  return { record: { ...record, junit_results: rows }, found };
}
