import type { CommandName, OptionSpec } from './option.ts';
import { gateOptions } from './gate.ts';
import { recordOptions } from './record.ts';
import { resultsOptions } from './results.ts';
import { serviceOptions } from './service.ts';

/**
 * The one table of options, for both shells: `action.yml`, the tables of the README and `--help` are made from it.
 */
export const options = [...serviceOptions, ...resultsOptions, ...gateOptions, ...recordOptions] as const;

export type OptionName = (typeof options)[number]['name'];

/** An option by its name, seen through its general form. */
export function specOf(name: OptionName): OptionSpec {
  const spec = options.find((option) => option.name === name);
  if (spec === undefined) throw new RangeError(`no option ${name}`);
  return spec;
}

/** The options that a command knows. */
export function optionsOf(command: CommandName): readonly (OptionSpec & { readonly name: OptionName })[] {
  const known: readonly (OptionSpec & { readonly name: OptionName })[] = options;
  return known.filter((option) => option.commands.includes(command));
}

/** Texts as a shell read them; absent where the caller gave none. */
export type RawOptions = Readonly<Partial<Record<OptionName, string>>>;

/** How a shell calls an option in its messages: `input flow` of the action, `--flow` of the command line. */
export type Naming = (name: string) => string;
