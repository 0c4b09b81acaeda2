import { gitProviders, limits, matches } from '../contract/limits.ts';
import type { JobsBefore } from '../gate/index.ts';
import type { ReadingOptions } from '../results/index.ts';
import { parseExact } from '../text/index.ts';
import { deepest, readJson, type JsonText } from './given-files.ts';
import { allOrComplaints, givenText, readFileText, readOptions } from './reader.ts';
import { recordOptions } from './record.ts';
import { attestationNameOption, legOptions, readingOptions, resultsOptions, type resultPathsOption } from './results.ts';
import type { DecidingSpec, NamesOf, OptionSpec, ReaderOf, SettingsOf } from './spec.ts';

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

export const requiredToAttest = ['attestation-name', 'junit-paths'] as const satisfies readonly NamesOf<typeof attestOptions>[];

const commonOptions = [attestationNameOption, ...recordOptions, ...attachmentOptions, ...legOptions] as const;

export type CommonSettings = SettingsOf<typeof commonOptions>;

export interface AttestSettings extends CommonSettings, SettingsOf<typeof resultsOptions> {
  readonly reading: ReadingOptions;
  /** The jobs that made the files, where this one did not. */
  readonly jobs?: JobsBefore;
}

export type RecordedSettings = Omit<
  AttestSettings,
  'resultPaths' | 'workingDirectory' | 'trackedResults' | 'testOutcome' | 'jobStatus' | 'testNames'
>;

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

const types = ['junit', 'generic', 'custom:NAME', 'pull_request', 'snyk', 'sonar', 'jira', 'decision', 'override'];

export const evidenceOptions = [
  {
    name: 'attestation-type',
    flag: 'type',
    kind: 'text',
    decides: 'recorded',
    default: 'junit',
    whenEmpty: 'error',
    placeholder: 'TYPE',
    description: `Kind of evidence: ${types.map((type) => `\`${type}\``).join(', ')}. \`junit\` reads test results; \`override\` says something else from now on of evidence that was recorded.`,
  },
  {
    name: 'compliant',
    kind: 'choice',
    decides: 'recorded',
    choices: ['true', 'false', 'none'],
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'BOOLEAN',
    description: 'What `generic`, `decision` and `override` say: `true` or `false`. The other kinds are judged by what they hold.',
  },
  {
    name: 'data',
    kind: 'file',
    decides: 'recorded',
    default: 'none',
    whenEmpty: 'error',
    description:
      'JSON file with what the evidence holds: any JSON for `custom:NAME`, the list of pull requests, the findings of snyk, the result of sonar, the list of issues of jira.',
  },
  {
    name: 'git-provider',
    kind: 'choice',
    decides: 'nothing',
    choices: gitProviders,
    default: 'github',
    placeholder: 'NAME',
    description: 'Where the pull requests of `pull_request` are.',
  },
  { name: 'control', kind: 'text', decides: 'nothing', placeholder: 'NAME', description: 'The control that a `decision` is about.' },
  { name: 'reason', kind: 'text', decides: 'nothing', description: 'Why an `override` says something else.' },
  {
    name: 'original-type',
    kind: 'text',
    decides: 'recorded',
    placeholder: 'TYPE',
    description: 'Type of the evidence that an `override` is about, as its record has it.',
  },
] as const satisfies readonly DecidingSpec[];

type EvidenceOption = NamesOf<typeof evidenceOptions>;
type Reader = ReaderOf<typeof evidenceOptions>;

export type EvidenceSettings =
  | { readonly type: 'generic'; readonly compliant: boolean }
  | { readonly type: 'custom'; readonly typeName: string; readonly data: unknown }
  | { readonly type: 'pull_request'; readonly provider: (typeof gitProviders)[number]; readonly data: unknown }
  | { readonly type: 'snyk' | 'sonar' | 'jira'; readonly data: unknown }
  | { readonly type: 'decision'; readonly control: string; readonly compliant: boolean }
  | { readonly type: 'override'; readonly reason: string; readonly compliant: boolean; readonly originalType: string };

/** The options that each kind reads besides its type. Options of another kind are refused, because they would do nothing. */
const reads: Readonly<Record<EvidenceSettings['type'] | 'junit', readonly EvidenceOption[]>> = {
  junit: [],
  generic: ['compliant'],
  custom: ['data'],
  pull_request: ['data', 'git-provider'],
  snyk: ['data'],
  sonar: ['data'],
  jira: ['data'],
  decision: ['compliant', 'control'],
  override: ['compliant', 'reason', 'original-type'],
};

/** If the type is unknown, it is test results when files with results are named. */
export function isTestResults(read: ReaderOf<readonly [...typeof evidenceOptions, typeof resultPathsOption]>): boolean {
  try {
    return readType(read) === 'junit';
  } catch {
    return read.text('junit-paths') !== undefined;
  }
}

/** @throws where the type is unknown, or where an option is given that test results do not read. */
export function refuseOtherEvidence(read: Reader): void {
  refuseUnread(read, readType(read), reads.junit);
}

export function readEvidence(read: Reader): EvidenceSettings {
  const type = readType(read);
  const name = kindOf(type);
  const data = (): unknown => readData(read, type);
  const unread = (): void => refuseUnread(read, type, reads[name]);
  const compliant = (): boolean => readCompliant(read, type);
  switch (name) {
    case 'generic':
      return { type: name, compliant: allOrComplaints({ unread, compliant }).compliant };
    case 'custom':
      return { type: name, typeName: type.slice('custom:'.length), data: allOrComplaints({ unread, data }).data };
    case 'pull_request': {
      const found = allOrComplaints({ unread, data, provider: () => read.choice('git-provider') });
      return { type: name, provider: found.provider, data: found.data };
    }
    case 'snyk':
    case 'sonar':
    case 'jira':
      return { type: name, data: allOrComplaints({ unread, data }).data };
    case 'decision': {
      const found = allOrComplaints({ unread, compliant, control: () => needed(read, 'control', type) });
      return { type: name, control: found.control, compliant: found.compliant };
    }
    case 'override': {
      const reason = (): string => needed(read, 'reason', type);
      const found = allOrComplaints({ unread, compliant, reason, originalType: () => needed(read, 'original-type', type) });
      return { type: name, reason: found.reason, compliant: found.compliant, originalType: found.originalType };
    }
  }
}

function readType(read: Reader): string {
  const type = read.required('attestation-type');
  if (type === 'custom' || (!type.startsWith('custom:') && !Object.hasOwn(reads, type)))
    throw read.invalid('attestation-type', `does not know ${JSON.stringify(type)}`, `Choose from ${types.join(', ')}`, [type], types);
  if (type.startsWith('custom:') && !matches('typeName', type.slice('custom:'.length)))
    throw read.invalid(
      'attestation-type',
      `names no custom type: ${JSON.stringify(type)}`,
      'Write custom: and the name of the type; `type list` shows them',
    );
  return type;
}

function kindOf(type: string): EvidenceSettings['type'] {
  const kinds = ['generic', 'pull_request', 'snyk', 'sonar', 'jira', 'decision', 'override'] as const;
  return kinds.find((kind) => kind === type) ?? 'custom';
}

/** A no must not be lost where its kind does not read it. */
function refuseUnread(read: Reader, type: string, known: readonly EvidenceOption[]): void {
  const names = evidenceOptions.map(({ name }) => name).filter((name) => name !== 'attestation-type' && !known.includes(name));
  const given = names.find((name) => read.isGiven(name));
  if (given !== undefined)
    throw read.invalid(given, `does nothing for evidence of the type ${type}`, 'Leave it out, or choose another type');
}

function readCompliant(read: Reader, type: string): boolean {
  const text = read.choice('compliant');
  if (text === 'none') throw read.invalid('compliant', `is missing: evidence of the type ${type} says it`, 'Write true or false');
  return text === 'true';
}

function readData(read: Reader, type: string): unknown {
  if (givenText(read, 'data') === undefined)
    throw read.invalid('data', `is missing: evidence of the type ${type} holds it`, 'Name the JSON file with it');
  const howTo = 'Name a JSON file, by its path relative to the workspace';
  const smaller = 'Attach large files instead: attachments';
  const json = readJson(readFileText(read, 'data', { largest: limits.dataJsonBytes, howTo, smaller }), parseExact);
  if (json.kind === 'json' && json.value !== null) return json.value;
  throw read.invalid('data', `names a file that ${wrongIn(json)}`, howTo);
}

function needed(read: Reader, option: 'control' | 'reason' | 'original-type', type: string): string {
  const text = read.text(option);
  if (text !== undefined) return text;
  throw read.invalid(option, `is missing: evidence of the type ${type} says it`, 'Give it');
}

function wrongIn(json: JsonText): string {
  switch (json.kind) {
    case 'json':
      return 'holds null';
    case 'too-deep':
      return `is nested more than ${deepest} deep`;
    case 'unclear':
      return `is not clear: ${json.why}`;
    case 'no-json':
      return `is not JSON: ${json.why}`;
  }
}
