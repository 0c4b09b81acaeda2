import { limits, matches, type PatternName } from '../contract/limits.ts';
import { aroundDot, startOfDay } from '../text/index.ts';
import { readJson } from './given-files.ts';
import type { NameLength, OptionReader, OptionSpec } from './spec.ts';

/** `matrix`: the leg that the name may be made of, as JSON. @throws where the service would refuse the name. */
export function readName<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName, matrix = ''): string {
  const value = read.required(option);
  if (!matches(pattern, value) || value.length > 255)
    throw read.invalid(
      option,
      `is not a name that the service takes: ${JSON.stringify(value)}`,
      meantName(value, pattern) + withoutDot(value, pattern, matrix) + ruleOf(pattern),
    );
  return value;
}

export function readNameIfGiven<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): string | undefined {
  return read.text(option) === undefined ? undefined : readName(read, option, pattern);
}

function meantName(value: string, pattern: PatternName): string {
  const joined = value.replace(/\s+/g, '-');
  return joined !== value && matches(pattern, joined) ? `Did you mean ${joined}? ` : '';
}

/** For a dot that comes from a value of a matrix, or that stands between an artifact and its evidence. */
function withoutDot(value: string, pattern: PatternName, matrix: string): string {
  if (pattern !== 'templateName' || !value.includes('.')) return '';
  const leg = readJson(matrix);
  const around = aroundDot(value, leg.kind === 'json' ? Object(leg.value) : {});
  if (around !== undefined) return `${around.advice}. `;
  const joined = value.replaceAll('.', '-');
  const [, artifact, name] = /^([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  const ofArtifact =
    artifact === undefined ? '' : ` Evidence ${name} of the artifact ${artifact} has target-artifacts: ${artifact} next to it.`;
  return matches(pattern, joined) ? `Did you mean ${joined}?${ofArtifact} ` : '';
}

export function readNames<Name extends string>(read: OptionReader<Name>, option: Name, pattern: PatternName): readonly string[] {
  const names = read.names(option);
  const wrong = names.find((name) => !matches(pattern, name));
  if (wrong !== undefined)
    throw read.invalid(option, `holds ${JSON.stringify(wrong)}, which is not a name that the service takes`, ruleOf(pattern));
  return names;
}

const rules: Readonly<Partial<Record<PatternName, string>>> = {
  templateName: 'Use letters, digits, -, _ and commas only',
  artifactName: 'Use letters, digits, - and _ only',
  typeName: 'Use letters, digits, -, _ and ~, beginning with a letter or digit',
  environmentName: 'Use letters, digits, -, _ and ., beginning with a letter or digit',
};

function ruleOf(pattern: PatternName): string {
  return rules[pattern] ?? 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
}

export const fingerprintOption = {
  name: 'fingerprint',
  kind: 'fingerprint',
  decides: 'asked',
  description: 'SHA-256 of the artifact, 64 hexadecimal digits.',
} as const satisfies OptionSpec;

/** For commands that only read: tables show such names in short. */
export const shortFingerprintOption = {
  ...fingerprintOption,
  isShort: true,
  description: `SHA-256 of the artifact, 64 hexadecimal digits or the first ${limits.shortestPrefix} or more of them.`,
} as const satisfies OptionSpec;

export const shaOption = {
  name: 'sha',
  kind: 'text',
  read: readSha,
  placeholder: 'SHA',
  description: 'SHA of a commit or fingerprint of an artifact, or the first five or more digits of one',
} as const satisfies OptionSpec;

/** The SHA-256 of an artifact, in lower case. */
export function readFingerprint<Name extends string>(read: OptionReader<Name>, option: Name, length: NameLength = 'whole'): string {
  const fingerprint = digitsOf(read.required(option));
  if (!isSha(fingerprint, 'fingerprint', length))
    throw read.invalid(option, 'is not a SHA-256', `Write 64 hexadecimal digits${orFirst(length)}`);
  return fingerprint;
}

export function readFingerprintIfGiven<Name extends string>(
  read: OptionReader<Name>,
  option: Name,
  length: NameLength,
): string | undefined {
  return read.text(option) === undefined ? undefined : readFingerprint(read, option, length);
}

/** In lower case. Registries and build tools write the name of the hash in front. */
function digitsOf(text: string): string {
  return text.toLowerCase().replace(/^sha256:/, '');
}

/** In lower case; `undefined` where it is not given. */
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

/** In lower case; where it may be short, its first digits. */
export function isSha(text: string, of: 'commitSha' | 'fingerprint', length: NameLength): boolean {
  const digits = of === 'commitSha' ? 40 : 64;
  const isShort = text.length >= limits.shortestPrefix && text.length < digits && /^[a-f0-9]*$/.test(text);
  return matches(of, text) || (length === 'short' && isShort);
}

export function wholeCommit(length: NameLength): string {
  return `Write all 40 hexadecimal digits${orFirst(length)}: \`git rev-parse HEAD\` prints them`;
}

function orFirst(length: NameLength): string {
  return length === 'short' ? `, or the first ${limits.shortestPrefix} or more` : '';
}

/** A whole SHA or the beginning of one, in lower case. */
function readSha(read: OptionReader): string {
  const sha = digitsOf(read.required('sha'));
  if (!/^[0-9a-f]{5,64}$/.test(sha)) throw read.invalid('sha', `is not a SHA: ${JSON.stringify(sha)}`, 'Write 5 to 64 hexadecimal digits');
  return sha;
}

/** ISO 8601: a day, or a moment that names its zone. */
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** For a day, its beginning in a time zone; `undefined` where the text names none. */
export function momentIn(text: string, zone = 'UTC'): Date | undefined {
  const date = new Date(day.test(text) || moment.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  // `2027-02-30` is read as a day of March, so the day is compared with its own text.
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (!midnight.toISOString().startsWith(text.slice(0, 10))) return undefined;
  return day.test(text) ? startOfDay(text, zone) : date;
}

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `90m`, `12h`, `7d` or `4w` in seconds. */
export function spanIn(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (units[unit] ?? 0);
}

/** `undefined` where it is not given. `wrong` says what is wrong with another text, and how to fix it. */
export function readMoment<Name extends string>(
  read: OptionReader<Name>,
  option: Name,
  wrong: { readonly what: string; readonly fix: string },
  zone = 'UTC',
): Date | undefined {
  const text = read.text(option);
  const moment = text === undefined ? undefined : momentIn(text, zone);
  if (text === undefined || moment !== undefined) return moment;
  throw read.invalid(option, `${wrong.what}: ${JSON.stringify(text)}`, wrong.fix);
}

export type WebAddress =
  | { readonly kind: 'web'; readonly url: URL }
  /** It holds a user name or a password. */
  | { readonly kind: 'user' }
  /** `url`: it is still an address. */
  | { readonly kind: 'other'; readonly url: URL | null };

export function parseWebAddress(text: string): WebAddress {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'other', url };
  return url.username === '' && url.password === '' ? { kind: 'web', url } : { kind: 'user' };
}

/** As it was given. */
export function readWebAddress<Name extends string>(read: OptionReader<Name>, option: Name): string | undefined {
  const text = read.text(option);
  if (text !== undefined) refuseOtherAddress(read, option, text);
  return text;
}

/** @throws where the text, a part of an option, is not the address of a page. */
export function refuseOtherAddress<Name extends string>(read: OptionReader<Name>, option: Name, text: string): void {
  const address = parseWebAddress(text);
  if (address.kind === 'web') return;
  const mayHoldPassword = text.includes('@');
  if (address.kind === 'user' || (address.url === null && mayHoldPassword))
    throw read.invalid(option, 'holds a user name or password', 'Write it as https://…, without a user name');
  throw read.invalid(option, `is not a web address${mayHoldPassword ? '' : `: ${JSON.stringify(text)}`}`, 'Write it as https://…');
}
