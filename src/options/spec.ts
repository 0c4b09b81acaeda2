/** How the text of an option is read. */
export type OptionKind =
  | 'text'
  | 'url'
  | 'boolean'
  /** Seconds; `90`, `90s`, `5m`, `1h`. */
  | 'duration'
  /** A whole number, 0 or more. */
  | 'count'
  /** Names, separated by commas, spaces or line breaks. */
  | 'names'
  /** One value a line. */
  | 'lines'
  /** `key=value`, one a line. */
  | 'pairs'
  /** A JSON object, inline or the path of a file that holds one. */
  | 'json-object'
  | 'choice'
  | 'choices';

/** The meaning of an empty text: an error where it would loosen the gate or leave nothing to do, else the default. */
export type WhenEmpty = 'error' | 'unset';

/**
 * Tells what changes with an option: what a gate asks for, or what is recorded. A step that does not read it, and says yes, says it to something
 * that its user did not ask. `nothing`: the step says no such yes without it.
 */
export type Decides = 'asked' | 'recorded' | 'nothing';

/** An option, whichever command uses it. */
export interface OptionSpec {
  readonly name: string;
  /** How the command line writes it, where that is shorter. */
  readonly flag?: string;
  readonly kind: OptionKind;
  /** For the manifest, the tables and the help: one or two sentences. */
  readonly description: string;
  /** As text. */
  readonly default?: string;
  /** Default of only the action, where the runner's own context knows better. */
  readonly actionDefault?: string;
  readonly choices?: readonly string[];
  readonly whenEmpty?: WhenEmpty;
  readonly decides?: Decides;
  /** A value, for the message that a command needs one. */
  readonly example?: string;
  readonly secret?: boolean;
  /** On the command line several values may follow one flag, as a shell writes them for a glob. */
  readonly isVariadic?: true;
  /** Word for the value in the help of the command line. */
  readonly placeholder?: string;
}

/** An option of a list that a gate is asked by, or that says what is recorded: whoever adds one says whether it decides. */
export interface DecidingSpec extends OptionSpec {
  readonly decides: Decides;
}

/** The option as the command line writes it, without its dashes. */
export function flagOf({ flag, name }: OptionSpec): string {
  return flag ?? name;
}

/** How one command uses an option. */
export interface OptionUse<Spec extends OptionSpec = OptionSpec> {
  readonly use: Spec;
  /** The command does nothing without it. */
  readonly required?: boolean;
  /** On the command line it is an argument without a name; one of kind `lines` takes several. */
  readonly positional?: boolean;
}

/** Uses an option as the subject of a command: an argument on the command line. */
export function argument<const Spec extends OptionSpec>(use: Spec): OptionUse<Spec> {
  return { use, required: true, positional: true };
}

/** Uses some options, of which the named ones are required. */
export function uses<const Spec extends OptionSpec>(
  specs: readonly Spec[],
  required: readonly NoInfer<Spec>['name'][] = [],
): readonly OptionUse<Spec>[] {
  return specs.map((use) => (required.includes(use.name) ? { use, required: true } : { use }));
}

/** Names of the options in a list of them. */
export type NamesOf<Specs extends readonly OptionSpec[]> = Specs[number]['name'];

/** The choices of those options in a list that have some, by their names. */
export type ChoicesOf<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in WithChoices<Specs[number]> as Spec['name']]: Spec['choices'][number];
};

type WithChoices<Spec extends OptionSpec> = Extract<Spec, { readonly choices: readonly string[] }>;
