import { Option, type Command as Program } from 'commander';
import { docsPage } from '../text/index.ts';
import { toldHere } from './origin.ts';
import { append, databaseUrl } from './place-options.ts';
import type { PlaceOptions } from './data-place.ts';
import { exampleText } from './examples.ts';
import { exitCodeTable, plainRows } from './exit-codes.ts';
import type { Shell } from './shell.ts';
import type { NarrowOptions, RotateOptions, TokenOptions } from './token.ts';

/** The roles, for a help text. */
export const roleList = 'admin, member, recorder, approver, snapshotter, auditor or reader';

/** The commands about tokens of a service on this machine. Their file, and the service, are loaded when one runs. */
export function addTokenCommands(program: Program, { done, terminal }: Shell): void {
  const token = program.command('token').description('Tokens of the service on this machine.');
  onData(token.command('create'))
    .description('Make a token, and the user if there is none of that name; it is printed once.')
    .option('--init', 'begin with a new data directory, where there is none yet, or with an empty database')
    .requiredOption('--user <name>', 'who the token stands for')
    .requiredOption('--org <name>', 'organization; may be repeated', append)
    .option('--new-org', 'make the organizations that are not there yet; the first ones of a service need no flag')
    .requiredOption('--role <role>', `${roleList}: ${toldHere(docsPage('roles.md'))} says what each may do`)
    .option('--label <text>', 'what the token is for, such as "tests of shop"')
    .option('--flow <name>', 'the only flow that it reaches; may be repeated; by default all of its organizations', append)
    .addOption(expires('when it ends: "90d", "12h", "2027-01-31", or "never" (default: "365d")'))
    .option('--token <value>', 'a token of your own making; by default one is made')
    .addHelpText(
      'after',
      exampleText([
        'compliance-evidence token create --data ./evidence --user ada --org acme --role admin',
        'compliance-evidence token create --data ./evidence --user ci --org acme --role recorder --flow shop --label "tests of shop" --expires 90d',
      ]) + exitCodeTable(plainRows),
    )
    .action(async (options: TokenOptions) => {
      const { createToken } = await import('./token.ts');
      done(await createToken(options, terminal));
    });
  onData(token.command('list'))
    .description(
      'Show the tokens that nobody took back: identifier, user, label, organizations, when each was made, last used, and ends. The tokens themselves are kept nowhere.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (options: PlaceOptions & { json?: boolean }) => {
      const { listTokens } = await import('./list-tokens.ts');
      done(await listTokens(options, terminal));
    });
  onData(replacing(token.command('rotate')))
    .description('Make another token with the same user, label, organizations and grants, and end this one after an overlap.')
    .action(async (id: string, options: RotateOptions) => {
      const { rotateToken } = await import('./token.ts');
      done(await rotateToken(options, id, terminal));
    });
  onData(replacing(token.command('narrow')))
    .description(
      'Make another token like this one that may do less, and end this one after an overlap. The grants of a token never change.',
    )
    .option('--flow <name>', 'the only flow that the other one reaches; may be repeated', append)
    .option('--role <role>', 'a role that may do less')
    .action(async (id: string, options: NarrowOptions) => {
      const { narrowToken } = await import('./token.ts');
      done(await narrowToken(options, id, terminal));
    });
  onData(token.command('revoke'))
    .description('Take a token back: it is refused from then on. What was recorded with it stays.')
    .argument('<id>', 'its identifier, as `token list` shows it')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (id: string, options: PlaceOptions) => {
      const { revokeToken } = await import('./token.ts');
      done(await revokeToken(options, id, terminal));
    });
}

function onData(command: Program): Program {
  return command.option('--data <dir>', 'the data directory of the service').addOption(databaseUrl());
}

/** The parts that both commands have which replace a token. */
function replacing(command: Program): Program {
  return command
    .argument('<id>', 'its identifier, as `token list` shows it')
    .option('--overlap <time>', 'how long the replaced one is still taken: "0", "30m", "24h", "7d"', '24h')
    .addOption(
      expires(
        'when the new one ends: "90d", "12h", "2027-01-31", or "never"; by default it lives as long as the replaced one was made for',
      ),
    )
    .addHelpText('after', exitCodeTable(plainRows));
}

function expires(description: string): Option {
  return new Option('--expires <time>', description);
}
