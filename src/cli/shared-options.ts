import type { Command as Program, Option } from 'commander';
import { connectionOptions, type NamesOf, type OptionUse } from '../options/index.ts';
import { optionOf } from './option.ts';

/** Heading of the options that nearly every command has: they come last, in short. */
export const sharedHeading = 'Shared with other commands (in full: compliance-evidence help connection):';

const brief: Readonly<Record<NamesOf<typeof connectionOptions>, string>> = {
  'base-url': 'address of the service',
  'api-token': 'its token',
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
  const usual = one.use.default ?? (one.use.name === 'org' ? 'that of default-org' : undefined);
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
