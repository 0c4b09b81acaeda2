import { getAttestation, narrow, type Call } from '../../client/index.ts';
import type { EvidenceSettings } from '../../options/index.ts';
import { count, grouped } from '../../text/index.ts';
import type { RecordedEvidence } from '../run/result.ts';

/** Longest time to ask the service for its verdict on a record, in milliseconds. */
const longest = 5_000;

/** Why test results say no: the number of failures. */
export function testsObjection({ results: { totals } }: Pick<RecordedEvidence, 'results'>): string | undefined {
  const failed = totals.failures + totals.errors;
  return failed === 0 ? undefined : `${grouped(failed)} of ${count(totals.total, 'test')} failed`;
}

/** The same for other evidence, as far as the caller gives it. */
export function callersObjection(evidence: EvidenceSettings): string | undefined {
  return 'compliant' in evidence && !evidence.compliant ? '`compliant` is false' : undefined;
}

/** The same as the service judged the record. Where the service does not say, the record stays as it is. */
export async function serviceObjection(call: Call, org: string, id: string, { type }: EvidenceSettings): Promise<string | undefined> {
  const asking = { ...call, deadline: narrow(call.deadline, longest) };
  const records = await getAttestation(asking, { org }, id).catch(() => []);
  return records.some((record) => record.is_compliant === false) ? `the service judged it so, by the rules for ${type}` : undefined;
}
