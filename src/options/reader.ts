import { UsageError, wrongUse } from '../errors/index.ts';
import { bytes, didYouMean, isBlank, list } from '../text/index.ts';
import type { ArtifactList, ReadFile } from './given-files.ts';
import type {
  ChoicesOf,
  JobOfRun,
  NameLength,
  NamesOf,
  OptionReader,
  OptionSpec,
  OptionUse,
  ReaderOf,
  SettingsOf,
  SettingsOfUses,
} from './spec.ts';
import { readCommitSha, readFingerprintIfGiven, readName, readNames, readWebAddress } from './values.ts';

/**
 * Complains about all wrong fields at once: a user who corrects a step wants to know them all, instead of one after each run. A single
 * complaint stays as it is.
 */
export function allOrComplaints<Fields extends object>(fields: { readonly [Key in keyof Fields]: () => Fields[Key] }): Readonly<Fields> {
  const complaints: UsageError[] = [];
  const values: Partial<Fields> = {};
  for (const key in fields) {
    try {
      values[key] = fields[key]();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      complaints.push(...(error.parts.length > 0 ? error.parts : [error]));
    }
  }
  if (isWhole(values, complaints)) return values;
  throw joined(complaints);
}

/** The settings of these options. Those that are required must be there. */
export function readOptions<const Specs extends readonly OptionSpec[], const Required extends NamesOf<Specs> = never>(
  read: OptionReader<NamesOf<Specs>>,
  specs: Specs,
  required?: readonly Required[],
): SettingsOf<Specs, Required>;
export function readOptions(read: OptionReader, specs: readonly OptionSpec[], required: readonly string[] = []): object {
  return allOrComplaints(
    Object.fromEntries(
      specs.map((spec) => [settingOf(spec), () => (required.includes(spec.name) && read.required(spec.name), valueOf(read, spec))]),
    ),
  );
}

/** As `readOptions`, also where a row reads its value later. */
export function readUses<Use extends OptionUse>(read: OptionReader<Use['use']['name']>, uses: readonly Use[]): Promise<SettingsOfUses<Use>>;
export async function readUses(read: OptionReader, uses: readonly OptionUse[]): Promise<object> {
  const fields = uses.map(async ({ use }) => [settingOf(use), await later((async () => valueOf(read, use))())] as const);
  return allOrComplaints(Object.fromEntries(await Promise.all(fields)));
}

function settingOf({ name, setting }: OptionSpec): string {
  return setting ?? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function valueOf(read: OptionReader, { default: usual, isShort, kind, name, pattern, read: readOwn }: OptionSpec): unknown {
  if (readOwn !== undefined) return readOwn(read, name);
  switch (kind) {
    case 'text':
    case 'file':
    case 'folder': {
      const text = usual === 'none' ? givenText(read, name) : read.text(name);
      return text === undefined || pattern === undefined ? text : readName(read, name, pattern);
    }
    case 'names':
      return pattern === undefined ? read.names(name) : readNames(read, name, pattern);
    case 'fingerprint':
      return readFingerprintIfGiven(read, name, isShort === true ? 'short' : 'whole');
    case 'commit':
      return readCommitSha(read, name);
    case 'url':
      return readWebAddress(read, name);
    case 'boolean':
      return read.flag(name);
    case 'duration':
      return read.duration(name);
    case 'count':
      return read.count(name);
    case 'lines':
      return read.lines(name);
    case 'pairs':
      return read.pairs(name);
    case 'choice':
      return read.choice(name);
    case 'choices':
      return read.choices(name);
  }
}

/** @throws a complaint about each of these that is given. */
export function refuseGiven<Name extends string>(read: OptionReader<Name>, names: readonly Name[], what: string, fix: string): void {
  const refuse = (name: Name): void => {
    if (read.isGiven(name)) throw read.invalid(name, what, fix);
  };
  allOrComplaints(Object.fromEntries(names.map((name) => [name, () => refuse(name)])));
}

/** Read with the other fields: its error is thrown only there. */
export function later<Value>(reading: Promise<Value>): Promise<() => Value> {
  return reading.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}

function isWhole<Fields>(_values: Partial<Fields>, complaints: readonly UsageError[]): _values is Fields {
  return complaints.length === 0;
}

/** An option that two settings read is complained about once. */
function joined(complaints: readonly UsageError[]): UsageError {
  const parts = complaints.filter(({ message }, index) => complaints.findIndex((other) => other.message === message) === index);
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  return new UsageError('invalid-input', `${parts.length} are wrong: ${parts.map(({ message }) => message).join('; ')}`, {
    fix: parts.map(({ fix, message }) => (fix === undefined ? message : `${message}: ${fix}`)).join('\n'),
    parts,
  });
}

/** By the names of options; absent where the caller gave none. */
export type RawOptions = Readonly<Partial<Record<string, string>>>;

export interface GivenOptions {
  readonly raw: RawOptions;
  /** For messages: `Input flow` of the action, `--flow` of the command line. */
  readonly naming: (name: string) => string;
  /** For absent options, where the shell knows why. */
  readonly absent?: ReadonlyMap<string, UsageError>;
  /** The runner lists in it the artifacts that earlier steps of the job declared. */
  readonly artifactList?: string | undefined;
  /** For commands that only read; the whole name by default. */
  readonly nameLength?: NameLength;
  /** Present where the job may ask for ID tokens. */
  readonly job?: JobOfRun | undefined;
}

/** @throws {RangeError} for an option that the command does not use, which is a fault of ours. */
export function openReader<Use extends OptionUse>(
  options: readonly Use[],
  { absent, job, raw, naming, nameLength = 'whole' }: GivenOptions,
  file: ReadFile = () => ({ kind: 'no-regular-file' }),
  artifactList: ArtifactList = { kind: 'none' },
): ReaderOf<readonly Use['use'][]> {
  type Name = Use['use']['name'];
  type Choices = ChoicesOf<readonly Use['use'][]>;
  const invalid: OptionReader<Name>['invalid'] = (name, what, fix, given = [], known = []) =>
    wrongUse(`${naming(name)} ${what}`, given.map((value) => didYouMean(value, known)).join('') + fix);
  const wrongIn =
    (name: Name): Wrong =>
    (...said) =>
      invalid(name, ...said);

  function useOf(name: Name): OptionUse {
    const found = options.find(({ use }) => use.name === name);
    if (found === undefined) throw new RangeError(`the command does not use the option ${name}`);
    return found;
  }

  function text(name: Name): string | undefined {
    const { required: isRequired = false, use: spec } = useOf(name);
    // A text that shows nothing is nothing, such as a space without width that was pasted along.
    const said = raw[name];
    const given = said === undefined || !isBlank(said) ? said?.trim() : '';
    if (given !== undefined && given !== '') return given;
    const known = absent?.get(name);
    if (known !== undefined) throw known;
    if (given === '' && (spec.whenEmpty === 'error' || isRequired)) throw emptyError(naming(name), spec, isRequired);
    if (spec.default !== undefined) return spec.default;
    if (isRequired) throw missingError(naming(name), spec);
    return undefined;
  }

  function required(name: Name): string {
    const value = text(name);
    if (value !== undefined) return value;
    const { use } = useOf(name);
    throw raw[name] === undefined ? missingError(naming(name), use) : emptyError(naming(name), use, true);
  }

  const lines = (name: Name): readonly string[] => linesIn(text(name) ?? '');

  function names(name: Name): readonly string[] {
    const found = (text(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
    const { required: isRequired = false, use } = useOf(name);
    // `${{ vars.A }},${{ vars.B }}` gives only commas when neither is set.
    if (found.length === 0 && (use.whenEmpty === 'error' || isRequired)) throw emptyError(naming(name), use, isRequired);
    return [...new Set(found)];
  }

  function chosen<Option extends Name & keyof Choices>(name: Option, given: readonly string[]): readonly Choices[Option][] {
    const { choices = [] } = useOf(name).use;
    const isKnown = (value: string): value is string & Choices[Option] => choices.includes(value);
    const unknown = given.filter((value) => !isKnown(value));
    if (unknown.length === 0) return given.filter(isKnown);
    const what = `does not know ${list(unknown.map((value) => JSON.stringify(value)))}`;
    throw invalid(name, what, `Choose from ${list(choices, 20)}`, unknown, choices);
  }

  const flag = (name: Name): boolean => isTrue(text(name) ?? 'false', wrongIn(name));

  return {
    text,
    required,
    lines,
    names,
    flag,
    invalid,
    file,
    artifactList,
    nameLength,
    job,
    secrets: secretsAmong(options, raw),
    isGiven(name) {
      const { default: usual, kind } = useOf(name).use;
      return kind === 'boolean' ? flag(name) !== (usual === 'true') : text(name) !== usual;
    },
    duration: (name) => millisecondsIn(text(name) ?? '0', wrongIn(name)),
    count: (name, word) => countIn(text(name) ?? '0', wrongIn(name), word),
    pairs: (name) => pairsIn(lines(name), wrongIn(name)),
    choice(name) {
      const [value] = chosen(name, [required(name)]);
      if (value === undefined) throw new RangeError('one is chosen');
      return value;
    },
    choices: (name) => chosen(name, names(name)),
  };
}

type Wrong = (what: string, fix: string, given?: readonly string[], known?: readonly string[]) => UsageError;

function missingError(name: string, { description }: OptionSpec): UsageError {
  return new UsageError('missing-input', `${name} is missing`, { fix: `Give it: ${description}` });
}

function emptyError(name: string, { default: usual }: OptionSpec, isRequired: boolean): UsageError {
  const hint =
    usual === undefined
      ? 'A secret or variable that is not set gives an empty text: look at where the value comes from'
      : `If it comes from an output, a variable or a secret, that one is not set: look at it. Else leave it out for the default (${usual})`;
  return new UsageError('empty-input', `${name} is ${isRequired ? 'missing or empty' : 'empty'}`, { fix: hint });
}

function isTrue(text: string, wrong: Wrong): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  throw wrong(`must be true or false, not ${JSON.stringify(text)}`, 'Write true or false', [text], ['true', 'false']);
}

function millisecondsIn(text: string, wrong: Wrong): number {
  const [, number, unit = 's'] = /^(\d{1,6})(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined)
    throw wrong(`is not a time: ${JSON.stringify(text)}`, `${timeMeant(text)}Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h`);
  return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000);
}

function countIn(text: string, wrong: Wrong, word?: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw wrong(`is not a whole number: ${JSON.stringify(text)}`, `Write 0 or a positive number${word === undefined ? '' : `, or ${word}`}`);
}

function linesIn(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function pairsIn(lines: readonly string[], wrong: Wrong): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const line of lines) {
    const [key, value] = parsePair(line, wrong);
    if (pairs.has(key)) throw wrong(`names ${JSON.stringify(key)} twice`, 'Keep one of the two lines');
    pairs.set(key, value);
  }
  return pairs;
}

export function parsePair(line: string, wrong: Wrong): readonly [key: string, value: string] {
  const at = line.indexOf('=');
  if (at < 1) throw wrong(`has a line that is not key=value: ${JSON.stringify(line)}`, 'Write one key=value a line');
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

export function secretsAmong(options: readonly OptionUse[], raw: RawOptions): readonly string[] {
  return options.filter(({ use }) => use.secret === true).flatMap(({ use }) => raw[use.name]?.trim() ?? []);
}

/** The beginning of an advice about a unit in another spelling: `5 min` is `5m`. */
export function timeMeant(text: string): string {
  const [, number, unit = ''] = /^(\d+)\s*(ms|milli|[smh])[a-z]*$/.exec(text.toLowerCase()) ?? [];
  return number === undefined ? '' : `Did you mean ${number}${unit.replace('milli', 'ms')}? `;
}

interface FileRules {
  /** In bytes. */
  readonly largest: number;
  readonly howTo: string;
  /** How to do without so large a file, where there is another way. */
  readonly smaller?: string;
}

/** Reads a file in the workspace. @throws where there is none. */
export function readFileText<Name extends string>(
  read: OptionReader<Name>,
  option: Name,
  { howTo, largest, smaller = howTo }: FileRules,
): string {
  const file = read.file(read.required(option), largest);
  switch (file.kind) {
    case 'text':
      return file.text;
    case 'too-large':
      throw read.invalid(option, `names a file of more than ${bytes(largest)}`, smaller);
    case 'no-regular-file':
      throw read.invalid(option, 'names something that is no regular file: a directory, a pipe or a device', howTo);
    case 'unreadable':
      throw read.invalid(option, `names a file that cannot be read (${file.code})`, howTo);
  }
}

/** `undefined` where it is `none`, its default. An empty text does not mean none. */
export function givenText<Name extends string>(read: OptionReader<Name>, option: Name): string | undefined {
  const text = read.required(option);
  return text === 'none' ? undefined : text;
}
