import type { JobsBefore } from '../gate/index.ts';
import type { ReadingOptions } from '../results/index.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import { recordOptions } from './record.ts';
import { attestationNameOption, legOptions, readingOptions, resultsOptions } from './results.ts';
import type { NamesOf, OptionSpec, ReaderOf, SettingsOf } from './spec.ts';

export const attachOption = {
  name: 'attach',
  kind: 'choice',
  choices: ['results', 'full', 'never'],
  default: 'results',
  description:
    'Whether the JUnit files that became evidence are stored with the record: `results` leaves out `system-out`, `system-err` and `properties`, which often hold secrets, `full` leaves out nothing, `never` stores none of them, nor what failed tests said. Tokens and keys that are known by their form are hidden either way. Above 10 MiB passed test cases go first.',
} as const satisfies OptionSpec;

export const attachmentOptions = [
  {
    name: 'attachments',
    kind: 'lines',
    description:
      'Files to store with the record, paths or globs, one a line. One file goes as it is, several as a `.tgz`; 10 MiB at most. Tokens and keys are hidden in text, not in archives and binaries.',
  },
  attachOption,
] as const satisfies readonly OptionSpec[];

export const attestOptions = [...resultsOptions, ...readingOptions, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export const requiredToAttest = ['attestation-name', 'junit-paths'] as const satisfies readonly AttestOption[];

type AttestOption = NamesOf<typeof attestOptions>;

const commonOptions = [attestationNameOption, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export type CommonSettings = SettingsOf<typeof commonOptions>;

export interface AttestSettings extends CommonSettings, SettingsOf<typeof resultsOptions> {
  readonly reading: ReadingOptions;
  /** The jobs that made the files, where this one did not. */
  readonly jobs?: JobsBefore;
}

export type RecordedSettings = Omit<AttestSettings, 'resultPaths' | 'workingDirectory' | 'trackedResults' | 'testOutcome' | 'jobStatus'>;

export function readAttest(read: ReaderOf<typeof attestOptions>): AttestSettings {
  const { others, reading, results } = allOrComplaints({
    results: () => readOptions(read, resultsOptions),
    reading: () => readOptions(read, readingOptions),
    others: () => readOptions(read, [...recordOptions, ...attachmentOptions, ...legOptions]),
  });
  return { ...results, ...others, reading };
}

/** Named test results would be lost with other evidence, so they are refused. */
export function readCommon(read: ReaderOf<typeof attestOptions>): CommonSettings {
  const fix = 'Leave it out, or leave attestation-type out';
  return allOrComplaints({
    results() {
      if (read.choice('test-outcome') !== 'none')
        throw read.invalid('test-outcome', 'is about test results, which are evidence of the type junit', fix);
      if (read.text('junit-paths') !== undefined)
        throw read.invalid('junit-paths', 'names test results, which are evidence of the type junit', fix);
    },
    settings: () => readOptions(read, commonOptions),
  }).settings;
}
