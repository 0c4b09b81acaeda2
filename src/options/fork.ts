import { attachOption, type RecordedSettings } from './evidence.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import { aboutOptions, plainRecord } from './record.ts';
import { legOptions, onUnusableOption, readingOptions, resultFilesOptions } from './results.ts';
import type { NamesOf, OptionSpec, ReaderOf, SettingsOf } from './spec.ts';

const collectIntoOption = {
  name: 'collect-into',
  kind: 'folder',
  description: 'New folder for what `fork-collect` keeps. Default: one in the temporary folder of the runner.',
} as const satisfies OptionSpec;

const collectedOption = {
  name: 'collected',
  kind: 'folder',
  example: '${{ runner.temp }}/collected',
  description:
    'Folder with the artifacts of the run that `fork-collect` was part of, downloaded into a folder each. Choose one outside of the workspace.',
} as const satisfies OptionSpec;

const attestationNamesOption = {
  name: 'attestation-names',
  kind: 'names',
  pattern: 'templateName',
  example: 'unit-tests',
  description: 'Names of attestations that the runs of pull requests may claim. Anything else that they claim is refused.',
} as const satisfies OptionSpec;

export const forkOptions = [collectIntoOption, collectedOption, attestationNamesOption] as const;

/** For results that are set aside where there are no secrets. */
export const forkCollectOptions = [...resultFilesOptions, ...legOptions, collectIntoOption] as const;

export const requiredToCollect = ['attestation-name', 'junit-paths'] as const satisfies readonly NamesOf<typeof forkCollectOptions>[];

export type ForkCollectSettings = SettingsOf<typeof forkCollectOptions>;

/** For claims that become evidence where there are secrets. */
export const claimOptions = [collectedOption, attestationNamesOption] as const;

export const requiredToClaim = ['collected', 'attestation-names'] as const satisfies readonly NamesOf<typeof claimOptions>[];

export type ClaimSettings = SettingsOf<typeof claimOptions, 'collected'>;

/** The run that made the results cannot change these. */
export const claimRecordOptions = [...readingOptions, onUnusableOption, attachOption, ...aboutOptions] as const;

/** Except for the parts that come from the claims. */
export type ClaimRecordSettings = Omit<RecordedSettings, 'name' | 'matrix' | 'leg'>;

export function readClaimRecord(read: ReaderOf<typeof claimRecordOptions>): ClaimRecordSettings {
  const { reading, settings } = allOrComplaints({
    settings: () => readOptions(read, [...aboutOptions, onUnusableOption, attachOption]),
    reading: () => readOptions(read, readingOptions),
  });
  return { ...settings, reading, ...plainRecord, attachments: [] };
}
