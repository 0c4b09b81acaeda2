import type { JobsBefore } from '../gate/index.ts';
import type { ReadingOptions } from '../results/index.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import { attachmentOptions, readAttachments, type AttachmentSettings } from './attachments.ts';
import { readingOptions, readReading } from './reading.ts';
import { readName } from './names.ts';
import { legOptions, readLeg, type LegSettings } from './leg.ts';
import type { ReaderOf } from './reader.ts';
import { readRecord, recordOptions, type RecordSettings } from './record.ts';
import { readResults, resultsOptions, type ResultsSettings } from './results.ts';
import type { NamesOf } from './spec.ts';

/** Every option about recorded evidence. */
export const attestOptions = [...resultsOptions, ...readingOptions, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export const requiredToAttest = ['attestation-name', 'junit-paths'] as const satisfies readonly AttestOption[];

type AttestOption = NamesOf<typeof attestOptions>;

/** The settings of a record, next to the facts that are read from files and from git. */
export interface AttestSettings extends ResultsSettings, RecordSettings, AttachmentSettings, LegSettings {
  readonly reading: ReadingOptions;
  /** The jobs that made the files, where this one did not. */
  readonly jobs?: JobsBefore;
}

/** The settings for making a record of results that were already read. */
export type RecordedSettings = Omit<AttestSettings, 'resultPaths' | 'workingDirectory' | 'trackedResults' | 'testOutcome' | 'jobStatus'>;

export async function readAttest(read: ReaderOf<typeof attestOptions>): Promise<AttestSettings> {
  const record = await later(readRecord(read));
  const groups = allOrComplaints({
    results: () => readResults(read, read.text('matrix')),
    reading: () => readReading(read),
    record,
    attachments: () => readAttachments(read),
    leg: () => readLeg(read),
  });
  return { ...groups.results, ...groups.record, ...groups.attachments, ...groups.leg, reading: groups.reading };
}

/** The settings that evidence of any kind has. */
export interface CommonSettings extends RecordSettings, AttachmentSettings, LegSettings {
  readonly name: string;
}

/** The same for evidence other than test results. Results that are named as well would be lost, so they are refused. */
export async function readCommon(read: ReaderOf<typeof attestOptions>): Promise<CommonSettings> {
  const record = await later(readRecord(read));
  const { name, ...groups } = allOrComplaints({
    name: () => readName(read, 'attestation-name', 'templateName', read.text('matrix')),
    results: () => {
      const fix = 'Leave it out, or leave attestation-type out';
      if (read.choice('test-outcome') !== 'none')
        throw read.invalid('test-outcome', 'is about test results, which are evidence of the type junit', fix);
      if (read.text('junit-paths') !== undefined)
        throw read.invalid('junit-paths', 'names test results, which are evidence of the type junit', fix);
    },
    record,
    attachments: () => readAttachments(read),
    leg: () => readLeg(read),
  });
  return { name, ...groups.record, ...groups.attachments, ...groups.leg };
}
