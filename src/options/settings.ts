import { parseBaseUrl } from '../client/index.ts';
import { matches, type PatternName } from '../contract/patterns.ts';
import { verdictNames, type VerdictName } from '../errors/index.ts';
import type { Policy } from '../gate/index.ts';
import { readPatternLine } from '../text/index.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import type { OptionReader } from './reader.ts';
import type { CommandName } from './option.ts';
import type { OptionName } from './table.ts';
import { deepest, readJson } from './json-text.ts';
import { junitSettings } from './junit-settings.ts';
import type { AttestSettings, ConnectionSettings, GateSettings, ServiceSettings } from './settings-types.ts';
import { readUserData } from './user-data.ts';

export function connectionSettings(read: OptionReader): ConnectionSettings {
  return allOrComplaints<ConnectionSettings>({
    baseUrl: () => parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    token: () => tokenOf(read),
    org: () => named(read, 'org', 'orgName'),
    timeout: () => read.duration('timeout'),
  });
}

export function serviceSettings(read: OptionReader): ServiceSettings {
  const { connection, ...rest } = allOrComplaints<Omit<ServiceSettings, keyof ConnectionSettings> & { connection: ConnectionSettings }>({
    connection: () => connectionSettings(read),
    flow: () => named(read, 'flow', 'flowName'),
    trail: () => (read.text('trail') === undefined ? undefined : named(read, 'trail', 'trailName')),
    commit: () => commitOf(read),
    dryRun: () => read.flag('dry-run'),
  });
  return { ...connection, ...rest };
}

export async function attestSettings(read: OptionReader, workspace: string): Promise<AttestSettings> {
  const userData = await later(readUserData(read, workspace));
  return allOrComplaints<AttestSettings>({
    name: () => named(read, 'attestation-name', 'templateName'),
    junitPaths: () => junitPaths(read),
    junit: () => junitSettings(read),
    testOutcome: () => (read.choice('test-outcome') === 'none' ? undefined : read.choice('test-outcome')),
    jobStatus: () => (read.text('job-status') === undefined ? undefined : read.choice('job-status')),
    onUnusable: () => (read.choice('on-unusable') === 'post-nothing' ? 'post-nothing' : 'post-error'),
    artifactFingerprint: () => fingerprintOf(read),
    targetArtifacts: () => allNamed(read, 'target-artifacts', 'templateName'),
    description: () => read.text('description'),
    originUrl: () => (read.text('origin-url') === undefined ? undefined : webAddress(read, 'origin-url', read.required('origin-url'))),
    externalUrls: () => externalUrls(read),
    annotations: () => annotations(read),
    userData,
    attachments: () => read.lines('attachments'),
    attach: () => attachOf(read),
    redact: () => read.choices('redact-commit-info').filter((field) => field === 'author' || field === 'message' || field === 'branch'),
    matrix: () => matrixOf(read),
    leg: () => legOf(read),
    githubToken: () => read.text('github-token'),
  });
}

export function gateSettings(read: OptionReader, command: Exclude<CommandName, 'attest'>): GateSettings {
  return allOrComplaints<GateSettings>({
    policy: () =>
      allOrComplaints<Policy>({
        required: () => requiredNames(read),
        allowEmptyTemplate: () => read.flag('allow-empty-template'),
        // Where this run attests too, the number is about its own tests: those of other jobs may be fewer, but not none.
        minTests: () => (command === 'gate' ? read.count('min-tests') : Math.min(read.count('min-tests'), 1)),
      }),
    failOn: () => failOn(read),
    waitTimeout: () => read.duration('wait-timeout'),
    evaluationTimeout: () => read.duration('evaluation-timeout'),
  });
}

function tokenOf(read: OptionReader): string {
  const token = read.required('api-token');
  // A header value: RFC 9110 allows visible ASCII, and a token never has white space.
  if (!/^[\x21-\x7E]+$/.test(token))
    throw read.invalid(
      'api-token',
      'holds a space, a line break or a character that is not ASCII',
      'Store the token anew, without line breaks',
    );
  return token;
}

function fingerprintOf(read: OptionReader): string | undefined {
  const fingerprint = read.text('artifact-fingerprint')?.toLowerCase();
  if (fingerprint !== undefined && !matches('fingerprint', fingerprint))
    throw read.invalid('artifact-fingerprint', 'is not a SHA-256', 'Write 64 hexadecimal digits, without `sha256:`');
  return fingerprint;
}

function attachOf(read: OptionReader): AttestSettings['attach'] {
  const attach = read.choice('attach');
  return attach === 'full' || attach === 'never' ? attach : 'results';
}

function named(read: OptionReader, option: OptionName, pattern: PatternName): string {
  const value = read.required(option);
  if (!matches(pattern, value) || value.length > 255)
    throw read.invalid(option, `is not a name that the service takes: ${JSON.stringify(value)}`, formOf(pattern));
  return value;
}

function allNamed(read: OptionReader, option: OptionName, pattern: PatternName): readonly string[] {
  const wrong = read.names(option).find((name) => !matches(pattern, name));
  if (wrong !== undefined)
    throw read.invalid(option, `holds ${JSON.stringify(wrong)}, which is not a name that the service takes`, formOf(pattern));
  return read.names(option);
}

function formOf(pattern: PatternName): string {
  return pattern === 'templateName'
    ? 'Use letters, digits, -, _ and commas only'
    : 'Use letters, digits, -, _, . and ~, beginning with a letter or digit';
}

function commitOf(read: OptionReader): string | undefined {
  const commit = read.text('commit')?.toLowerCase();
  if (commit !== undefined && !matches('commitSha', commit))
    throw read.invalid('commit', 'is not a full commit SHA', 'Write all 40 hexadecimal digits: `git rev-parse HEAD` prints them');
  return commit;
}

function junitPaths(read: OptionReader): readonly string[] {
  read.required('junit-paths');
  const lines = read.lines('junit-paths');
  if (lines.every((line) => readPatternLine(line).isExclude || line.startsWith('#')))
    throw read.invalid('junit-paths', 'only excludes files', 'Add a line that includes some, for example build/test-results/**/*.xml');
  return lines;
}

function requiredNames(read: OptionReader): readonly string[] {
  const names = read.names('required-attestations');
  if (names.length === 1 && names[0] === 'none') return [];
  const wrong = names.find((name) => name === 'none' || !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?$/.test(name));
  if (wrong !== undefined)
    throw read.invalid(
      'required-attestations',
      `holds ${JSON.stringify(wrong)}`,
      'Write `name` or `artifact.name`, separated by commas; or `none` alone',
    );
  return names;
}

function failOn(read: OptionReader): ReadonlySet<VerdictName> {
  const names = read.choices('fail-on');
  if (names.includes('none') && names.length > 1)
    throw read.invalid('fail-on', 'holds `none` next to other verdicts', 'Write `none` alone, or leave it out');
  return new Set(verdictNames.filter((name) => names.includes(name)));
}

function webAddress(read: OptionReader, option: OptionName, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // It may be there by mistake, so what stands before an `@` is not repeated.
  if (text.includes('@') && (url === undefined || url.username !== '' || url.password !== ''))
    throw read.invalid(option, 'holds a user name or password', 'Write it as https://…, without a user name');
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw read.invalid(option, `is not a web address: ${JSON.stringify(text)}`, 'Write it as https://…');
  return text;
}

function externalUrls(read: OptionReader): ReadonlyMap<string, string> {
  const pairs = read.pairs('external-urls');
  for (const [label, href] of pairs) {
    if (!matches('externalUrlLabel', label))
      throw read.invalid('external-urls', `has the label ${JSON.stringify(label)}`, 'A label holds neither `=` nor `.`');
    webAddress(read, 'external-urls', href);
  }
  return pairs;
}

function annotations(read: OptionReader): ReadonlyMap<string, string> {
  const pairs = read.pairs('annotations');
  const wrong = [...pairs.keys()].find((key) => !matches('annotationKey', key));
  if (wrong !== undefined)
    throw read.invalid('annotations', `has the key ${JSON.stringify(wrong)}`, 'A key is made of letters, digits, - and _');
  return pairs;
}

function legOf(read: OptionReader): string | undefined {
  const leg = read.text('leg');
  if (leg !== undefined && (leg.length > 255 || /[\r\n]/.test(leg)))
    throw read.invalid('leg', 'is not a short label', 'Write one line of at most 255 characters');
  return leg;
}

/** The leg of the matrix; `null` where there is none. Text that is no JSON stays text: on other systems it is a label. */
function matrixOf(read: OptionReader): unknown {
  const text = read.text('matrix');
  if (text === undefined || text === 'null') return null;
  if (text.length > 16_384) throw read.invalid('matrix', 'is longer than 16 KiB', 'Write a short label for this leg');
  const value = readJson(text);
  switch (value.kind) {
    case 'json':
      return value.value;
    case 'too-deep':
      throw read.invalid('matrix', `is nested more than ${deepest} deep`, 'Write a short label for this leg');
    case 'no-json':
      return text;
  }
}
