import { Argument, Option, type Command as Program } from 'commander';
import type { Command } from '../commands/index.ts';
import { exitCodes } from '../errors/index.ts';
import { flagOf, optionGroups, type OptionUse, type RawOptions } from '../options/index.ts';
import type { Shell } from './shell.ts';

export const exitCodeText = Object.entries(exitCodes)
  .map(([ending, code]) => `${code} ${ending}`)
  .join(', ');

/** What is said of a family of commands, such as `flow apply`. */
const families: Readonly<Record<string, string>> = {
  approval: 'Approvals of artifacts.',
  artifact: 'Artifacts that were reported.',
  attestation: 'Records of evidence.',
  'default-org': 'The organization that is meant when none is named.',
  flow: 'Flows and their templates.',
  notification: 'Rules that send messages about environments.',
  policy: 'Policies about what may run in environments.',
  trail: 'Trails of a flow, and what is on them.',
  type: 'Custom attestation types.',
};

/** Adds a command of the registry; what it needs is loaded when it runs. */
export function addCommand(root: Program, command: Command, { done, interrupt, terminal }: Shell): void {
  const [last = '', ...before] = command.name.split(' ').toReversed();
  const parent = before.toReversed().reduce((program, name) => familyIn(program, name), root);
  const program = parent.command(last).description(command.summary);
  for (const option of command.options.filter(({ positional }) => positional === true)) program.addArgument(argumentOf(option));
  for (const option of inOrder(command.options)) program.addOption(optionOf(option));
  program.option('--json', 'print the result as JSON', false);
  const examples = command.examples.map((example) => `  ${example}\n`).join('');
  program.addHelpText('after', `\nExample:\n${examples}\nExit codes: ${exitCodeText}\n`);
  program.action(async () => {
    const { runCommand } = await import('./run-command.ts');
    const { json } = program.opts<{ json: boolean }>();
    done(await runCommand(command, rawOf(program, command.options), { json }, interrupt, terminal));
  });
}

function familyIn(program: Program, name: string): Program {
  const known = program.commands.find((child) => child.name() === name);
  return known ?? program.command(name).description(families[name] ?? '');
}

/** Those with a name, the required ones first, else in the order of the table. */
function inOrder(options: readonly OptionUse[]): readonly OptionUse[] {
  const table = optionGroups.flatMap((group) => group.options.map(({ name }) => name));
  const place = ({ required, use }: OptionUse): number => (required === true ? 0 : table.length) + table.indexOf(use.name);
  return options.filter(({ positional }) => positional !== true).toSorted((one, other) => place(one) - place(other));
}

function argumentOf({ use }: OptionUse): Argument {
  const name = (use.placeholder ?? use.name).toLowerCase();
  return new Argument(use.kind === 'lines' ? `<${name}...>` : `<${name}>`, use.description);
}

/** An option of the table, as the command line writes it. */
function optionOf({ required, use }: OptionUse): Option {
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

/** The texts of a command's options, as the caller gave them. */
function rawOf(program: Program, options: readonly OptionUse[]): RawOptions {
  const given: Partial<Record<string, string>> = {};
  const positional: unknown[] = [...program.processedArgs];
  for (const { positional: isPositional, use } of options) {
    const value: unknown = isPositional === true ? positional.shift() : program.getOptionValue(camelCase(flagOf(use)));
    if (typeof value === 'string') given[use.name] = value;
    else if (Array.isArray(value)) given[use.name] = value.join('\n');
  }
  return given;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
