import { Option, type Command as Program } from 'commander';
import type { ServeOptions } from './serve.ts';
import { exampleText } from './examples.ts';
import { exitCodeTable, plainRows } from './exit-codes.ts';
import type { Shell } from './shell.ts';
import type { TokenOptions } from './token.ts';
import type { VerifyOptions } from './verify.ts';

/** The commands about a service on this machine. The file of each, and the service, are loaded when it runs. */
export function addServiceCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  program
    .command('serve')
    .description('Run the evidence service on this machine.')
    .option('--data <dir>', 'where everything is kept')
    .option('--init', 'begin with a new data directory, where there is none yet')
    .addOption(
      new Option('--ephemeral', 'keep nothing: a service for one job, with one organization and a token, which it prints').conflicts([
        'data',
        'init',
        'publicUrl',
        'rateLimit',
        'webhookHost',
      ]),
    )
    .option('--org <name>', 'the organization of an ephemeral service')
    .option(
      '--flow <file>',
      'YAML file of a flow that an ephemeral service begins with, and then takes evidence for no other; may be repeated',
      append,
    )
    .option('--time-limit <time>', 'how long an ephemeral service lives at most (default: "6h")')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one (default: "8787"; "0" where it is ephemeral)')
    .option('--public-url <url>', 'where people reach it, when that is not where it listens')
    .option('--rate-limit <number>', 'requests a minute that each token may make; by default as many as it likes')
    .option(
      '--webhook-host <host>',
      'host that messages about environments may go to; may be repeated; by default none goes anywhere',
      append,
    )
    .addHelpText(
      'after',
      exampleText([
        'compliance-evidence token create --init --data ./evidence --user ada --org acme --role admin',
        'compliance-evidence serve --data ./evidence',
        'compliance-evidence serve --ephemeral --org acme --flow flow.yml',
      ]) + exitCodeTable(plainRows),
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./serve.ts');
      done(await serve(options, interrupt, terminal));
    });

  program
    .command('verify')
    .description(
      'Check that what a service keeps is what its records say, or that a package of an audit is whole and says what its records say. Changes nothing, and asks nobody; a service may run meanwhile.',
    )
    .option('--data <dir>', 'the data directory of the service')
    .option('--package <file>', 'a package that `audit --package` wrote')
    .option('--org <name>', 'only this organization, with --data')
    .option(
      '--head <head>',
      'a witness that somebody else kept: the hash that came back with an attestation, or a file of `audit --head-file`',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      exitCodeTable([
        [0, 'the record holds; the package is witnessed, and says what it proves'],
        [1, 'it does not hold'],
        [2, 'the package is consistent in itself, and not all of it is proved'],
        [3, 'it could not be read'],
        [64, 'usage: wrong options'],
        [130, 'interrupted'],
      ]),
    )
    .action(async (options: VerifyOptions) => {
      const { verify } = await import('./verify.ts');
      done(await verify(options, interrupt, terminal));
    });

  program
    .command('demo')
    .description('See it work on this machine: a service, real tests, a green change and a red one. Takes seconds; nothing stays.')
    .option('--keep', 'leave the service up until Ctrl+C, and say where its pages are')
    .action(async (options: { keep?: boolean }) => {
      const { demo } = await import('./demo/demo.ts');
      done(await demo(options.keep === true, interrupt, terminal));
    });

  const token = program.command('token').description('Tokens of the service on this machine.');
  token
    .command('create')
    .description('Make a token, and the user and organizations that are missing; it is printed once.')
    .requiredOption('--data <dir>', 'the data directory of the service')
    .option('--init', 'begin with a new data directory, where there is none yet')
    .requiredOption('--user <name>', 'who the token stands for')
    .requiredOption('--org <name>', 'organization; may be repeated', append)
    .requiredOption('--role <role>', 'admin, member, snapshotter, auditor or reader')
    .option('--token <value>', 'a token of your own making; by default one is made')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (options: TokenOptions) => {
      const { createToken } = await import('./token.ts');
      done(await createToken(options, terminal));
    });
  token
    .command('list')
    .description('Show which tokens are valid: identifier, user and organizations. The tokens themselves are kept nowhere.')
    .requiredOption('--data <dir>', 'the data directory of the service')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async ({ data, json = false }: { data: string; json?: boolean }) => {
      const { listTokens } = await import('./token.ts');
      done(await listTokens({ data, json }, terminal));
    });
  token
    .command('revoke')
    .description('Take a token back: it is refused from then on. What was recorded with it stays.')
    .argument('<id>', 'its identifier, as `token list` shows it')
    .requiredOption('--data <dir>', 'the data directory of the service')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (id: string, options: { data: string }) => {
      const { revokeToken } = await import('./token.ts');
      done(await revokeToken(options.data, id, terminal));
    });
}

function append(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
