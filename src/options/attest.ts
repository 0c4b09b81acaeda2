import type { JobsBefore } from '../gate/index.ts';
import type { ReadingOptions } from '../results/index.ts';
import { allOrComplaints, later, type ReaderOf } from './reader.ts';
import { readRecord, recordOptions, type RecordSettings } from './record.ts';
import {
  legOptions,
  readLeg,
  readReading,
  readResults,
  readingOptions,
  resultsOptions,
  type LegSettings,
  type ResultsSettings,
} from './results.ts';
import type { NamesOf, OptionSpec } from './spec.ts';
import { readName } from './values.ts';

export const attachOption = {
  name: 'attach',
  kind: 'choice',
  choices: ['results', 'full', 'never'],
  default: 'results',
  placeholder: 'HOW',
  description:
    'Whether the JUnit files that became evidence are stored with the record: `results` leaves out `system-out`, `system-err` and `properties`, which often hold secrets, `full` leaves out nothing, `never` stores none of them, nor what failed tests said. Tokens and keys that are known by their form are hidden either way. Above 10 MiB passed test cases go first.',
} as const satisfies OptionSpec;

export const attachmentOptions = [
  {
    name: 'attachments',
    kind: 'lines',
    placeholder: 'PATH',
    description:
      'Files to store with the record, paths or globs, one a line. One file goes as it is, several as a `.tgz`; 10 MiB at most. Tokens and keys are hidden in text, not in archives and binaries.',
  },
  attachOption,
] as const satisfies readonly OptionSpec[];

type AttachmentSettings = ReturnType<typeof readAttachments>;

function readAttachments(read: ReaderOf<typeof attachmentOptions>) {
  return allOrComplaints({ attachments: () => read.lines('attachments'), attach: () => read.choice('attach') });
}

export const attestOptions = [...resultsOptions, ...readingOptions, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export const requiredToAttest = ['attestation-name', 'junit-paths'] as const satisfies readonly AttestOption[];

type AttestOption = NamesOf<typeof attestOptions>;

export interface AttestSettings extends ResultsSettings, RecordSettings, AttachmentSettings, LegSettings {
  readonly reading: ReadingOptions;
  /** The jobs that made the files, where this one did not. */
  readonly jobs?: JobsBefore;
}

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

export interface CommonSettings extends RecordSettings, AttachmentSettings, LegSettings {
  readonly name: string;
}

/** Named test results would be lost with other evidence, so they are refused. */
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
