import { aboutOptions, annotationsOption, originUrlOption, readAbout, readAnnotations, type AboutSettings } from './about.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import { readFingerprint } from './sha.ts';
import { readNames } from './names.ts';
import type { ReaderOf } from './reader.ts';
import type { OptionSpec } from './spec.ts';
import { readWebAddress } from './web-address.ts';

/** Options that go with a record of evidence. */
export const recordOptions = [
  {
    name: 'artifact-fingerprint',
    kind: 'text',
    placeholder: 'SHA256',
    description: 'SHA-256 of the artifact that the evidence is about, 64 hexadecimal digits.',
  },
  {
    name: 'target-artifacts',
    kind: 'names',
    placeholder: 'NAMES',
    description: 'Artifacts of the template that the evidence is about, before they are reported.',
  },
  originUrlOption,
  ...aboutOptions,
  annotationsOption,
] as const satisfies readonly OptionSpec[];

export type RecordSettings = Readonly<Awaited<ReturnType<typeof readRecord>>>;

/** The settings of a record without such options. */
export const plainRecord: Omit<RecordSettings, keyof AboutSettings> = {
  artifactFingerprint: undefined,
  targetArtifacts: [],
  originUrl: undefined,
  annotations: new Map(),
};

export async function readRecord(read: ReaderOf<typeof recordOptions>) {
  const about = await later(readAbout(read));
  const { about: facts, ...others } = allOrComplaints({
    artifactFingerprint: () =>
      read.text('artifact-fingerprint') === undefined ? undefined : readFingerprint(read, 'artifact-fingerprint'),
    targetArtifacts: () => readNames(read, 'target-artifacts', 'templateName'),
    about,
    originUrl: () => readWebAddress(read, 'origin-url'),
    annotations: () => readAnnotations(read),
  });
  return { ...facts, ...others };
}
