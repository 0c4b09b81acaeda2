type OptionKind =
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
  readonly kind: OptionKind;
  /** One or two sentences for the manifest, the tables and the help. */
  readonly description: string;
  /** As text. */
  readonly default?: string;
  /** Only of the action, where the runner's own context knows better. */
  readonly actionDefault?: string;
  readonly choices?: readonly string[];
  readonly whenEmpty?: WhenEmpty;
  readonly decides?: Decides;
  /** For the message that a command needs one. */
  readonly example?: string;
  readonly secret?: boolean;
  /** On the command line several values may follow one flag, as a shell writes them for a glob. */
  readonly isVariadic?: true;
  /** For the value, in the help of the command line. */
  readonly placeholder?: string;
}

/** Its list is for a gate, or says what is recorded: each option there must say whether it decides. */
export interface DecidingSpec extends OptionSpec {
  readonly decides: Decides;
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

export function argument<const Spec extends OptionSpec>(use: Spec): OptionUse<Spec> {
  return { use, required: true, positional: true };
}

export function uses<const Spec extends OptionSpec>(
  specs: readonly Spec[],
  required: readonly NoInfer<Spec>['name'][] = [],
): readonly OptionUse<Spec>[] {
  return specs.map((use) => (required.includes(use.name) ? { use, required: true } : { use }));
}

export type NamesOf<Specs extends readonly OptionSpec[]> = Specs[number]['name'];

export type ChoicesOf<Specs extends readonly OptionSpec[]> = {
  readonly [Spec in WithChoices<Specs[number]> as Spec['name']]: Spec['choices'][number];
};

type WithChoices<Spec extends OptionSpec> = Extract<Spec, { readonly choices: readonly string[] }>;
