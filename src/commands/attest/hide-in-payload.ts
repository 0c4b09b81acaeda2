import type { JunitAttestation } from '../../contract/index.ts';
import { runKey } from '../../gate/index.ts';
import { hideSecrets } from '../../text/index.ts';

/** A record to be sent without secrets, and the fields that held some. */
export interface HiddenRecord {
  readonly record: JunitAttestation;
  readonly found: readonly string[];
}

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

/** Takes secrets out of the texts of a record: also those that did not come from a test, such as the commit's message. */
export function hideInRecord(record: JunitAttestation, known: readonly string[]): HiddenRecord {
  const found: string[] = [];

  function clean(value: unknown, field: string): unknown {
    if (kept.has(field)) return value;
    if (typeof value === 'string') {
      const hidden = hideSecrets(value, known);
      if (!hidden.found) return value;
      found.push(field);
      return hidden.text;
    }
    if (Array.isArray(value)) return value.map((one) => clean(one, field));
    if (typeof value !== 'object' || value === null) return value;
    const isOwn = field === 'user_data' || field.startsWith('user_data.');
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        isOwn ? hideSecrets(key, known).text : key,
        // However deep it is, a field is named by its first two keys.
        clean(one, field.includes('.') ? field : `${field}.${key}`),
      ]),
    );
  }

  const copy = { ...record };
  for (const [key, value] of Object.entries(record)) Reflect.set(copy, key, clean(value, key));
  const rows = record.junit_results.map((row) => ({ ...row, name: hideSecrets(row.name, known).text }));
  return { record: { ...copy, junit_results: rows }, found: [...new Set(found)] };
}
