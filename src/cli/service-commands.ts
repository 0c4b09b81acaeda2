import { Option, type Command as Program } from 'commander';
import { operators } from '../commands/index.ts';
import { wrongUse } from '../errors/index.ts';
import type { KeyType } from '../signing/index.ts';
import { docsPage } from '../text/index.ts';
import type { BackupOptions } from './backup.ts';
import type { AdministeredOptions } from './administered.ts';
import { exampleText, exitCodeTable, plainRows, recordingRows } from './help.ts';
import type { LoginOptions } from './login.ts';
import type { ApplyOptions, OidcRuleOptions } from './oidc-rule.ts';
import type { RestoreOptions } from './restore.ts';
import type { ServeOptions } from './serve.ts';
import type { SignOptions } from './sign.ts';
import { toldHere, type FormOptions, type Shell } from './terminal.ts';
import type { SignOutOptions, NarrowOptions, RotateOptions, TokenOptions } from './token.ts';
import type { VerifyOptions } from './verify.ts';

/** The variable of the database is read where the place is looked up: commands without a place must not take it for a wish. */
function placed(command: Program, data = 'the data directory of the service'): Program {
  const why = 'which is better: a list of processes shows what stands here, also a password, at least for a moment';
  const database = `a PostgreSQL database in place of --data (env: EVIDENCE_DATABASE_URL, ${why})`;
  return command.option('--data <dir>', data).option('--database-url <url>', database);
}

function placedWithFiles(command: Program, data?: string): Program {
  const variables = 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL_S3';
  const reached = `a folder that each process of the service reaches, or s3://BUCKET/PREFIX, with the usual variables of AWS (${variables})`;
  return placed(command, data).option('--blobs <place>', `where the attached files are, next to a database: ${reached}`);
}

const [contexts, rules, tokens] = [() => import('./login.ts'), () => import('./oidc-rule.ts'), () => import('./token.ts')];

function append(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function addBackupCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  placedWithFiles(program.command('backup'))
    .description(
      'Write everything that a service keeps into one file, which `restore` puts back on either engine. A service may run meanwhile; nothing is changed.',
    )
    .requiredOption(
      '--to <file>',
      'a tar file that is not there yet, compressed where its name ends with .gz or .tgz; in a folder it is named after the time; - is stdout',
    )
    .addHelpText(
      'after',
      exampleText([
        'compliance-evidence backup --data ./evidence --to evidence.tar.gz',
        'compliance-evidence backup --data ./evidence --to - | ssh backup.example "cat > evidence.tar"',
      ]) +
        exitCodeTable([
          [0, 'everything is in the backup'],
          [1, 'the data is not what was recorded; there is no backup'],
          [3, 'something could not be read or written; there is no backup'],
          [64, 'usage: wrong options'],
          [130, 'interrupted; there is no backup'],
        ]),
    )
    .action(async (options: BackupOptions) => done(await (await import('./backup.ts')).backup(options, interrupt, terminal)));

  const restore = program.command('restore').requiredOption('--from <file>', 'a file that `backup` wrote; - is stdin');
  placedWithFiles(restore, 'a data directory that is not there yet, or is empty')
    .description(
      'Put a backup into a new data directory or an empty database, and verify it. It works out every table from the records again. Nothing stays of a backup that is not whole.',
    )
    .addHelpText(
      'after',
      exampleText(['compliance-evidence restore --from evidence.tar.gz --data ./evidence']) +
        exitCodeTable([
          [0, 'everything is back, and holds'],
          [1, 'the backup is cut off, was changed, or does not hold; nothing of it stays'],
          [3, 'something could not be read or written; nothing of it stays'],
          [64, 'usage: wrong options, or there is data already'],
          [130, 'interrupted; nothing of it stays'],
        ]),
    )
    .action(async (options: RestoreOptions) => done(await (await import('./restore.ts')).restore(options, interrupt, terminal)));
}

type ListOptions = AdministeredOptions & FormOptions;

function listing(command: Program): Program {
  const form = new Option('-o, --output <form>', 'as a table, or for programs').choices(['table', 'json', 'jsonl', 'csv', 'yaml']);
  return command.addOption(form).option('--json', 'print the result as JSON');
}

const roleList = 'admin, member, recorder, approver, snapshotter, auditor or reader';

/** Their file, and the service, are loaded when one runs. */
function addTokenCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  const token = program.command('token').description('Tokens of a service.');
  administering(interrupt, token.command('create'), '', [
    'compliance-evidence token create --data ./evidence --user ada --org acme --role admin',
    'compliance-evidence token create --data ./evidence --user ci --org acme --role recorder --flow shop --label "tests of shop" --expires 90d',
  ])
    .description('Make a token, and the user if there is none of that name; it is printed once.')
    .option('--init', 'begin with a new data directory, where there is none yet, or with an empty database')
    .requiredOption('--user <name>', 'who the token stands for; by the interface oneself, or a machine, whose name no person has')
    .option('--org <name>', 'organization; on the data it must be named, and may be repeated', append)
    .option('--new-org', 'make the organizations that are not there yet; the first ones of a service need no flag')
    .requiredOption('--role <role>', `${roleList}: ${toldHere(docsPage('roles.md'))} says what each may do`)
    .option('--label <text>', 'what the token is for, such as "tests of shop"')
    .option('--flow <name>', 'the only flow that it reaches; may be repeated; by default all of its organizations', append)
    .option('--expires <time>', 'when it ends: "90d", "12h", "2027-01-31", or "never" (default: "365d")')
    .option('--token <value>', 'a token of your own making; by default one is made')
    .action(async (options: TokenOptions) => done(await (await tokens()).createToken(options, terminal)));
  onData(token.command('create-operator'))
    .description(
      "Make an operator's token: it lists, makes, archives and restores organizations from elsewhere, and opens nothing in them.",
    )
    .requiredOption('--user <name>', 'who has it: the log of each organization that it changes names them')
    .option('--label <text>', 'what the token is for')
    .option('--expires <time>', 'when it ends: "90d", "12h", "2027-01-31", or "never" (default: "365d")')
    .action(async (options: Omit<TokenOptions, 'org' | 'role'>) =>
      done(await (await tokens()).createToken({ ...options, org: [operators], role: 'reader', newOrg: true }, terminal)),
    );
  listing(administering(interrupt, token.command('list')))
    .description(
      'Show the tokens that nobody took back: identifier, user, label, organizations, when each was made, last used, and ends. The tokens themselves are kept nowhere.',
    )
    .action(async (options: ListOptions) => done(await (await import('./list-tokens.ts')).listTokens(options, terminal)));
  administering(interrupt, replacing(token.command('rotate')))
    .description('Make another token with the same user, label, organizations and grants, and end this one after an overlap.')
    .action(async (id: string, options: RotateOptions) => done(await (await tokens()).rotateToken(options, id, terminal)));
  onData(replacing(token.command('narrow')))
    .description(
      'Make another token like this one that may do less, and end this one after an overlap. The grants of a token never change.',
    )
    .option('--flow <name>', 'the only flow that the other one reaches; may be repeated', append)
    .option('--role <role>', 'a role that may do less')
    .action(async (id: string, options: NarrowOptions) => done(await (await tokens()).narrowToken(options, id, terminal)));
  administering(interrupt, token.command('revoke'))
    .description('Take a token back: it is refused from then on. What was recorded with it stays.')
    .argument('<id>', 'its identifier, as `token list` shows it')
    .action(async (id: string, options: AdministeredOptions) => done(await (await tokens()).revokeToken(options, id, terminal)));
  const member = program.command('member').description('People and machines of an organization.');
  listing(administering(interrupt, member.command('list')))
    .description('Show everybody with a token that lets them in, and their roles.')
    .action(async (options: ListOptions) => done(await (await import('./list-tokens.ts')).listMembers(options, terminal)));
  onData(member.command('sign-out'))
    .description('End the sessions of somebody on the pages, in all browsers. They can sign in again while they have a token or a group.')
    .requiredOption('--user <name>', 'as the log and /ORG/access name them')
    .requiredOption('--org <name>', 'organization in whose log it is recorded')
    .action(async (options: SignOutOptions) => done(await (await tokens()).signOut(options, terminal)));
}

function onData(command: Program, examples: readonly string[] = []): Program {
  command.addHelpText('after', (examples.length === 0 ? '' : exampleText(examples)) + exitCodeTable(plainRows));
  return placed(command);
}

/** On the data, or by the interface of a service that has it, where the log names who did it. */
function administering(interrupt: AbortSignal, command: Program, org = '--org <name>', examples?: readonly string[]): Program {
  command.setOptionValue('interrupt', interrupt);
  onData(command, examples);
  command.option('--base-url <url>', 'a service in place of --data, which an administrator asks (env: EVIDENCE_BASE_URL)');
  command.option('--api-token <token>', 'token of the administrator (env: EVIDENCE_API_TOKEN)');
  command.option('--context <name>', 'one that `login` made (env: EVIDENCE_CONTEXT)');
  return org === '' ? command : command.option(org, 'organization that the service is asked about (env: EVIDENCE_ORG)');
}

function replacing(command: Program): Program {
  return command
    .argument('<id>', 'its identifier, as `token list` shows it')
    .option('--overlap <time>', 'how long the replaced one is still taken: "0", "30m", "24h", "7d"', '24h')
    .option(
      '--expires <time>',
      'when the new one ends: "90d", "12h", "2027-01-31", or "never"; by default it lives as long as the replaced one was made for',
    );
}

function addOrganizationCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  const organization = program.command('organization').description('Organizations of a service: list, make, archive.');
  listing(administering(interrupt, organization.command('list'), ''))
    .description('Show each with its members, what it takes, and when it was last written to and used.')
    .action(async (options: ListOptions) => done(await (await import('./organization.ts')).listOrganizations(options, terminal)));
  administering(interrupt, organization.command('create').argument('<name>'), '')
    .description('Make one, with a token of its first administrator, which is printed once.')
    .requiredOption('--user <name>', 'who administers it')
    .option('--expires <time>', 'when the token ends: "90d", "2027-01-31", or "never" (default: "365d")')
    .action(async (name: string, options: Omit<TokenOptions, 'org' | 'role'>) => {
      const first = { ...options, org: [name], role: 'admin', onlyNewOrgs: true };
      done(await (await tokens()).createToken(first, terminal));
    });
  for (const does of ['archive', 'restore'])
    administering(interrupt, organization.command(does).argument('<name>'), '')
      .description(does === 'archive' ? 'Let it be read, and let nobody write to it.' : 'Let it be written to again.')
      .action(async (name: string, options: AdministeredOptions) =>
        done(await (await import('./organization.ts')).archiveOrganization(options, name, does === 'archive', terminal)),
      );
}

function addOidcRuleCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  const rule = program.command('oidc-rule').description('Rules that let jobs of GitHub Actions in without a stored token.');
  administering(interrupt, rule.command('add'), '', [
    'compliance-evidence oidc-rule add --data ./evidence --org acme --role member --repository acme/shop --repository-id 123456 --audience https://evidence.example --ref refs/heads/main',
  ])
    .description('Let jobs of a repository into an organization: they show the ID token that GitHub gives them.')
    .requiredOption('--org <name>', 'organization')
    .requiredOption('--role <role>', `${roleList}: ${toldHere(docsPage('roles.md'))} says what each may do`)
    .requiredOption('--repository <name>', 'owner/name, or owner/* for all repositories of an owner; for people: what counts are the ids')
    .option('--repository-id <number>', 'the id of the repository, which goes by it: gh api repos/OWNER/NAME --jq .id')
    .option('--owner-id <number>', 'the id of the owner, for owner/*: gh api users/OWNER --jq .id')
    .requiredOption('--audience <text>', 'whom the ID tokens must be for: the address of this service, such as https://evidence.example')
    .option('--issuer <url>', 'who issues the ID tokens (default: "https://token.actions.githubusercontent.com")')
    .option('--ref <ref>', 'only at this ref, such as refs/heads/main or refs/heads/release/*')
    .option('--environment <name>', 'only in this environment of the repository')
    .option('--workflow <ref>', 'only in this workflow, owner/name/.github/workflows/file.yml@refs/heads/main')
    .option(
      '--event <name>',
      'only for this event; may be repeated; by default push, merge_group, schedule, workflow_dispatch, repository_dispatch, release and deployment, and so no pull requests',
      append,
    )
    .option('--flow <name>', 'the only flow that it opens; may be repeated; by default the whole organization', append)
    .action(async (options: OidcRuleOptions) => done(await (await rules()).addOidcRule(options, terminal)));
  listing(administering(interrupt, rule.command('list')))
    .description('Show the rules that are in force.')
    .action(async (options: ListOptions) => done(await (await rules()).listOidcRules(options, terminal)));
  administering(interrupt, rule.command('remove'))
    .description('Take a rule back: it lets nobody in from then on, and access that it gave ends. What was recorded by it stays.')
    .argument('<id>', 'its identifier, as `oidc-rule list` shows it')
    .action(async (id: string, options: AdministeredOptions) => done(await (await rules()).removeOidcRule(options, id, terminal)));
  administering(interrupt, rule.command('apply'), '', ['compliance-evidence oidc-rule apply rules.yml --org acme --dry-run'])
    .description('Make the rules of an organization those of a YAML file: it adds, changes and removes, and says what.')
    .argument('<file>', 'rules: a list, each with role, repository, repository_id or owner_id, audience, and what else it asks for')
    .requiredOption('--org <name>', 'organization')
    .option('--dry-run', 'only say what it would do')
    .action(async (file: string, options: ApplyOptions) => done(await (await rules()).applyOidcRules(options, file, terminal)));
}

function addSigningCommands(program: Program, { done, terminal }: Shell): void {
  program
    .command('key')
    .description('Keys that sign statements.')
    .command('create')
    .description('Make a private key without a password, which only its owner can read, and FILE.pub, by which others verify.')
    .argument('<file>', 'where to, and there is none yet')
    .addOption(new Option('--type <type>', 'kind of key').choices(['p256', 'ed25519']).default('p256'))
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (file: string, { type }: { type: KeyType }) => {
      const hint = (await import('../signing/index.ts')).createKey(file, type);
      terminal.out(`Wrote ${file}, which signs: keep it secret\nWrote ${file}.pub, by which others verify\nKey ${hint}`);
    });
  program
    .command('sign')
    .description('Sign statements with a key: NAME.sigstore.json, a bundle of Sigstore, and NAME.intoto.jsonl, next to each.')
    .argument('<statement...>', 'files of bare statements, as an action or the service wrote them')
    .requiredOption('--key <file>', 'private key, P-256 or ed25519, in PKCS#8 PEM')
    .option('--out <dir>', 'folder of the files in place of that of the statement')
    .addHelpText('after', exampleText(['compliance-evidence sign verdict.json --key signer']) + exitCodeTable(recordingRows))
    .action(async (files: readonly string[], options: SignOptions) =>
      done(await (await import('./sign.ts')).sign(options, files, terminal)),
    );
}

const ofRoots = ['trustedRoot', 'identity', 'issuer', 'repositoryId', 'sourceDigest'];
const both = 'with --trusted-root';
const demands: readonly Option[] = [
  new Option('--key <file...>', 'public keys: one of them must have signed it').conflicts(ofRoots),
  new Option('--trusted-root <file...>', 'where no key signed it: trusted roots of Sigstore, one or more a file'),
  new Option('--commit <sha>', 'the commit that it must be about'),
  new Option('--subject-file <path>', 'or the artifact: a file, or a folder by its fingerprint').conflicts('commit'),
  new Option('--repository <name>', 'owner/name or https://HOST/OWNER/NAME that it, and its certificate, must be of'),
  new Option('--repository-id <number>', `${both}: its id, because a name may come to others`),
  new Option('--identity <url>', `${both}: the workflow that must have signed, whole, with its ref; a * may be its last part`),
  new Option('--issuer <url>', `${both}: who told the authority of the workflow`),
  new Option('--source-digest <sha>', `${both}: the commit that the workflow ran at, where it is not --commit`),
  new Option('--predicate-type <type>', 'test results alone, or verdicts').choices(['test-result', 'vsa']),
  new Option('--verifier <url>', 'who must have judged'),
  new Option('--policy <url>', 'by what it must have been judged: the page of the flow'),
  new Option('--max-age <time>', 'how old it may be: "12h", "30d"'),
  new Option('--allow-overridden', 'a yes that stands by an override is one, too'),
  new Option('--allow-warned', 'tests that passed only after a retry are a yes, too'),
  new Option('--flow <name>', 'ask a service too, whether it says no of the same by now: the flow there'),
  new Option('--trail <name>', 'with --flow: the trail there, where it is not named after --commit'),
  new Option('--base-url <url>', 'with --flow: the address of the service (env: EVIDENCE_BASE_URL)'),
  new Option('--api-token <token>', 'with --flow: its token (env: EVIDENCE_API_TOKEN)'),
  new Option('--context <name>', 'with --flow: one that `login` made (env: EVIDENCE_CONTEXT)'),
];

const ofOthers = ['data', 'databaseUrl', 'blobs', 'package', 'head', 'firstAudit', 'expectRepository', 'expectSince', 'expectUntil'];

function addStatementOptions(verify: Program): void {
  verify.addOption(new Option('--statement <file...>', 'signed statements: by whom, and do they say yes').conflicts(ofOthers));
  for (const option of demands) verify.addOption(option.helpGroup('Of statements:'));
  verify.hook('preAction', () => {
    const stray = demands.find((option) => verify.getOptionValue(option.attributeName()) !== undefined);
    if (stray === undefined || verify.getOptionValue('statement') !== undefined) return;
    throw wrongUse(`${stray.long} is about statements`, 'Name them with --statement, or leave it out');
  });
}

/** Services elsewhere, and the token for each. */
export function addContextCommands(program: Program, shell: Shell): void {
  const { done, terminal } = shell;
  program
    .command('login')
    .description('Keep a token for a service, once the service has taken it. It is asked for, or read from the standard input.')
    .addOption(new Option('--base-url <url>', 'address of the service').env('EVIDENCE_BASE_URL').makeOptionMandatory())
    .addOption(new Option('--org <name>', 'organization').env('EVIDENCE_ORG').makeOptionMandatory())
    .option('--name <name>', 'what the context is called; by default as the organization')
    .option('--with-browser', 'sign in with the browser, as with the pages of the service; for up to eight hours')
    .option('--allow-insecure-http', 'allow plain http to another machine')
    .addHelpText(
      'after',
      exampleText(['compliance-evidence login --base-url https://evidence.example --org acme']) + exitCodeTable(plainRows),
    )
    .action(async (options: LoginOptions) => done(await (await contexts()).login(options, shell)));
  program
    .command('logout')
    .description('Remove a context and its token from this machine.')
    .argument('[context]', 'by default the one in use')
    .action(async (name: string | undefined) => done((await contexts()).logout(name, terminal)));
  const context = program.command('context').description('Services that somebody logged in to from here.');
  listing(context.command('list'))
    .description('Show the contexts: name, organization and address. Tokens are never shown.')
    .action(async (options: FormOptions) => done(await (await contexts()).listContexts(options, terminal)));
  context
    .command('use')
    .description('Say which context is meant where nothing names one.')
    .argument('<context>', 'its name')
    .action(async (name: string) => done((await contexts()).useContext(name, terminal)));
  program
    .command('config')
    .description('The settings that hold in this folder.')
    .command('show')
    .description('Show address, organization, flow and context that commands use here, and where each comes from.')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean }) => done(await (await contexts()).showConfig(options, terminal)));
}

/** The file of each, and the service, are loaded when it runs. */
export function addServiceCommands(program: Program, shell: Shell): void {
  const { done, interrupt, terminal } = shell;
  const ephemeral = new Option('--ephemeral', 'keep nothing: a service for one job, with one organization and a token, which it prints');
  const serve = placedWithFiles(program.command('serve'), 'where everything is kept')
    .description('Run the evidence service on this machine.')
    .option('--init', 'begin with a new data directory, where there is none yet, or with an empty database')
    .addOption(ephemeral)
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
    .option(
      '--oidc-issuer <url>',
      'issuer that an administrator may name in a rule; may be repeated; by default that of github.com',
      append,
    )
    .option('--sign-in <file>', 'file that says how people sign in to the pages by an OpenID provider; needs --public-url')
    .option(
      '--statement-key <file>',
      'private key (P-256 or ed25519, PEM) that signs the statements of records and trails; needs --public-url; by default none is signed',
    )
    .option('--oidc-http-loopback', 'also ask issuers of ID tokens on this machine that speak plain HTTP, for tests')
    .addHelpText(
      'after',
      exampleText([
        'compliance-evidence token create --init --data ./evidence --user ada --org acme --role admin',
        'compliance-evidence serve --data ./evidence',
        'compliance-evidence serve --ephemeral --org acme --flow flow.yml',
      ]) + exitCodeTable(plainRows),
    )
    .action(async (options: ServeOptions) => done(await (await import('./serve.ts')).serve(options, interrupt, terminal)));
  ephemeral.conflicts(serve.options.map((option) => option.attributeName()).filter((name) => !ofOneJob.includes(name)));

  program
    .command('health', { hidden: true })
    .description('Ask the service that is the first process of this container whether it lives, where its options say that it listens.')
    .action(async () => done(await (await import('./health.ts')).health(terminal)));

  const verify = placedWithFiles(program.command('verify'))
    .description(
      'Check that what a service keeps is what its records say, that a package of an audit is whole and says what its records say, or that statements are signed by whom you trust and say yes. Changes nothing, and asks nobody but with --flow; a service may run meanwhile.',
    )
    .option('--package <file>', 'a package that `audit --package` wrote')
    .option('--org <name>', 'only this organization, with --data; the one that is asked, with --flow')
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
        [0, 'the record holds; the package is witnessed; the statements say yes'],
        [1, 'it does not hold, is not the expected one, or is no yes of a good signer'],
        [2, 'the package is consistent in itself, and not all of it is proved'],
        [3, 'it could not be read, or the service could not be asked'],
        [4, 'a file has no statement that can be read'],
        [64, 'usage: wrong options'],
        [130, 'interrupted'],
      ]),
    )
    .action(async (options: VerifyOptions) => done(await (await import('./verify.ts')).verify(options, interrupt, terminal)));
  addStatementOptions(verify);

  addBackupCommands(program, shell);
  addSigningCommands(program, shell);

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
      if (audit === undefined) done(await (await import('./demo/demo.ts')).demo(keep === true, interrupt, terminal));
      else done(await (await import('./demo/demo-audit.ts')).demoAudit(audit, interrupt, terminal));
    });

  addTokenCommands(program, shell);
  addOrganizationCommands(program, shell);
  addOidcRuleCommands(program, shell);
}

/** Options of a service that lives no longer than a job. */
const ofOneJob = ['ephemeral', 'org', 'flow', 'timeLimit', 'host', 'port', 'behindProxy'];
