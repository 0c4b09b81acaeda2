import { getAttestation, narrow, type Call } from '../../client/index.ts';
import type { EvidenceSettings } from '../../options/index.ts';
import { count, grouped } from '../../text/index.ts';
import type { RecordedEvidence } from '../run/result.ts';

/** Longest that the service is asked what it made of a record, in milliseconds. */
const longest = 5_000;

/** Why test results say no: how many failed. */
export function testsObjection({ results: { totals } }: Pick<RecordedEvidence, 'results'>): string | undefined {
  const failed = totals.failures + totals.errors;
  return failed === 0 ? undefined : `${grouped(failed)} of ${count(totals.total, 'test')} failed`;
}

/** The same of other evidence, as far as the caller says it. */
export function callersObjection(evidence: EvidenceSettings): string | undefined {
  return 'compliant' in evidence && !evidence.compliant ? '`compliant` is false' : undefined;
}

/** The same as the service judged the record; that it does not say so changes nothing of what was recorded. */
export async function judgedObjection(call: Call, org: string, id: string, { type }: EvidenceSettings): Promise<string | undefined> {
  const asking = { ...call, deadline: narrow(call.deadline, longest) };
  const records = await getAttestation(asking, { org }, id).catch(() => []);
  return records.some((record) => record.is_compliant === false) ? `the service judged it so, by the rules for ${type}` : undefined;
}
