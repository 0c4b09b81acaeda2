import { Option, type Command as Program } from 'commander';
import { connectionOptions, flagOf, optionGroups, type NamesOf, type OptionUse } from '../options/index.ts';

/** Heading of the options that nearly every command has: they come last, in short. */
export const sharedHeading = 'Shared with other commands (in full: compliance-evidence help connection):';

const brief: Readonly<Record<NamesOf<typeof connectionOptions>, string>> = {
  'base-url': 'address of the service',
  'api-token': 'its token',
  'oidc-audience': 'audience of the ID token of a job',
  org: 'organization',
  timeout: 'time for all requests',
  'allow-insecure-http': 'allow plain http',
};

/** The short description of a shared option; `undefined` for any other option. */
export function briefOf(name: string): string | undefined {
  return Object.entries(brief).find(([known]) => known === name)?.[1];
}

/** A shared option in a line. */
export function sharedOptionOf(one: OptionUse, text: string): Option {
  const option = optionOf(one);
  const usual = one.use.default ?? (one.use.name === 'org' ? 'see default-org' : undefined);
  const hint = one.required === true ? ' (required)' : usual === undefined ? '' : ` (default: ${usual})`;
  option.description = `${text}${hint}`;
  return option.helpGroup(sharedHeading);
}

/** `help connection`: the shared options in full. */
export function addConnectionTopic(root: Program): void {
  const topic = root
    .command('connection', { hidden: true })
    .description('Where the service is: the options of every command that asks it. Each can come from its variable instead.');
  topic.configureHelp({ ...topic.configureHelp(), commandUsage: () => `${root.name()} COMMAND [options]` });
  for (const use of connectionOptions) topic.addOption(optionOf({ use }).helpGroup('Options:'));
  topic.action(() => topic.outputHelp());
}

/** An option of the table, as the command line writes it. */
export function optionOf({ required, use }: OptionUse): Option {
  const value = `${(use.placeholder ?? 'value').toLowerCase()}${use.isVariadic === true ? '...' : ''}`;
  const flags = use.kind === 'boolean' ? `--${flagOf(use)} [boolean]` : `--${flagOf(use)} <${value}>`;
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
