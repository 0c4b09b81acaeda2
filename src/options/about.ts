import { matches } from '../contract/patterns.ts';
import { allOrComplaints, later } from './all-or-complaints.ts';
import type { OptionReader, ReaderOf } from './reader.ts';
import { githubTokenOption } from './display.ts';
import type { OptionSpec } from './spec.ts';
import { readUserData, userDataOption } from './user-data.ts';
import { refuseOtherAddress } from './web-address.ts';

export const descriptionOption = {
  name: 'description',
  kind: 'text',
  placeholder: 'TEXT',
  description: 'A sentence for those who read the record.',
} as const satisfies OptionSpec;

/** Options about anything that is recorded: evidence, a trail, an artifact. */
export const aboutOptions = [
  descriptionOption,
  {
    name: 'external-urls',
    kind: 'pairs',
    placeholder: 'LABEL=URL',
    description: 'Links to go with the record: `label=https://…`, one a line.',
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

export const originUrlOption = {
  name: 'origin-url',
  kind: 'url',
  placeholder: 'URL',
  description: 'Where the record comes from. Default: the page of the workflow run, or of the build on another CI system.',
} as const satisfies OptionSpec;

export const annotationsOption = {
  name: 'annotations',
  kind: 'pairs',
  placeholder: 'KEY=VALUE',
  description: 'Facts to go with the record: `key=value`, one a line; keys of letters, digits, `-`, `_`.',
} as const satisfies OptionSpec;

export type AboutSettings = Awaited<ReturnType<typeof readAbout>>;

export async function readAbout(read: ReaderOf<typeof aboutOptions>) {
  const userData = await later(readUserData(read));
  return allOrComplaints({
    description: () => read.text('description'),
    externalUrls: () => readExternalUrls(read),
    userData,
    redact: () => read.choices('redact-commit-info'),
    githubToken: () => read.text('github-token'),
  });
}

export function readAnnotations(read: OptionReader<'annotations'>): ReadonlyMap<string, string> {
  const pairs = read.pairs('annotations');
  const wrong = [...pairs.keys()].find((key) => !matches('annotationKey', key));
  if (wrong !== undefined)
    throw read.invalid('annotations', `has the key ${JSON.stringify(wrong)}`, 'A key is made of letters, digits, - and _');
  return pairs;
}

function readExternalUrls(read: ReaderOf<typeof aboutOptions>): ReadonlyMap<string, string> {
  const pairs = read.pairs('external-urls');
  for (const [label, href] of pairs) {
    if (!matches('externalUrlLabel', label))
      throw read.invalid('external-urls', `has the label ${JSON.stringify(label)}`, 'A label holds neither `=` nor `.`');
    refuseOtherAddress(read, 'external-urls', href);
  }
  return pairs;
}
