import { Command, Option } from 'commander';
import { exitCodes } from '../errors/index.ts';
import {
  junitOptionNames,
  flowOptions,
  optionsOf,
  specOf,
  version,
  type CommandName,
  type OptionName,
  type OptionSpec,
  type RawOptions,
} from '../commands/index.ts';
import type { Terminal } from './terminal.ts';

export interface Shell {
  readonly terminal: Terminal;
  readonly interrupt: AbortSignal;
  /** Takes the exit code of the command that ran. */
  done(exitCode: number): void;
}

/** The whole command line. Each command's file is loaded when that command runs. */
export function buildProgram(shell: Shell): Command {
  const { terminal, interrupt } = shell;
  const program = new Command('compliance-evidence')
    .description('Turn test runs into evidence, evidence into a verdict, and let the verdict gate the change.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows every option)')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodeText()}\nOptions of a command can come from EVIDENCE_… variables: --base-url from EVIDENCE_BASE_URL.\n`,
    );

  const junitCommand = program
    .command('junit')
    .description('Show what would be sent for JUnit XML files, and why not, if so. Sends nothing.')
    .argument('<globs...>', 'files or globs; `!` excludes')
    .option('--json', 'print JSON: junit_results, files, warnings, errors', false)
    .addHelpText('after', "\nExample:\n  compliance-evidence junit 'build/test-results/**/*.xml'\n");
  for (const name of junitOptionNames) junitCommand.addOption(optionOf(specOf(name)));
  junitCommand.action(async (globs: string[], options: { json: boolean }) => {
    const { junit } = await import('./junit.ts');
    shell.done(await junit(globs, rawOf(junitCommand, junitOptionNames), options, terminal));
  });

  trail(program, 'attest-and-gate', 'Record evidence, wait until it is evaluated, and decide.');
  trail(program, 'attest', 'Record evidence on a trail, and decide nothing.');
  trail(program, 'gate', 'Ask whether a trail is compliant; the exit code says so.');

  program
    .command('serve')
    .description('Run the evidence service on this machine.')
    .requiredOption('--data <dir>', 'where everything is kept')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8787')
    .option('--public-url <url>', 'where people reach it, when that is not where it listens')
    .option('--rate-limit <number>', 'requests a minute that each token may make; by default as many as it likes')
    .addHelpText(
      'after',
      '\nExample:\n  compliance-evidence token create --data ./evidence --user ada --org acme --role admin\n  compliance-evidence serve --data ./evidence\n',
    )
    .action(async (options: { host: string; port: string; data: string; publicUrl?: string; rateLimit?: string }) => {
      const { serve } = await import('./serve.ts');
      shell.done(await serve(options, interrupt, terminal));
    });

  program
    .command('verify')
    .description('Check that what the service keeps is what its records say. Changes nothing; a service may run meanwhile.')
    .requiredOption('--data <dir>', 'the data directory of the service')
    .option('--org <name>', 'only this organization')
    .option('--head <hash>', 'a witness: the hash that came back with an attestation')
    .addHelpText('after', '\nExit codes: 0 it holds, 1 it does not, 3 it could not be read, 64 usage, 130 interrupted\n')
    .action(async (options: { data: string; org?: string; head?: string }) => {
      const { verify } = await import('./verify.ts');
      shell.done(await verify(options, interrupt, terminal));
    });

  program
    .command('demo')
    .description('See it work: service, flow, real tests, verdict; all on this machine, all cleaned up. Needs a clone.')
    .option('--keep <dir>', 'keep the data of the service and the files of the runs there')
    .action(async (options: { keep?: string }) => {
      const { demo } = await import('./demo/demo.ts');
      shell.done(await demo(options.keep, interrupt, terminal));
    });

  const token = program.command('token').description('Tokens of the service on this machine.');
  token
    .command('create')
    .description('Make a token, and the user and organizations that are missing; it is printed once.')
    .requiredOption('--data <dir>', 'the data directory of the service')
    .requiredOption('--user <name>', 'who the token stands for')
    .requiredOption('--org <name>', 'organization; may be repeated', collect)
    .requiredOption('--role <role>', 'admin, member, snapshotter or reader')
    .option('--token <value>', 'a token of your own making; by default one is made')
    .action(async (options: { data: string; user: string; org: string[]; role: string; token?: string }) => {
      const { createToken } = await import('./token.ts');
      shell.done(await createToken(options, terminal));
    });

  const flow = program.command('flow').description('Flows and their templates.');
  const apply = flow
    .command('apply')
    .description('Create or update a flow and its template from a YAML file.')
    .argument('<file>', 'YAML: name, description, visibility, template');
  for (const name of flowOptions) apply.addOption(optionOf(specOf(name)));
  apply.action(async (file: string, _options: unknown, command: Command) => {
    const { flowApply } = await import('./flow.ts');
    const raw = rawOf(command, flowOptions);
    if (raw['api-token'] !== undefined) terminal.hide(raw['api-token']);
    shell.done(await flowApply(file, raw, interrupt, terminal));
  });

  function trail(parent: Command, name: CommandName, description: string): void {
    const specs = optionsOf(name);
    const command = parent.command(name).description(description).option('--json', 'print the result as JSON', false);
    for (const spec of specs) command.addOption(optionOf(spec));
    command.addHelpText('after', `\nExample:\n${examples[name]}\nExit codes: ${exitCodeText()}\n`);
    command.action(async (options: { json: boolean }) => {
      const { trailCommand } = await import('./trail-command.ts');
      const names = specs.map((spec) => spec.name);
      const raw = rawOf(command, names);
      for (const option of specs) if (option.secret === true) terminal.hide(raw[option.name] ?? '');
      shell.done(await trailCommand(name, raw, options, interrupt, terminal));
    });
  }
  return program;
}

const examples: Readonly<Record<CommandName, string>> = {
  'attest-and-gate':
    "  compliance-evidence attest-and-gate --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --required-attestations unit-tests\n",
  attest:
    "  compliance-evidence attest --org acme --flow checkout-service \\\n    --attestation-name unit-tests --junit-paths 'build/test-results/**/*.xml' --dry-run\n",
  gate: '  compliance-evidence gate --org acme --flow checkout-service --required-attestations unit-tests,lint --wait-timeout 5m\n',
};

/** An option of the table, as the command line writes it. */
function optionOf(spec: OptionSpec): Option {
  const flags = spec.kind === 'boolean' ? `--${spec.name} [boolean]` : `--${spec.name} <${(spec.placeholder ?? 'value').toLowerCase()}>`;
  const hint = spec.default === undefined ? (spec.required === true ? ' (required)' : '') : ` (default: ${spec.default})`;
  const option = new Option(flags, `${spec.description}${hint}`).env(variableOf(spec.name));
  if (spec.kind === 'boolean') option.preset('true');
  // Repeating an option that takes several values adds to them.
  if (['lines', 'pairs', 'names', 'choices'].includes(spec.kind))
    option.argParser((value: string, previous: string | undefined) => (previous === undefined ? value : `${previous}\n${value}`));
  return option;
}

function variableOf(name: string): string {
  return `EVIDENCE_${name.replaceAll('-', '_').toUpperCase()}`;
}

function rawOf(command: Command, names: readonly OptionName[]): RawOptions {
  const given: Partial<Record<OptionName, string>> = {};
  for (const name of names) {
    const value: unknown = command.getOptionValue(name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    if (typeof value === 'string') given[name] = value;
  }
  return given;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function exitCodeText(): string {
  return Object.entries(exitCodes)
    .map(([ending, code]) => `${code} ${ending}`)
    .join(', ');
}
