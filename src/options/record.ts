import { matches } from '../contract/patterns.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import { readFingerprint } from './listing.ts';
import { readNames } from './names.ts';
import type { OptionReader } from './reader.ts';
import { githubTokenOption } from './reports.ts';
import type { NamesOf, OptionSpec } from './spec.ts';
import { readUserData, userDataOption } from './user-data.ts';

export const descriptionOption = {
  name: 'description',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'A sentence for those who read the record.',
} as const satisfies OptionSpec;

/** What goes with the record. */
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
  descriptionOption,
  {
    name: 'origin-url',
    kind: 'url',
    placeholder: 'URL',
    description: 'Where the evidence comes from. Default: the page of the workflow run.',
  },
  {
    name: 'external-urls',
    kind: 'pairs',
    placeholder: 'LABEL=URL',
    description: 'Links to go with the record: `label=https://…`, one a line.',
  },
  {
    name: 'annotations',
    kind: 'pairs',
    placeholder: 'KEY=VALUE',
    description: 'Facts to go with the record: `key=value`, one a line; keys of letters, digits, `-`, `_`.',
  },
  userDataOption,
  {
    name: 'redact-commit-info',
    kind: 'choices',
    choices: ['author', 'message', 'branch'],
    placeholder: 'FIELDS',
    description: 'Fields of the commit that must not leave the runner: `author`, `message`, `branch`.',
  },
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

type RecordOption = NamesOf<typeof recordOptions>;

export interface RecordSettings {
  readonly artifactFingerprint: string | undefined;
  readonly targetArtifacts: readonly string[];
  readonly description: string | undefined;
  readonly originUrl: string | undefined;
  readonly externalUrls: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly userData: Readonly<Record<string, unknown>>;
  readonly redact: readonly ('author' | 'message' | 'branch')[];
  readonly githubToken: string | undefined;
}

export async function readRecord(read: OptionReader<RecordOption>): Promise<RecordSettings> {
  const userData = await later(readUserData(read));
  return allOrComplaints<RecordSettings>({
    artifactFingerprint: () =>
      read.text('artifact-fingerprint') === undefined ? undefined : readFingerprint(read, 'artifact-fingerprint'),
    targetArtifacts: () => readNames(read, 'target-artifacts', 'templateName'),
    description: () => read.text('description'),
    originUrl: () => (read.text('origin-url') === undefined ? undefined : webAddress(read, 'origin-url', read.required('origin-url'))),
    externalUrls: () => readExternalUrls(read),
    annotations: () => readAnnotations(read),
    userData,
    redact: () => read.choices('redact-commit-info').filter((field) => field === 'author' || field === 'message' || field === 'branch'),
    githubToken: () => read.text('github-token'),
  });
}

function webAddress(read: OptionReader<RecordOption>, option: RecordOption, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // It may be there by mistake, so what stands before an `@` is not repeated.
  if (text.includes('@') && (url === undefined || url.username !== '' || url.password !== ''))
    throw read.invalid(option, 'holds a user name or password', 'Write it as https://…, without a user name');
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw read.invalid(option, `is not a web address: ${JSON.stringify(text)}`, 'Write it as https://…');
  return text;
}

function readExternalUrls(read: OptionReader<RecordOption>): ReadonlyMap<string, string> {
  const pairs = read.pairs('external-urls');
  for (const [label, href] of pairs) {
    if (!matches('externalUrlLabel', label))
      throw read.invalid('external-urls', `has the label ${JSON.stringify(label)}`, 'A label holds neither `=` nor `.`');
    webAddress(read, 'external-urls', href);
  }
  return pairs;
}

function readAnnotations(read: OptionReader<RecordOption>): ReadonlyMap<string, string> {
  const pairs = read.pairs('annotations');
  const wrong = [...pairs.keys()].find((key) => !matches('annotationKey', key));
  if (wrong !== undefined)
    throw read.invalid('annotations', `has the key ${JSON.stringify(wrong)}`, 'A key is made of letters, digits, - and _');
  return pairs;
}
