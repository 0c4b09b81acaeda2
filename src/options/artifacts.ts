import { artifactNames } from './given-files.ts';
import { allOrComplaints, givenText, readOptions } from './reader.ts';
import { aboutOptions, annotationsOption } from './record.ts';
import type { DecidingSpec, NameLength, OptionReader, OptionSpec, ReaderOf } from './spec.ts';
import { fingerprintOption, readFingerprint } from './values.ts';

/** Without it, or with `none`: all environments. An empty text could mean either, so it is refused. */
export const environmentOption = {
  name: 'environment',
  kind: 'text',
  pattern: 'environmentName',
  decides: 'asked',
  default: 'none',
  whenEmpty: 'error',
  description: 'Environment that the approval is for; `none`: one that is valid everywhere.',
} as const satisfies OptionSpec;

export const oldestCommitOption = {
  name: 'oldest-commit',
  kind: 'commit',
  description:
    'Commit that the approved ones come after, 40 hexadecimal digits. Default: that of the artifact which runs in `environment`, where the service knows it.',
} as const satisfies OptionSpec;

export const approverOptions = [
  {
    name: 'approved-by',
    kind: 'text',
    example: 'octocat',
    placeholder: 'NAME',
    description: 'Who decided. It is shown as a claim, next to the user whose token reported it.',
  },
  {
    name: 'decision',
    kind: 'choice',
    choices: ['APPROVED', 'UNAPPROVED'],
    default: 'APPROVED',
    whenEmpty: 'error',
    placeholder: 'STATE',
    description: 'What they decided: `APPROVED` or `UNAPPROVED`.',
  },
  { name: 'comment', kind: 'text', description: 'What they said about it.' },
  { name: 'approval-url', kind: 'url', description: 'Where they said it.' },
] as const satisfies readonly OptionSpec[];

export const approvalOptions = [environmentOption, oldestCommitOption, ...approverOptions] as const;

/** As text; a negative number counts from the latest. */
function readApprovalNumber(read: OptionReader): string {
  const number = read.required('approval-number');
  if (!/^-?\d{1,9}$/.test(number))
    throw read.invalid('approval-number', `is not a whole number: ${JSON.stringify(number)}`, 'Write its number; -1 is the latest');
  return number;
}

export const approvalNumberOption = {
  name: 'approval-number',
  kind: 'text',
  read: readApprovalNumber,
  placeholder: 'NUMBER',
  description: 'its number in the flow; -1 is the latest',
} as const satisfies OptionSpec;

export const artifactOptions = [
  {
    ...fingerprintOption,
    default: 'none',
    whenEmpty: 'error',
    description: `${fingerprintOption.description} In the action, without it and without \`artifact-path\`: that of the one artifact that earlier steps of the job wrote to \`$GITHUB_ARTIFACTS\`.`,
  },
  {
    name: 'artifact-path',
    kind: 'text',
    decides: 'asked',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'PATH',
    description:
      'File or directory that is the artifact, to take its fingerprint. What the patterns in the file `.kosli_ignore` of a directory name does not count.',
  },
  {
    name: 'exclude',
    kind: 'lines',
    decides: 'nothing',
    placeholder: 'PATTERN',
    description: 'Patterns of what does not count in the directory of `artifact-path`, one a line: `logs/**`, `**/*.tmp`.',
  },
] as const satisfies readonly DecidingSpec[];

export const artifactReportOptions = [
  {
    name: 'artifact-name',
    kind: 'text',
    pattern: 'artifactName',
    description: 'What the template of the flow calls the artifact. Default: `artifact`.',
  },
  {
    name: 'filename',
    kind: 'text',
    read: readFilename,
    placeholder: 'NAME',
    description: 'What people call the artifact: a file name, or the name and tag of an image. Default: the name of `artifact-path`.',
  },
  {
    name: 'build-url',
    kind: 'url',
    description: 'Page of the build that made the artifact. Default: the page of the workflow run, or of the build of another CI system.',
  },
  {
    name: 'commit-url',
    kind: 'url',
    description: 'Page of the commit that the artifact was made of. Default: its page in the repository of the checkout.',
  },
] as const satisfies readonly OptionSpec[];

export const reportOptions = [...artifactOptions, ...artifactReportOptions, ...aboutOptions, annotationsOption] as const;

export type ArtifactSettings =
  /** `listedAs`: its name in an earlier step of the job. */
  | { readonly kind: 'fingerprint'; readonly fingerprint: string; readonly listedAs?: string }
  | { readonly kind: 'path'; readonly path: string; readonly exclude: readonly string[] };

export type ReportSettings = ReturnType<typeof readReport>;

/**
 * Only one of the two may be given: with both, it is not clear which artifact is meant. With neither, it is the artifact that earlier steps
 * of the job declared, if there is just one.
 */
export function readArtifact(read: ReaderOf<typeof artifactOptions>, length: NameLength = 'whole'): ArtifactSettings {
  const path = givenText(read, 'artifact-path');
  const exclude = read.lines('exclude');
  const hasFingerprint = givenText(read, 'fingerprint') !== undefined;
  const isListed = !hasFingerprint && read.artifactList.kind !== 'none';
  if (path === undefined && !hasFingerprint && !isListed)
    throw read.invalid(
      'artifact-path',
      'is missing, and so is the fingerprint',
      'Give one of them: the path of a file or directory, or its fingerprint',
    );
  if (path === undefined) {
    if (exclude.length > 0)
      throw read.invalid('exclude', 'does nothing without a path', 'Leave it out, or give the path in place of the fingerprint');
    return { kind: 'fingerprint', ...(isListed ? listedArtifact(read) : { fingerprint: readFingerprint(read, 'fingerprint', length) }) };
  }
  if (!hasFingerprint) return { kind: 'path', path, exclude };
  throw read.invalid('artifact-path', 'and the fingerprint are both given', 'Give one of them: the fingerprint of a path is taken here');
}

/** The same artifact under several names is still one. */
function listedArtifact(read: ReaderOf<typeof artifactOptions>): { readonly fingerprint: string; readonly listedAs: string } {
  const { artifactList } = read;
  const fix = 'Give fingerprint: the SHA-256 of the artifact, 64 hexadecimal digits; or artifact-path';
  if (artifactList.kind === 'unusable')
    throw read.invalid('fingerprint', `is missing, and the list of the artifacts of earlier steps is unusable: ${artifactList.wrong}`, fix);
  const artifacts = artifactList.kind === 'none' ? [] : artifactList.artifacts;
  const [first] = artifacts;
  if (first === undefined) {
    throw read.invalid(
      'fingerprint',
      'is missing, and no earlier step of this job declared an artifact',
      `${fix}. Or let an earlier step write the path of the file to $GITHUB_ARTIFACTS`,
    );
  }
  if (artifacts.some(({ fingerprint }) => fingerprint !== first.fingerprint))
    throw read.invalid(
      'fingerprint',
      `is missing, and earlier steps of this job declared ${artifactNames(artifacts)}`,
      `${fix}, of the one that is meant`,
    );
  return { fingerprint: first.fingerprint, listedAs: first.name };
}

export function readReport(read: ReaderOf<typeof reportOptions>) {
  const { artifact, settings } = allOrComplaints({
    artifact: () => readArtifact(read),
    settings: () => readOptions(read, [...artifactReportOptions, ...aboutOptions, annotationsOption]),
  });
  return { ...settings, artifact };
}

function readFilename(read: OptionReader): string | undefined {
  const name = read.text('filename');
  if (name !== undefined && (name.length > 1024 || /[\r\n]/.test(name)))
    throw read.invalid('filename', 'is not a name', 'Write one line of at most 1024 characters');
  if (name === undefined && givenText(read, 'artifact-path') === undefined && givenText(read, 'fingerprint') !== undefined)
    throw read.invalid('filename', 'is missing: a fingerprint alone has no name', 'Give it: the name of the file, or of the image');
  return name;
}
