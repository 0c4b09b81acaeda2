import type { JunitOptions } from '../junit/index.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import { attachmentOptions, readAttachments, type AttachmentSettings } from './attachments.ts';
import { junitOptions, readJunitOptions } from './junit.ts';
import { legOptions, readLeg, type LegSettings } from './leg.ts';
import type { OptionReader } from './reader.ts';
import { readRecord, recordOptions, type RecordSettings } from './record.ts';
import { readResults, resultsOptions, type ResultsSettings } from './results.ts';
import type { NamesOf } from './spec.ts';

/** All options on what is recorded. */
export const attestOptions = [...resultsOptions, ...junitOptions, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export const requiredToAttest = ['attestation-name', 'junit-paths'] as const satisfies readonly AttestOption[];

type AttestOption = NamesOf<typeof attestOptions>;

/** What to record, next to what is read from files and from git. */
export interface AttestSettings extends ResultsSettings, RecordSettings, AttachmentSettings, LegSettings {
  readonly junit: JunitOptions;
}

export async function readAttest(read: OptionReader<AttestOption>): Promise<AttestSettings> {
  const record = await later(readRecord(read));
  const groups = allOrComplaints({
    results: () => readResults(read),
    junit: () => readJunitOptions(read),
    record,
    attachments: () => readAttachments(read),
    leg: () => readLeg(read),
  });
  return { ...groups.results, ...groups.record, ...groups.attachments, ...groups.leg, junit: groups.junit };
}
