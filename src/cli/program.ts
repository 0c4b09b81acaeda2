import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Command as Program, Option, type HelpConfiguration } from 'commander';
import { commands, version, type Command } from '../commands/index.ts';
import { connectionOptions, flagOf, optionGroups, placeholderOf, type NamesOf, type OptionUse, type RawOptions } from '../options/index.ts';
import { given } from '../text/index.ts';
import { mayAskService, variableOf, withConnection } from './connection.ts';
import {
  auditRows,
  exampleText,
  exitCodeTable,
  mainHelp,
  plainRows,
  readingRows,
  recordingRows,
  verdictRows,
  type ExitCodeRow,
} from './help.ts';
import { addContextCommands, addServiceCommands } from './service-commands.ts';
import { formOf, type Shell } from './terminal.ts';

/** The shared options come last, in short. */
export const sharedHeading = 'Shared with other commands (in full: compliance-evidence help connection):';

const brief: Readonly<Record<NamesOf<typeof connectionOptions>, string>> = {
  'base-url': 'address of the service',
  'api-token': 'its token',
  'oidc-audience': 'audience of the ID token of a job',
  org: 'organization',
  timeout: 'time for all requests',
  'allow-insecure-http': 'allow plain http',
};

/** `undefined` for an option that is not shared. */
function briefOf(name: string): string | undefined {
  return Object.entries(brief).find(([known]) => known === name)?.[1];
}

function sharedOptionOf(one: OptionUse, text: string): Option {
  const option = optionOf(one);
  const usual = one.use.default ?? (one.use.name === 'org' ? 'see default-org' : undefined);
  const hint = one.required === true ? ' (required)' : usual === undefined ? '' : ` (default: ${usual})`;
  option.description = `${text}${hint}`;
  return option.helpGroup(sharedHeading);
}

const connectionOrder = `
Each value is the first of: option, variable, compliance-evidence.yml of the
repository (organization, flow, context), context. A token goes only to the
address that it was given for. \`config show\` says what holds, and why.
`;

function addTopics(root: Program): void {
  const topic = (name: string, description: string): Program => {
    const added: Program = root.command(name, { hidden: true }).description(description);
    added.configureHelp({ ...added.configureHelp(), commandUsage: () => `${root.name()} COMMAND [options]` });
    return added.action(() => added.outputHelp());
  };
  const connection = topic('connection', 'Where the service is: options of every command that asks it. Each has its variable.');
  for (const use of connectionOptions) connection.addOption(optionOf({ use }).helpGroup('Options:'));
  connection.addOption(contextOption('Options:')).addHelpText('after', connectionOrder);
  // The one of the library shows everything where it knows no such command, and does not say so.
  const help = root.helpCommand(false).command('help', { hidden: true }).argument('[command...]');
  help.action((words: readonly string[]) => {
    const named = words.reduce<Program | undefined>((found, word) => found?.commands.find((each) => each.name() === word), root);
    if (named === undefined) root.error(`error: unknown command '${words.join(' ')}'`);
    named.outputHelp();
  });
  topic('exit-codes', 'A command whose codes are others has them in its help.').addHelpText('after', exitCodeTable(verdictRows));
}

function optionOf({ required, use }: OptionUse): Option {
  const value = `${placeholderOf(use).toLowerCase()}${use.isVariadic === true ? '...' : ''}`;
  const flag = `${use.letter === undefined ? '' : `-${use.letter}, `}--${flagOf(use)}`;
  const bare = use.kind === 'boolean' ? 'true' : use.bare;
  const flags = bare === undefined ? `${flag} <${value}>` : `${flag} [${value}]`;
  const hint = use.default === undefined ? '' : ` (default: ${use.default})`;
  const option = new Option(flags, `${use.description}${hint}`).env(variableOf(use.name));
  option.helpGroup(required === true ? 'Required:' : `${headingOf(use.name)}:`);
  if (bare !== undefined) option.preset(bare);
  // For completions: they are checked with all other values.
  if (use.choices !== undefined) option.argChoices = [...use.choices];
  // Repeating an option that takes several values adds to them.
  if (['lines', 'pairs', 'names', 'choices'].includes(use.kind))
    option.argParser((value: string, previous: string | undefined) => (previous === undefined ? value : `${previous}\n${value}`));
  return option;
}

function contextOption(group: string): Option {
  return new Option('--context <name>', 'one that `login` made').env(variableOf('context')).helpGroup(group);
}

function headingOf(name: string): string {
  return optionGroups.find(({ options }) => options.some((option) => option.name === name))?.heading ?? 'Options';
}

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
  test: 'Tests of a flow that fail most, or are flaky.',
  trail: 'Trails of a flow, and what is on them.',
  type: 'Custom attestation types.',
};

/** The command's modules are loaded when it runs. */
function addCommand(root: Program, command: Command, { done, interrupt, terminal }: Shell): void {
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
  if (mayAskService(command)) program.addOption(contextOption(sharedHeading));
  program.optionsGroup(options.some(({ use }) => briefOf(use.name) !== undefined) ? sharedHeading : 'Options:');
  program.option('--json', 'print the result as JSON').helpOption('-h, --help', 'display help for command');
  program.addHelpText('after', `${exampleText(command.examples)}${exitCodeTable(exitCodesOf(command))}`);
  program.action(async () => {
    const { runCommand } = await import('./run-command.ts');
    const { context, json = false } = program.opts<{ context?: string; json?: boolean }>();
    const raw: RawOptions = { ...rawOf(program, command.options), ...given({ context }) };
    // A variable is for all commands, and an option says more.
    if (program.getOptionValueSource('output') === 'cli') formOf({ json, ...given({ output: raw['format'] }) });
    const ofVariables = command.options.filter(({ use }) => program.getOptionValueSource(camelCase(flagOf(use))) === 'env');
    const origins = new Map(ofVariables.map(({ use }) => [use.name, ` (variable ${variableOf(use.name)})`]));
    done(await runCommand(command, await withConnection(command, raw, terminal, origins), { json, origins }, interrupt, terminal));
  });
}

function exitCodesOf({ name, outputs }: Command): readonly ExitCodeRow[] {
  if (name === 'junit') return readingRows;
  if (name === 'audit') return auditRows;
  if (name === 'audit-merge') return auditRows.filter(([code]) => code !== 2);
  if (name.startsWith('audit-')) return plainRows;
  if (outputs.includes('would-fail') || name === 'trail watch') return verdictRows;
  return outputs.length === 0 ? plainRows : recordingRows;
}

function familyIn(program: Program, name: string): Program {
  const known = program.commands.find((child) => child.name() === name);
  return known ?? program.command(name).description(families[name] ?? '');
}

/** Required ones first, then in the order of the table. */
function inOrder(options: readonly OptionUse[]): readonly OptionUse[] {
  const table = optionGroups.flatMap((group) => group.options.map(({ name }): string => name));
  const rank = ({ required, use }: OptionUse): number => (required === true ? 0 : table.length) + table.indexOf(use.name);
  return options.filter(({ positional }) => positional !== true).toSorted((one, other) => rank(one) - rank(other));
}

function argumentOf({ use }: OptionUse): Argument {
  const name = placeholderOf(use).toLowerCase();
  return new Argument(use.kind === 'lines' ? `<${name}...>` : `<${name}>`, use.description);
}

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

/** With the commit of the build: two programs of one version may differ. */
export function versionText(folder = dirname(import.meta.dirname)): string {
  const file = join(folder, 'commit.txt');
  return existsSync(file) ? `${version} (commit ${readFileSync(file, 'utf8').trim()})` : version;
}

export function buildProgram(shell: Shell): Program {
  const program = new Program('compliance-evidence')
    .description('Turn test runs into evidence, evidence into a verdict, and gate the change.')
    .version(versionText())
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(Nothing was sent. --help shows every option)')
    .configureHelp(helpStyle);
  for (const command of commands) addCommand(program, command, shell);
  addServiceCommands(program, shell);
  addContextCommands(program, shell);
  program
    .command('version')
    .description('Say the version of this program, and its commit.')
    .action(() => shell.terminal.out(versionText()));
  addCompletion(program, shell);
  addTopics(program);
  program.helpInformation = () => mainHelp(program);
  return program;
}

const completionExamples = [
  'source <(compliance-evidence completion bash)   # in ~/.bashrc',
  'source <(compliance-evidence completion zsh)    # in ~/.zshrc, after compinit',
  'compliance-evidence completion fish > ~/.config/fish/completions/compliance-evidence.fish',
];

function addCompletion(program: Program, shell: Shell): void {
  program
    .command('completion')
    .description('Print the script that completes commands, options and names in bash, zsh or fish.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', `\nExamples:\n${completionExamples.map((line) => `  ${line}\n`).join('')}`)
    .action(async (name: string) => shell.terminal.out((await import('./complete.ts')).completionScript(name, program.name()).trimEnd()));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { completions } = await import('./complete.ts');
      for (const line of await completions(program, words, shell)) shell.terminal.out(line);
    });
}

/** Shows the default, and the variable unless the option is a shared one. */
const helpStyle: HelpConfiguration = {
  optionDescription({ defaultValue, description, envVar, helpGroupHeading }) {
    const hint = typeof defaultValue === 'string' ? ` (default: ${defaultValue})` : '';
    const variable = envVar === undefined || helpGroupHeading === sharedHeading ? '' : ` (env: ${envVar})`;
    return `${description}${hint}${variable}`;
  },
};
