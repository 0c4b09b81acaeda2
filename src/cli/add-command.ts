import { Argument, type Command as Program } from 'commander';
import type { Command } from '../commands/index.ts';
import { flagOf, optionGroups, type OptionUse, type RawOptions } from '../options/index.ts';
import { exampleText } from './examples.ts';
import { auditRows, exitCodeTable, plainRows, readingRows, verdictRows, type ExitCodeRow } from './exit-codes.ts';
import { briefOf, optionOf, sharedHeading, sharedOptionOf } from './option.ts';
import type { Shell } from './shell.ts';

/** Descriptions of families of commands, such as `flow apply`. */
const families: Readonly<Record<string, string>> = {
  approval: 'Approvals of artifacts.',
  artifact: 'Artifacts that were reported.',
  attestation: 'Records of evidence.',
  'default-org': 'The organization that is meant when none is named.',
  environment: 'Environments, and what runs in them.',
  flow: 'Flows and their templates.',
  fork: 'Evidence of pull requests from forks.',
  notification: 'Rules that send messages about environments.',
  policy: 'Policies about what may run in environments.',
  snapshot: 'What ran in an environment at a time.',
  trail: 'Trails of a flow, and what is on them.',
  type: 'Custom attestation types.',
};

/** Adds a command of the registry. Its modules are loaded when it runs. */
export function addCommand(root: Program, command: Command, { done, interrupt, terminal }: Shell): void {
  const [last = '', ...before] = command.name.split(' ').toReversed();
  const parent = before.toReversed().reduce((program, name) => familyIn(program, name), root);
  const program = parent.command(last).description(command.summary);
  for (const option of command.options.filter(({ positional }) => positional === true)) program.addArgument(argumentOf(option));
  const options = inOrder(command.options);
  for (const option of options) if (briefOf(option.use.name) === undefined) program.addOption(optionOf(option));
  for (const option of options) {
    const brief = briefOf(option.use.name);
    if (brief !== undefined) program.addOption(sharedOptionOf(option, brief));
  }
  program.optionsGroup(options.some(({ use }) => briefOf(use.name) !== undefined) ? sharedHeading : 'Options:');
  program.option('--json', 'print the result as JSON').helpOption('-h, --help', 'display help for command');
  program.addHelpText('after', `${exampleText(command.examples)}${exitCodeTable(exitCodesOf(command))}`);
  program.action(async () => {
    const { runCommand } = await import('./run-command.ts');
    const { json = false } = program.opts<{ json?: boolean }>();
    done(await runCommand(command, rawOf(program, command.options), { json }, interrupt, terminal));
  });
}

function exitCodesOf({ name, outputs }: Command): readonly ExitCodeRow[] {
  if (name === 'junit') return readingRows;
  if (name === 'audit') return auditRows;
  if (name === 'audit-merge') return auditRows.filter(([code]) => code !== 2);
  if (name.startsWith('audit-')) return plainRows;
  return outputs.length === 0 ? plainRows : verdictRows;
}

function familyIn(program: Program, name: string): Program {
  const known = program.commands.find((child) => child.name() === name);
  return known ?? program.command(name).description(families[name] ?? '');
}

/** The options with a name: required ones first, then in the order of the table. */
function inOrder(options: readonly OptionUse[]): readonly OptionUse[] {
  const table = optionGroups.flatMap((group) => group.options.map(({ name }): string => name));
  const rank = ({ required, use }: OptionUse): number => (required === true ? 0 : table.length) + table.indexOf(use.name);
  return options.filter(({ positional }) => positional !== true).toSorted((one, other) => rank(one) - rank(other));
}

function argumentOf({ use }: OptionUse): Argument {
  const name = (use.placeholder ?? use.name).toLowerCase();
  return new Argument(use.kind === 'lines' ? `<${name}...>` : `<${name}>`, use.description);
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
