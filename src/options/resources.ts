import { limits, matches, type PatternName } from '../contract/limits.ts';
import { queryNames } from '../contract/query-names.gen.ts';
import type { OptionReader, OptionSpec } from './spec.ts';
import { isSha, readMoment, spanIn, wholeCommit } from './values.ts';

export const attestationFilterOptions = [
  {
    name: 'commit',
    kind: 'names',
    read: readCommits,
    whenEmpty: 'error',
    placeholder: 'SHA',
    description: `Commits that the evidence is about, separated by commas or spaces: 40 hexadecimal digits each, or the first ${limits.shortestPrefix} or more of them.`,
  },
  { name: 'name', kind: 'text', pattern: 'templateName', description: 'Only records of this attestation name.' },
  {
    name: 'type',
    kind: 'text',
    placeholder: 'TYPE',
    description: 'Only records of this type: `junit`, `generic`, `custom:NAME`, `override`.',
  },
] as const satisfies readonly OptionSpec[];

function readCommits(read: OptionReader): readonly string[] {
  const commits = read.text('commit') === undefined ? [] : read.names('commit').map((sha) => sha.toLowerCase());
  if (commits.length === 0 && !read.isGiven('flow'))
    throw read.invalid('commit', 'is missing, and so is flow', 'Give one of them: commits, or the flow whose records are meant');
  const wrong = commits.find((sha) => !isSha(sha, 'commitSha', 'short'));
  if (wrong === undefined) return commits;
  throw read.invalid('commit', `holds ${JSON.stringify(wrong)}, which is not a full commit SHA`, wholeCommit('short'));
}

export const tagOptions = [
  { name: 'set', kind: 'pairs', read: readTagsToSet, description: 'Tags to set: `key=value`, one a line.' },
  { name: 'remove', kind: 'names', read: readTagsToRemove, placeholder: 'KEYS', description: 'Tags to remove, by their keys.' },
] as const satisfies readonly OptionSpec[];

function readTagsToSet(read: OptionReader): ReadonlyMap<string, string> {
  const [set, remove] = [read.pairs('set'), read.names('remove')];
  if (set.size === 0 && remove.length === 0)
    throw read.invalid('set', 'is missing, and so are tags to remove', 'Give some: --set team=shop, --remove owner');
  refuseOtherKeys(read, 'set', [...set.keys()]);
  return set;
}

function readTagsToRemove(read: OptionReader): readonly string[] {
  const keys = read.names('remove');
  refuseOtherKeys(read, 'remove', keys);
  return keys;
}

function refuseOtherKeys(read: OptionReader, option: string, keys: readonly string[]): void {
  const wrong = keys.find((key) => !matches('tagName', key));
  if (wrong !== undefined)
    throw read.invalid(
      option,
      `has the key ${JSON.stringify(wrong)}`,
      'Use letters, digits, -, _, . and ~, beginning with a letter or digit',
    );
}

export const runningOption = {
  name: 'running',
  whenEmpty: 'error',
  kind: 'pairs',
  placeholder: 'NAME=PATH',
  description:
    'What runs in the environment now: the name of each artifact, and the file or directory that it is, one a line. It is all that runs: what is left out has stopped.',
} as const satisfies OptionSpec;

const reference = 'ENVIRONMENT[#N|~N|@{TIME}]';

/** Its number, its distance from the end, or a time. */
export const snapshotOption = {
  name: 'snapshot',
  kind: 'text',
  read: readSnapshotName,
  placeholder: reference,
  description: 'its environment, and which one: `prod`, `prod#3`, `prod~1`, `prod@{2.days.ago}`',
} as const satisfies OptionSpec;

export const toSnapshotOption = {
  name: 'to',
  kind: 'text',
  read: (read: OptionReader) => (read.text('to') === undefined ? undefined : readSnapshotName(read, 'to')),
  placeholder: reference,
  description: 'The snapshot that it is compared with. Default: the latest one of its environment; for `prod` alone the one before it.',
} as const satisfies OptionSpec;

interface SnapshotName {
  readonly environment: string;
  /** `-1`, the latest one, by default. */
  readonly expression: string;
  readonly text: string;
}

/** @throws where it is not the name of a snapshot. */
function readSnapshotName(read: OptionReader, option: string): SnapshotName {
  const text = read.required(option);
  const at = text.search(/[#~@]/);
  const [environment, expression] = at === -1 ? [text, '-1'] : [text.slice(0, at), text.slice(at)];
  if (!matches('environmentName', environment) || environment.length > 255 || !/^(?:-1|#-?\d+|~\d+|@\{[^{}]+\})$/.test(expression))
    throw read.invalid(
      option,
      `is no snapshot: ${JSON.stringify(text)}`,
      'Write prod, prod#3, prod~1, prod@{2026-01-31T12:00:00} or prod@{2.days.ago}',
    );
  return { environment, expression, text };
}

export const queryOptions = [
  {
    name: 'operation',
    kind: 'choice',
    example: 'get-trail',
    choices: queryNames,
    placeholder: 'OPERATION',
    description: `What to ask of the service: ${queryNames.map((name) => `\`${name}\``).join(', ')}.`,
  },
  {
    name: 'parameters',
    kind: 'lines',
    placeholder: 'KEY=VALUE',
    description:
      'Parameters of the operation, `key=value`, one a line; those of a list have a line each. Pages are asked for with `page` and `per_page`.',
  },
] as const satisfies readonly OptionSpec[];

export const searchOption = {
  name: 'search',
  kind: 'text',
  description: 'Only those whose name holds this text.',
} as const satisfies OptionSpec;

export const limitOption = {
  name: 'limit',
  kind: 'count',
  default: '30',
  description: 'List no more than this many, and say that there are more; `0` lists all.',
} as const satisfies OptionSpec;

export const formatOption = {
  name: 'format',
  flag: 'output',
  letter: 'o',
  kind: 'choice',
  choices: ['table', 'json', 'jsonl', 'csv', 'yaml'],
  default: 'table',
  placeholder: 'FORM',
  description:
    'As a `table` for people; or for programs as `json`, `jsonl` (an item a line), `csv` or `yaml`, with exact times and whole names.',
} as const satisfies OptionSpec;

/** The service cannot filter by them. */
const here = 'looked for among the first 2,000, and with a `limit` of 0 among all';

/** In the words of the list, in lower case. */
export function stateOption(choices: readonly string[]) {
  const description = `Only those of these states, separated by commas: ${choices.map((state) => `\`${state}\``).join(', ')}. Several are ${here}.`;
  return { name: 'state', kind: 'choices', choices, placeholder: 'STATES', description } as const satisfies OptionSpec;
}

const when = 'a day (`2026-01-31`, from midnight in UTC), a moment with its zone, or a time before now: `90m`, `12h`, `7d`, `4w`';

export const timeOptions = [
  {
    name: 'since',
    kind: 'text',
    read: readWhen,
    placeholder: 'WHEN',
    description: `Only what began, or was recorded, then or later: ${when}.`,
  },
  {
    name: 'until',
    kind: 'text',
    read: readUntil,
    placeholder: 'WHEN',
    description: 'Only those that began before: written as for `since`.',
  },
] as const satisfies readonly OptionSpec[];

const author = 'the name, the address of e-mail or the name of the account';

export const ofCommitOptions = [
  { name: 'branch', kind: 'text', placeholder: 'NAME', description: 'Only those of commits of this branch.' },
  { name: 'author', kind: 'text', placeholder: 'WHO', description: `Only those of commits of this author: ${author}. They are ${here}.` },
] as const satisfies readonly OptionSpec[];

export const allFlowsOption = {
  name: 'all-flows',
  kind: 'boolean',
  read(read: OptionReader): boolean {
    const isAll = read.flag('all-flows');
    if (isAll && read.isGiven('flow'))
      throw read.invalid('flow', 'and all-flows are both given', 'Leave one of them out; EVIDENCE_FLOW is one');
    return isAll || read.required('flow') === '';
  },
  default: 'false',
  description: 'Those of all flows of the organization, in place of one `flow`.',
} as const satisfies OptionSpec;

export const webOption = {
  name: 'web',
  kind: 'boolean',
  default: 'false',
  description: 'Open its page in the browser; where there is no browser, print the address.',
} as const satisfies OptionSpec;

/** In Unix seconds. */
function readWhen(read: OptionReader, option: string): number | undefined {
  const span = spanIn(read.text(option) ?? '');
  if (span !== undefined) return Date.now() / 1000 - span;
  const moment = readMoment(read, option, { what: 'is not a time', fix: `Write ${when.replaceAll('`', '')}` });
  return moment && moment.getTime() / 1000;
}

function readUntil(read: OptionReader): number | undefined {
  const [since = 0, until = Infinity] = [readWhen(read, 'since'), readWhen(read, 'until')];
  if (until <= since) throw read.invalid('until', 'is not after `since`: there is no time between them', 'Let `since` be the earlier one');
  return Number.isFinite(until) ? until : undefined;
}

/** As the service takes names of that kind. */
export function nameOption(pattern: PatternName) {
  return { name: 'name', kind: 'text', pattern, description: 'its name' } as const satisfies OptionSpec;
}

export const downloadOptions = [
  { name: 'output', kind: 'file', description: 'Where to save the file. Default: under its own name, in the working directory.' },
  { name: 'force', kind: 'boolean', default: 'false', description: 'Replace a file that is there already.' },
] as const satisfies readonly OptionSpec[];

export const numberOption = { name: 'number', kind: 'count', description: 'its number' } as const satisfies OptionSpec;

export const repoOption = {
  name: 'repo',
  kind: 'text',
  placeholder: 'OWNER/NAME',
  description: 'Only those of this repository.',
} as const satisfies OptionSpec;

/** For commands that only read: tables show such names in short. */
export const shortNameOption = {
  ...nameOption('trailName'),
  description: `its name, or the first ${limits.shortestPrefix} or more characters of it`,
} as const satisfies OptionSpec;

export const shortIdOption = {
  name: 'id',
  kind: 'text',
  placeholder: 'ID',
  description: `its id, or the first ${limits.shortestPrefix} or more digits of it`,
} as const satisfies OptionSpec;

function definition(keys: string) {
  return { name: 'file', kind: 'file', description: `YAML: ${keys}` } as const satisfies OptionSpec;
}

export const environmentFileOption = definition('name, type, description, policies, included_environments');
export const flowFileOption = definition('name, description, visibility, template');
export const notificationFileOption = definition('name, environments, triggers, targets');
export const policyFileOption = definition('what every artifact that runs must have');
export const typeFileOption = definition('name, description, schema (a JSON Schema), rules and summary (jq)');

/** Shows nothing else, so that it can go into a file. */
export const templateOption = {
  name: 'template',
  kind: 'boolean',
  default: 'false',
  description: 'Print the template alone, as it was written.',
} as const satisfies OptionSpec;

export const newNameOption = {
  name: 'new-name',
  kind: 'text',
  pattern: 'flowName',
  description: 'What the flow is called from now on.',
} as const satisfies OptionSpec;

export const ruleNumberOption = {
  name: 'number',
  kind: 'count',
  default: '0',
  description: 'Change the rule of this number; `0` makes a new one.',
} as const satisfies OptionSpec;

export const commentOption = { name: 'comment', kind: 'text', description: 'What this version changes.' } as const satisfies OptionSpec;

export const environmentsOption = {
  name: 'environments',
  kind: 'names',
  pattern: 'environmentName',
  description: 'Environments, separated by commas.',
} as const satisfies OptionSpec;
