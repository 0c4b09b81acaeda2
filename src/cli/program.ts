import { Command as Program, type HelpConfiguration } from 'commander';
import { commands } from '../commands/index.ts';
import { addCommand } from './add-command.ts';
import { exitCodeTable, verdictRows } from './exit-codes.ts';
import { addServiceCommands } from './service-commands.ts';
import { addConnectionTopic, sharedHeading } from './option.ts';
import type { Shell } from './shell.ts';
import { versionText } from './version-text.ts';

/** The whole command line: the registry, and the commands about a service on this machine. */
export function buildProgram(shell: Shell): Program {
  const program = new Program('compliance-evidence')
    .description('Turn test runs into evidence, evidence into a verdict, and let the verdict gate the change.')
    .version(versionText())
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(Nothing was sent. --help shows every option)')
    .addHelpText(
      'after',
      `${exitCodeTable(verdictRows)}\nOptions can come from EVIDENCE_… variables: --base-url from EVIDENCE_BASE_URL.\nThose that say where the service is: compliance-evidence help connection\n`,
    )
    .configureHelp(helpStyle);
  for (const command of commands) addCommand(program, command, shell);
  addServiceCommands(program, shell);
  addConnectionTopic(program);
  return program;
}

/** The help shows next to an option's description: its default, and its variable unless it is a shared one. */
const helpStyle: HelpConfiguration = {
  optionDescription({ defaultValue, description, envVar, helpGroupHeading }) {
    const hint = typeof defaultValue === 'string' ? ` (default: ${defaultValue})` : '';
    const variable = envVar === undefined || helpGroupHeading === sharedHeading ? '' : ` (env: ${envVar})`;
    return `${description}${hint}${variable}`;
  },
};
