import type { PatternName } from '../contract/limits.ts';
import type { UsageError } from '../errors/index.ts';
import type { ArtifactList, ReadFile } from './given-files.ts';

/** The value of an option of each kind; for `choice` and `choices` those that its row names. */
interface KindValues {
  readonly text: string | undefined;
  /** The path of a file, or of a folder. */
  readonly file: string | undefined;
  readonly folder: string | undefined;
  /** The address of a page, as it was given. */
  readonly url: string | undefined;
  /** The SHA-256 of an artifact, in lower case. */
  readonly fingerprint: string | undefined;
  /** The SHA of a commit, in lower case. */
  readonly commit: string | undefined;
  readonly boolean: boolean;
  /** `90`, `90s`, `5m`, `1h`; in milliseconds. */
  readonly duration: number;
  /** A whole number, 0 or more. */
  readonly count: number;
  /** Separated by commas, spaces or line breaks. */
  readonly names: readonly string[];
  /** One value a line. */
  readonly lines: readonly string[];
  /** `key=value`, one a line. */
  readonly pairs: ReadonlyMap<string, string>;
  readonly choice: string;
  readonly choices: readonly string[];
}

type OptionKind = keyof KindValues;

/** An error where it would loosen the gate or leave nothing to do, else the default. */
type WhenEmpty = 'error' | 'unset';

/**
 * The effect of an option: on the demands of a gate, or on the record. Without it, a step may say yes to something that its user did not
 * ask. `nothing`: the step says no such yes without it.
 */
type Decides = 'asked' | 'recorded' | 'nothing';

export interface OptionSpec {
  readonly name: string;
  /** On the command line, where that is shorter. */
  readonly flag?: string;
  /** On the command line, a letter that stands for it. */
  readonly letter?: string;
  readonly kind: OptionKind;
  /** For a name, as the service takes it. */
  readonly pattern?: PatternName;
  /** For a SHA: its first digits are enough. */
  readonly isShort?: true;
  /** For a value that its kind alone does not give. */
  readonly read?: (read: OptionReader, name: string) => unknown;
  /** The name of the setting, where it is not that of the option: `dry-run` is `dryRun`. */
  readonly setting?: string;
  /** One or two sentences for the manifest, the tables and the help. */
  readonly description: string;
  /** As text. */
  readonly default?: string;
  /** Only of the action, where the runner's own context knows better. */
  readonly actionDefault?: string;
  readonly choices?: readonly string[];
  /** For a choice: the value of its flag on the command line where none is given. */
  readonly bare?: string;
  readonly whenEmpty?: WhenEmpty;
  readonly decides?: Decides;
  /** For the message that a command needs one. */
  readonly example?: string;
  readonly secret?: boolean;
  /** On the command line several values may follow one flag, as a shell writes them for a glob. */
  readonly isVariadic?: true;
  /** For the value, in the help of the command line, where that of the kind says too little. */
  readonly placeholder?: string;
}

/** Its list is for a gate, or says what is recorded: each option there must say whether it decides. */
export interface DecidingSpec extends OptionSpec {
  readonly decides: Decides;
}

const placeholders: Readonly<Record<OptionKind, string>> = {
  text: 'TEXT',
  file: 'FILE',
  folder: 'FOLDER',
  url: 'URL',
  fingerprint: 'SHA256',
  commit: 'SHA',
  boolean: 'BOOLEAN',
  duration: 'TIME',
  count: 'NUMBER',
  names: 'NAMES',
  lines: 'PATH',
  pairs: 'KEY=VALUE',
  choice: 'HOW',
  choices: 'NAMES',
};

export function placeholderOf({ kind, pattern, placeholder }: OptionSpec): string {
  return placeholder ?? (kind === 'text' && pattern !== undefined ? 'NAME' : placeholders[kind]);
}

/** Without its dashes. */
export function flagOf({ flag, name }: OptionSpec): string {
  return flag ?? name;
}

export interface OptionUse<Spec extends OptionSpec = OptionSpec> {
  readonly use: Spec;
  /** The command does nothing without it. */
  readonly required?: boolean;
  /** On the command line it is an argument without a name; one of kind `lines` takes several. */
  readonly positional?: boolean;
}

interface RequiredUse<Spec extends OptionSpec> extends OptionUse<Spec> {
  readonly required: true;
}

type UseOf<Spec extends OptionSpec, Required> = Spec extends { readonly name: Required } ? RequiredUse<Spec> : OptionUse<Spec>;

export function argument<const Spec extends OptionSpec>(use: Spec): RequiredUse<Spec> {
  return { use, required: true, positional: true };
}

export function uses<const Spec extends OptionSpec, const Required extends NoInfer<Spec>['name'] = never>(
  specs: readonly Spec[],
  required?: readonly Required[],
): readonly UseOf<Spec, Required>[];
export function uses(specs: readonly OptionSpec[], required: readonly string[] = []): readonly OptionUse[] {
  return specs.map((use) => (required.includes(use.name) ? { use, required: true } : { use }));
}

export type NamesOf<Specs extends readonly OptionSpec[]> = Specs[number]['name'];

export type ChoicesOf<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in WithChoices<Specs[number]> as Spec['name']]: Spec['choices'][number];
};

type WithChoices<Spec extends OptionSpec> = Extract<Spec, { readonly choices: readonly string[] }>;

/** The settings of a list of options, by the names of the settings. */
export type SettingsOf<Specs extends readonly OptionSpec[], Required extends string = never> = {
  readonly [Spec in Specs[number] as SettingOf<Spec>]: Spec['name'] extends Required ? Exclude<ValueOf<Spec>, undefined> : ValueOf<Spec>;
};

export type SettingsOfUses<Use extends OptionUse> = {
  readonly [Each in Use as SettingOf<Each['use']>]: Each extends { readonly required: true }
    ? Exclude<ValueOf<Each['use']>, undefined>
    : ValueOf<Each['use']>;
};

type SettingOf<Spec extends OptionSpec> = Spec extends { readonly setting: infer Setting extends string }
  ? Setting
  : CamelCase<Spec['name']>;

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Name;

/** A text with a default is always there, unless the default is `none`. */
type ValueOf<Spec extends OptionSpec> = Spec extends { readonly read: (...asked: never) => infer Value }
  ? Awaited<Value>
  : Spec extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Spec extends { readonly kind: 'choices'; readonly choices: readonly (infer Choice)[] }
      ? readonly Choice[]
      : Spec extends { readonly kind: 'text' | 'file'; readonly default: infer Default }
        ? Default extends 'none'
          ? string | undefined
          : string
        : KindValues[Spec['kind']];

/** The address where GitHub gives ID tokens to the job, and the token for that. */
export interface JobOfRun {
  readonly requestUrl: string;
  readonly requestToken: string;
}

/** `short`: the first characters, where no other name begins so. */
export type NameLength = 'whole' | 'short';

/** Every complaint names the option as that shell's user wrote it. */
export interface OptionReader<Name extends string = string, Choices extends object = Readonly<Record<string, string>>> {
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
  /** Whether it was given, and is another than its default. */
  isGiven(name: Name): boolean;
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
