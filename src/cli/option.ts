import { Option } from 'commander';
import { flagOf, optionGroups, type OptionUse } from '../options/index.ts';

/** An option of the table, as the command line writes it. */
export function optionOf({ required, use }: OptionUse): Option {
  const flags = use.kind === 'boolean' ? `--${flagOf(use)} [boolean]` : `--${flagOf(use)} <${(use.placeholder ?? 'value').toLowerCase()}>`;
  const hint = use.default === undefined ? '' : ` (default: ${use.default})`;
  const option = new Option(flags, `${use.description}${hint}`).env(variableOf(use.name));
  option.helpGroup(required === true ? 'Required:' : `${headingOf(use.name)}:`);
  if (use.kind === 'boolean') option.preset('true');
  // Repeating an option that takes several values adds to them.
  if (['lines', 'pairs', 'names', 'choices'].includes(use.kind))
    option.argParser((value: string, previous: string | undefined) => (previous === undefined ? value : `${previous}\n${value}`));
  return option;
}

function headingOf(name: string): string {
  return optionGroups.find(({ options }) => options.some((option) => option.name === name))?.heading ?? 'Options';
}

function variableOf(name: string): string {
  return `EVIDENCE_${name.replaceAll('-', '_').toUpperCase()}`;
}
