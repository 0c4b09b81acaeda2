/** The commands that both shells know. */
export const commandNames = ['attest-and-gate', 'attest', 'gate'] as const;
export type CommandName = (typeof commandNames)[number];

/** Commands by what they do. */
export const all = commandNames;
export const attesting = ['attest-and-gate', 'attest'] as const;
export const gating = ['attest-and-gate', 'gate'] as const;

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

/** What an empty text means: an error where it would loosen the gate or leave nothing to do, else the default. */
export type WhenEmpty = 'error' | 'unset';

export interface OptionSpec {
  readonly name: string;
  readonly kind: OptionKind;
  readonly commands: readonly CommandName[];
  /** For the manifest, the tables and the help: one or two sentences. */
  readonly description: string;
  readonly required?: boolean;
  /** As text. */
  readonly default?: string;
  /** Default of the action alone, where the runner's own context knows better. */
  readonly actionDefault?: string;
  readonly choices?: readonly string[];
  readonly whenEmpty?: WhenEmpty;
  readonly secret?: boolean;
  /** Word for the value in the help of the command line. */
  readonly placeholder?: string;
}
