import { Command as Program } from 'commander';
import { commands, version } from '../commands/index.ts';
import { addCommand, exitCodeText } from './add-command.ts';
import { addServiceCommands } from './service-commands.ts';
import type { Shell } from './shell.ts';

/** The whole command line: the registry, and the commands about a service on this machine. */
export function buildProgram(shell: Shell): Program {
  const program = new Program('compliance-evidence')
    .description('Turn test runs into evidence, evidence into a verdict, and let the verdict gate the change.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(Nothing was sent. --help shows every option)')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodeText}\nOptions of a command can come from EVIDENCE_… variables: --base-url from EVIDENCE_BASE_URL.\n`,
    );
  for (const command of commands) addCommand(program, command, shell);
  addServiceCommands(program, shell);
  return program;
}
