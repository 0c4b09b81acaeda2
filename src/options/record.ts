import { matches } from '../contract/limits.ts';
import type { UsageError } from '../errors/index.ts';
import type { runKey } from '../gate/index.ts';
import { bytes, parseExact } from '../text/index.ts';
import { githubTokenOption } from './display.ts';
import { deepest, readJson } from './given-files.ts';
import type { OptionReader, OptionSpec, SettingsOf } from './spec.ts';
import { refuseOtherAddress } from './values.ts';

export const userDataOption = {
  name: 'user-data',
  kind: 'text',
  read: readUserData,
  placeholder: 'JSON',
  description: 'A JSON object to go with the record, inline or the path of a file. The key `compliance_evidence` is ours.',
} as const satisfies OptionSpec;

/** In bytes: it is sent with every record and shown to people. */
const largest = 256 * 1024;

/** The run is recorded under this key. */
const taken: typeof runKey = 'compliance_evidence';

/** A JSON object, inline or from a file of the workspace. */
function readUserData(read: OptionReader): Readonly<Record<string, unknown>> {
  const text = read.text('user-data');
  if (text === undefined) return {};
  const value = parse(read, text.startsWith('{') ? text : readFileOf(read, text));
  if (Object.hasOwn(value, taken))
    throw read.invalid('user-data', `holds the key ${taken}, under which the run is recorded`, 'Choose another key');
  return value;
}

function readFileOf(read: OptionReader, path: string): string {
  const file = read.file(path, largest);
  switch (file.kind) {
    case 'text':
      return file.text;
    case 'too-large':
      throw tooLarge(read);
    case 'no-regular-file':
      throw read.invalid('user-data', 'names something that is no regular file: a directory, a pipe or a device', howTo);
    case 'unreadable':
      throw read.invalid('user-data', `is neither a JSON object nor a readable file (${file.code})`, howTo);
  }
}

const howTo = 'Write {"key": "value"}, or a path relative to the workspace';

function parse(read: OptionReader, text: string): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(text) > largest) throw tooLarge(read);
  const json = readJson(text, parseExact);
  switch (json.kind) {
    case 'unclear':
      throw read.invalid('user-data', `is not clear: ${json.why}`, 'Write each name once');
    case 'no-json':
      throw read.invalid('user-data', `is not JSON: ${json.why}`, 'Write a JSON object: {"key": "value"}');
    case 'too-deep':
      throw read.invalid('user-data', `is nested more than ${deepest} deep`, 'Attach such data as a file instead: attachments');
    case 'json':
      if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
        throw read.invalid('user-data', 'is JSON, but not an object', 'Write a JSON object: {"key": "value"}');
      return Object.fromEntries(Object.entries(json.value));
  }
}

function tooLarge(read: OptionReader): UsageError {
  return read.invalid('user-data', `is more than ${bytes(largest)}`, 'Attach large files instead: attachments');
}

export const descriptionOption = {
  name: 'description',
  kind: 'text',
  description: 'A sentence for those who read the record.',
} as const satisfies OptionSpec;

export const aboutOptions = [
  descriptionOption,
  {
    name: 'external-urls',
    kind: 'pairs',
    read: readExternalUrls,
    placeholder: 'LABEL=URL',
    description: 'Links to go with the record: `label=https://…`, one a line.',
  },
  userDataOption,
  {
    name: 'redact-commit-info',
    setting: 'redact',
    kind: 'choices',
    choices: ['author', 'message', 'branch'],
    placeholder: 'FIELDS',
    description: 'Fields of the commit that must not leave the runner: `author`, `message`, `branch`.',
  },
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

/** About evidence, or a trail. */
export const originOptions = [
  {
    name: 'origin-url',
    kind: 'url',
    description: 'Where the record comes from. Default: the page of the workflow run, or of the build on another CI system.',
  },
  ...aboutOptions,
] as const satisfies readonly OptionSpec[];

export const annotationsOption = {
  name: 'annotations',
  kind: 'pairs',
  read: readAnnotations,
  description: 'Facts to go with the record: `key=value`, one a line; keys of letters, digits, `-`, `_`.',
} as const satisfies OptionSpec;

export type AboutSettings = SettingsOf<typeof aboutOptions>;

function readAnnotations(read: OptionReader): ReadonlyMap<string, string> {
  const pairs = read.pairs('annotations');
  const wrong = [...pairs.keys()].find((key) => !matches('annotationKey', key));
  if (wrong !== undefined)
    throw read.invalid('annotations', `has the key ${JSON.stringify(wrong)}`, 'A key is made of letters, digits, - and _');
  return pairs;
}

function readExternalUrls(read: OptionReader): ReadonlyMap<string, string> {
  const pairs = read.pairs('external-urls');
  for (const [label, href] of pairs) {
    if (!matches('externalUrlLabel', label))
      throw read.invalid('external-urls', `has the label ${JSON.stringify(label)}`, 'A label holds neither `=` nor `.`');
    refuseOtherAddress(read, 'external-urls', href);
  }
  return pairs;
}

export const recordOptions = [
  {
    name: 'artifact-fingerprint',
    kind: 'fingerprint',
    description: 'SHA-256 of the artifact that the evidence is about, 64 hexadecimal digits.',
  },
  {
    name: 'target-artifacts',
    kind: 'names',
    pattern: 'templateName',
    description: 'Artifacts of the template that the evidence is about, before they are reported.',
  },
  ...originOptions,
  annotationsOption,
] as const satisfies readonly OptionSpec[];

export const plainRecord: Omit<SettingsOf<typeof recordOptions>, keyof AboutSettings> = {
  artifactFingerprint: undefined,
  targetArtifacts: [],
  originUrl: undefined,
  annotations: new Map(),
};
