import { limits } from '../contract/limits.ts';
import { fingerprintOption, nameOption } from './listing.ts';
import type { OptionSpec } from './spec.ts';

// Options that name the subject of a command that only reads: tables show such names in short.

export const shortNameOption = {
  ...nameOption,
  description: `its name, or the first ${limits.shortestPrefix} or more characters of it`,
} as const satisfies OptionSpec;

export const shortIdOption = {
  name: 'id',
  kind: 'text',
  placeholder: 'ID',
  description: `its id, or the first ${limits.shortestPrefix} or more digits of it`,
} as const satisfies OptionSpec;

export const shortFingerprintOption = {
  ...fingerprintOption,
  description: `SHA-256 of the artifact, 64 hexadecimal digits or the first ${limits.shortestPrefix} or more of them.`,
} as const satisfies OptionSpec;
