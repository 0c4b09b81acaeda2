import { attachOption, type RecordedSettings } from './attest.ts';
import { allOrComplaints, later, type ReaderOf } from './reader.ts';
import { aboutOptions, plainRecord, readAbout } from './record.ts';
import {
  attestationNameOption,
  legOptions,
  onUnusableOption,
  readLeg,
  readReading,
  readResultPaths,
  readTestOutcome,
  readingOptions,
  resultPathsOption,
  testOutcomeOption,
  trackedResultsOption,
  workingDirectoryOption,
} from './results.ts';
import type { NamesOf, OptionSpec } from './spec.ts';
import { readName, readNames } from './values.ts';

const collectIntoOption = {
  name: 'collect-into',
  kind: 'text',
  placeholder: 'FOLDER',
  description: 'New folder for what `fork-collect` keeps. Default: one in the temporary folder of the runner.',
} as const satisfies OptionSpec;

const collectedOption = {
  name: 'collected',
  kind: 'text',
  example: '${{ runner.temp }}/collected',
  placeholder: 'FOLDER',
  description:
    'Folder with the artifacts of the run that `fork-collect` was part of, downloaded into a folder each. Choose one outside of the workspace.',
} as const satisfies OptionSpec;

const attestationNamesOption = {
  name: 'attestation-names',
  kind: 'names',
  example: 'unit-tests',
  placeholder: 'NAMES',
  description: 'Names of attestations that the runs of pull requests may claim. Anything else that they claim is refused.',
} as const satisfies OptionSpec;

export const forkOptions = [collectIntoOption, collectedOption, attestationNamesOption] as const;

/** For results that are set aside where there are no secrets. */
export const forkCollectOptions = [
  attestationNameOption,
  resultPathsOption,
  workingDirectoryOption,
  trackedResultsOption,
  testOutcomeOption,
  ...legOptions,
  collectIntoOption,
] as const;

export const requiredToCollect = ['attestation-name', 'junit-paths'] as const satisfies readonly CollectOption[];

type CollectOption = NamesOf<typeof forkCollectOptions>;

export type ForkCollectSettings = Readonly<ReturnType<typeof readForkCollect>>;

export function readForkCollect(read: ReaderOf<typeof forkCollectOptions>) {
  const { leg, ...rest } = allOrComplaints({
    name: () => readName(read, 'attestation-name', 'templateName', read.text('matrix')),
    resultPaths: () => readResultPaths(read),
    workingDirectory: () => read.text('working-directory'),
    trackedResults: () => read.choice('tracked-results'),
    testOutcome: () => readTestOutcome(read),
    leg: () => readLeg(read),
    /** `undefined`: a new one among temporary files. */
    into: () => read.text('collect-into'),
  });
  return { ...rest, ...leg };
}

/** For claims that become evidence where there are secrets. */
export const claimOptions = [collectedOption, attestationNamesOption] as const;

export const requiredToClaim = ['collected', 'attestation-names'] as const satisfies readonly ClaimOption[];

type ClaimOption = NamesOf<typeof claimOptions>;

export type ClaimSettings = ReturnType<typeof readClaims>;

export function readClaims(read: ReaderOf<typeof claimOptions>) {
  return allOrComplaints({
    collected: () => read.required('collected'),
    /** A run of a pull request may claim these. */
    allowed: (): ReadonlySet<string> => new Set(readNames(read, 'attestation-names', 'templateName')),
  });
}

/** The run that made the results cannot change these. */
export const claimRecordOptions = [...readingOptions, onUnusableOption, attachOption, ...aboutOptions] as const;

/** Except for the parts that come from the claims. */
export type ClaimRecordSettings = Omit<RecordedSettings, 'name' | 'matrix' | 'leg'>;

export async function readClaimRecord(read: ReaderOf<typeof claimRecordOptions>): Promise<ClaimRecordSettings> {
  const about = await later(readAbout(read));
  const { about: facts, ...others } = allOrComplaints({
    about,
    reading: () => readReading(read),
    onUnusable: () => read.choice('on-unusable'),
    attach: () => read.choice('attach'),
  });
  return { ...facts, ...others, ...plainRecord, attachments: [] };
}
