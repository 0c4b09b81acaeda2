import { UsageError } from '../errors/index.ts';
import { bytes, didYouMean, isBlank, list } from '../text/index.ts';
import type { ArtifactList, ReadFile } from './given-files.ts';
import type { ChoicesOf, NamesOf, OptionSpec, OptionUse } from './spec.ts';

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

/** The address where GitHub gives ID tokens to the job, and the token for that. */
export interface JobOfRun {
  readonly requestUrl: string;
  readonly requestToken: string;
}

/** `short`: the first characters, where no other name begins so. */
export type NameLength = 'whole' | 'short';

/** Every complaint names the option as that shell's user wrote it. */
export interface OptionReader<Name extends string = string, Choices extends object = object> {
  /** Trimmed; `undefined` when unset. @throws where it is required, or must not be empty. */
  text(name: Name): string | undefined;
  required(name: Name): string;
  flag(name: Name): boolean;
  /** Milliseconds. */
  duration(name: Name): number;
  /** A whole number, 0 or more; or `word`, which the caller reads. */
  count(name: Name, word?: string): number;
  lines(name: Name): readonly string[];
  names(name: Name): readonly string[];
  pairs(name: Name): ReadonlyMap<string, string>;
  choice<Option extends Name & keyof Choices>(name: Option): Choices[Option];
  /** Each once. */
  choices<Option extends Name & keyof Choices>(name: Option): readonly Choices[Option][];
  readonly file: ReadFile;
  /** Declared by earlier steps of the job. */
  readonly artifactList: ArtifactList;
  readonly nameLength: NameLength;
  /** Present where the job may identify itself. */
  readonly job: JobOfRun | undefined;
  readonly secrets: readonly string[];
  /** The fault, and how to fix it. `given`: values that are not among those `known`. */
  invalid(name: Name, what: string, fix: string, given?: readonly string[], known?: readonly string[]): UsageError;
}

export type ReaderOf<Specs extends readonly OptionSpec[]> = OptionReader<NamesOf<Specs>, ChoicesOf<Specs>>;

/** @throws {RangeError} for an option that the command does not use, which is a fault of ours. */
export function openReader<Spec extends OptionSpec>(
  options: readonly OptionUse<Spec>[],
  { absent, job, raw, naming, nameLength = 'whole' }: GivenOptions,
  readFile: ReadFile,
  artifactList: ArtifactList = { kind: 'none' },
): ReaderOf<readonly Spec[]> {
  type Name = Spec['name'];
  type Choices = ChoicesOf<readonly Spec[]>;
  const invalid: OptionReader<Name>['invalid'] = (name, what, fix, given = [], known = []) =>
    new UsageError('invalid-input', `${naming(name)} ${what}`, { fix: given.map((value) => didYouMean(value, known)).join('') + fix });

  const unknown = (name: Name, given: readonly string[]): UsageError => {
    const { choices: known = [] } = useOf(name).use;
    return invalid(
      name,
      `does not know ${list(given.map((value) => JSON.stringify(value)))}`,
      `Choose from ${list(known, 20)}`,
      given,
      known,
    );
  };

  function useOf(name: Name): OptionUse<Spec> {
    const found = options.find(({ use }) => use.name === name);
    if (found === undefined) throw new RangeError(`the command does not use the option ${name}`);
    return found;
  }

  function text(name: Name): string | undefined {
    const { required: isRequired, use: spec } = useOf(name);
    // A text that shows nothing is nothing, such as a space without width that was pasted along.
    const said = raw[name];
    const given = said === undefined || !isBlank(said) ? said?.trim() : '';
    if (given !== undefined && given !== '') return given;
    const known = absent?.get(name);
    if (known !== undefined) throw known;
    if (given === '' && (spec.whenEmpty === 'error' || isRequired === true)) throw empty(name);
    if (spec.default !== undefined) return spec.default;
    if (isRequired === true) throw missing(name);
    return undefined;
  }

  function required(name: Name): string {
    const value = text(name);
    if (value === undefined) throw raw[name] === undefined ? missing(name) : empty(name, true);
    return value;
  }

  function lines(name: Name): readonly string[] {
    return (text(name) ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  function names(name: Name): readonly string[] {
    const found = (text(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
    const { required: isRequired, use: spec } = useOf(name);
    // `${{ vars.A }},${{ vars.B }}` gives only commas when neither is set.
    if (found.length === 0 && (spec.whenEmpty === 'error' || isRequired === true)) throw empty(name);
    return [...new Set(found)];
  }

  function isChoice<Option extends keyof Choices>(name: Name & Option, value: string): value is string & Choices[Option] {
    return useOf(name).use.choices?.includes(value) === true;
  }

  function missing(name: Name): UsageError {
    return new UsageError('missing-input', `${naming(name)} is missing`, { fix: `Give it: ${useOf(name).use.description}` });
  }

  function empty(name: Name, isRequired = useOf(name).required): UsageError {
    const { use: spec } = useOf(name);
    const hint =
      spec.default === undefined
        ? 'A secret or variable that is not set gives an empty text: look at where the value comes from'
        : `If it comes from an output, a variable or a secret, that one is not set: look at it. Else leave it out for the default (${spec.default})`;
    return new UsageError('empty-input', `${naming(name)} is ${isRequired === true ? 'missing or empty' : 'empty'}`, { fix: hint });
  }

  return {
    text,
    required,
    lines,
    names,
    invalid,
    file: readFile,
    artifactList,
    nameLength,
    job,
    secrets: secretsAmong(options, raw),
    flag(name) {
      const value = text(name) ?? 'false';
      if (/^(true|True|TRUE)$/.test(value)) return true;
      if (/^(false|False|FALSE)$/.test(value)) return false;
      throw invalid(name, `must be true or false, not ${JSON.stringify(value)}`, 'Write true or false', [value], ['true', 'false']);
    },
    duration(name) {
      const value = text(name) ?? '0';
      const [, number, unit = 's'] = /^(\d{1,6})(ms|s|m|h)?$/.exec(value) ?? [];
      if (number === undefined)
        throw invalid(
          name,
          `is not a time: ${JSON.stringify(value)}`,
          `${timeMeant(value)}Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h`,
        );
      return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000);
    },
    count(name, word) {
      const value = text(name) ?? '0';
      if (!/^\d{1,9}$/.test(value))
        throw invalid(
          name,
          `is not a whole number: ${JSON.stringify(value)}`,
          `Write 0 or a positive number${word === undefined ? '' : `, or ${word}`}`,
        );
      return Number(value);
    },
    pairs(name) {
      const pairs = new Map<string, string>();
      for (const line of lines(name)) {
        const at = line.indexOf('=');
        if (at < 1) throw invalid(name, `has a line that is not key=value: ${JSON.stringify(line)}`, 'Write one key=value a line');
        const key = line.slice(0, at).trim();
        if (pairs.has(key)) throw invalid(name, `names ${JSON.stringify(key)} twice`, 'Keep one of the two lines');
        pairs.set(key, line.slice(at + 1).trim());
      }
      return pairs;
    },
    choice(name) {
      const value = required(name);
      if (isChoice(name, value)) return value;
      throw unknown(name, [value]);
    },
    choices(name) {
      const found = names(name);
      const known = found.filter((value) => isChoice(name, value));
      if (known.length === found.length) return known;
      throw unknown(
        name,
        found.filter((value) => !isChoice(name, value)),
      );
    },
  };
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
export async function readFileText<Name extends string>(
  read: OptionReader<Name>,
  option: Name,
  { howTo, largest, smaller = howTo }: FileRules,
): Promise<string> {
  const file = await read.file(read.required(option), largest);
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
