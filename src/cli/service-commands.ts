import { Option, type Command as Program } from 'commander';
import { addBackupCommands } from './backup-commands.ts';
import type { ServeOptions } from './serve.ts';
import { exampleText } from './examples.ts';
import { append, blobs, databaseUrl } from './place-options.ts';
import { exitCodeTable, plainRows } from './exit-codes.ts';
import { addOidcRuleCommands } from './oidc-rule-commands.ts';
import type { Shell } from './shell.ts';
import { addTokenCommands } from './token-commands.ts';
import type { VerifyOptions } from './verify.ts';

/** The commands about a service on this machine. The file of each, and the service, are loaded when it runs. */
export function addServiceCommands(program: Program, shell: Shell): void {
  const { done, interrupt, terminal } = shell;
  program
    .command('serve')
    .description('Run the evidence service on this machine.')
    .option('--data <dir>', 'where everything is kept')
    .addOption(databaseUrl())
    .addOption(blobs())
    .option('--init', 'begin with a new data directory, where there is none yet, or with an empty database')
    .addOption(
      new Option('--ephemeral', 'keep nothing: a service for one job, with one organization and a token, which it prints').conflicts([
        'data',
        'databaseUrl',
        'blobs',
        'init',
        'publicUrl',
        'rateLimit',
        'webhookHost',
        'smtpUrl',
        'smtpPasswordFile',
        'smtpFrom',
        ...ofTeam,
        'oidcHttpLoopback',
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
    .option(
      '--tls-cert <file>',
      'certificate of this server in PEM form, followed by those of the authorities that signed it; a renewed one is used by itself',
    )
    .option('--tls-key <file>', 'its private key, in PEM form and without a password')
    .option(
      '--behind-proxy [number]',
      'plain HTTP also where others reach this machine, because a proxy with TLS is in front; the last address in X-Forwarded-For is believed, or that of so many proxies (1 to 9)',
    )
    .option(
      '--max-connections <number>',
      'connections that may be open at once, a quarter of them of one client address, or all with --behind-proxy; more are refused (default: 1000)',
    )
    .option('--metrics-port <port>', 'port of /metrics, in the format of Prometheus; by default there are none')
    .option('--metrics-host <host>', 'address of /metrics (default: "127.0.0.1")')
    .option('--log-format <format>', 'text, or json: a line of JSON on stdout for each request and for all that happens', 'text')
    .option(
      '--log-level <level>',
      'error, warn, info (adds each request) or debug (adds those of probes) (default: "warn"; "info" where the format is json)',
    )
    .option(
      '--drain <time>',
      'how long it still takes requests after it was told to stop, while /ready says no, so that a proxy asks another one: 5s; by default not at all',
    )
    .option('--rate-limit <number>', 'requests a minute that each token may make; by default as many as it likes')
    .option(
      '--webhook-host <host>',
      "host that messages about environments may go to, or '*' for every public one; may be repeated; by default none goes anywhere",
      append,
    )
    .option(
      '--smtp-url <url>',
      'mail server, without its password: smtps://USER@HOST or smtp://USER@HOST (env: EVIDENCE_SMTP_URL, which may have the password); by default no mail is sent',
    )
    .option('--smtp-password-file <file>', 'file with the password of the mail server')
    .option('--smtp-from <address>', 'address that mail comes from')
    .option('--oidc-http-loopback', 'also ask issuers of ID tokens on this machine that speak plain HTTP, for tests')
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
    .command('health', { hidden: true })
    .description('Ask the service that is the first process of this container whether it lives, where its options say that it listens.')
    .action(async () => {
      const { health } = await import('./health.ts');
      done(await health(terminal));
    });

  program
    .command('verify')
    .description(
      'Check that what a service keeps is what its records say, or that a package of an audit is whole and says what its records say. Changes nothing, and asks nobody; a service may run meanwhile.',
    )
    .option('--data <dir>', 'the data directory of the service')
    .addOption(databaseUrl())
    .addOption(blobs())
    .option('--package <file>', 'a package that `audit --package` wrote')
    .option('--org <name>', 'only this organization, with --data')
    .option(
      '--head <head>',
      'a witness that somebody else kept: the hash that came back with an attestation, or a file of `audit --head-file`',
    )
    .option('--first-audit', 'you know that there was no audit before that of --package')
    .option('--expect-repository <owner/name>', 'the repository that --package must be about')
    .option('--expect-since <when>', 'where the time that --package is about must begin: a date, a moment or a full SHA')
    .option('--expect-until <when>', 'where it must end: a date or a moment')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      exitCodeTable([
        [0, 'the record holds; the package is witnessed, and says what it proves'],
        [1, 'it does not hold, or the package is not the expected one'],
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

  addBackupCommands(program, shell);

  program
    .command('demo')
    .description('See it work on this machine: a service, real tests, a green change and a red one. Takes seconds; nothing stays.')
    .option('--keep', 'leave the service up until Ctrl+C, and say where its pages are')
    .addOption(
      new Option(
        '--audit [folder]',
        'play a week of changes and audit it in place of that: opens the report, and leaves it in this folder with its package and the head of its log',
      )
        .preset('compliance-audit-example')
        .conflicts('keep'),
    )
    .action(async ({ audit, keep }: { audit?: string; keep?: boolean }) => {
      if (audit !== undefined) {
        const { demoAudit } = await import('./demo/demo-audit.ts');
        return done(await demoAudit(audit, interrupt, terminal));
      }
      const { demo } = await import('./demo/demo.ts');
      done(await demo(keep === true, interrupt, terminal));
    });

  addTokenCommands(program, shell);
  addOidcRuleCommands(program, shell);
}

/** The options of a service that outlives a job. */
const ofTeam = ['tlsCert', 'tlsKey', 'maxConnections', 'metricsPort', 'metricsHost', 'logFormat', 'logLevel', 'drain'];
