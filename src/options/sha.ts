import { limits } from '../contract/limits.ts';
import { matches } from '../contract/patterns.ts';
import type { NameLength, OptionReader } from './reader.ts';
import type { OptionSpec } from './spec.ts';

export const fingerprintOption = {
  name: 'fingerprint',
  kind: 'text',
  decides: 'asked',
  placeholder: 'SHA256',
  description: 'SHA-256 of the artifact, 64 hexadecimal digits.',
} as const satisfies OptionSpec;

/** For commands that only read: tables show such names in short. */
export const shortFingerprintOption = {
  ...fingerprintOption,
  description: `SHA-256 of the artifact, 64 hexadecimal digits or the first ${limits.shortestPrefix} or more of them.`,
} as const satisfies OptionSpec;

export const shaOption = {
  name: 'sha',
  kind: 'text',
  placeholder: 'SHA',
  description: 'SHA of a commit or fingerprint of an artifact, or the first five or more digits of one',
} as const satisfies OptionSpec;

/** The SHA-256 of an artifact, in lower case. */
export function readFingerprint<Name extends string>(read: OptionReader<Name>, option: Name, length: NameLength = 'whole'): string {
  const fingerprint = digitsOf(read.required(option));
  if (!isSha(fingerprint, 'fingerprint', length))
    throw read.invalid(option, 'is not a SHA-256', `Write 64 hexadecimal digits${orFirst(length).replace(/,$/, '')}`);
  return fingerprint;
}

/** A fingerprint in lower case. Registries and build tools write the name of the hash in front. */
function digitsOf(text: string): string {
  return text.toLowerCase().replace(/^sha256:/, '');
}

/** The SHA of a commit in lower case, where one is given. */
export function readCommitSha<Name extends string>(
  read: OptionReader<Name>,
  option: Name,
  length: NameLength = 'whole',
): string | undefined {
  const commit = read.text(option)?.toLowerCase();
  if (commit !== undefined && !isSha(commit, 'commitSha', length))
    throw read.invalid(option, 'is not a full commit SHA', wholeCommit(length));
  return commit;
}

/** Whether a text is a SHA in lower case or, where it may be short, the first digits of one. */
export function isSha(text: string, of: 'commitSha' | 'fingerprint', length: NameLength): boolean {
  const digits = of === 'commitSha' ? 40 : 64;
  const isShort = text.length >= limits.shortestPrefix && text.length < digits && /^[a-f0-9]*$/.test(text);
  return matches(of, text) || (length === 'short' && isShort);
}

/** The advice for an option that takes a commit. */
export function wholeCommit(length: NameLength): string {
  return `Write all 40 hexadecimal digits${orFirst(length)}: \`git rev-parse HEAD\` prints them`;
}

function orFirst(length: NameLength): string {
  return length === 'short' ? `, or the first ${limits.shortestPrefix} or more,` : '';
}

/** A whole SHA or the beginning of one, in lower case. */
export function readSha(read: OptionReader<'sha'>): string {
  const sha = digitsOf(read.required('sha'));
  if (!/^[0-9a-f]{5,64}$/.test(sha)) throw read.invalid('sha', `is not a SHA: ${JSON.stringify(sha)}`, 'Write 5 to 64 hexadecimal digits');
  return sha;
}
