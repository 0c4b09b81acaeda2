import type { Command as Program } from 'commander';
import { docsPage } from '../text/index.ts';
import { toldHere } from './origin.ts';
import type { PlaceOptions } from './data-place.ts';
import { exampleText } from './examples.ts';
import { exitCodeTable, plainRows } from './exit-codes.ts';
import type { OidcRuleOptions } from './oidc-rule.ts';
import { append, databaseUrl } from './place-options.ts';
import { roleList } from './token-commands.ts';
import type { Shell } from './shell.ts';

/** The commands about the jobs that a service on this machine lets in without a token of their own. */
export function addOidcRuleCommands(program: Program, { done, terminal }: Shell): void {
  const rule = program.command('oidc-rule').description('Rules that let jobs of GitHub Actions in without a stored token.');
  rule
    .command('add')
    .description('Let jobs of a repository into an organization: they show the ID token that GitHub gives them.')
    .option('--data <dir>', 'the data directory of the service')
    .addOption(databaseUrl())
    .requiredOption('--org <name>', 'organization')
    .requiredOption('--role <role>', `${roleList}: ${toldHere(docsPage('roles.md'))} says what each may do`)
    .requiredOption('--repository <name>', 'owner/name, for people: nothing goes by it')
    .option('--repository-id <number>', 'the id of the repository, which goes by it: gh api repos/OWNER/NAME --jq .id')
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
    .addHelpText(
      'after',
      exampleText([
        'compliance-evidence oidc-rule add --data ./evidence --org acme --role member --repository acme/shop --repository-id 123456 --audience https://evidence.example --ref refs/heads/main',
      ]) + exitCodeTable(plainRows),
    )
    .action(async (options: OidcRuleOptions) => {
      const { addOidcRule } = await import('./oidc-rule.ts');
      done(await addOidcRule(options, terminal));
    });
  rule
    .command('list')
    .description('Show the rules that are in force.')
    .option('--data <dir>', 'the data directory of the service')
    .addOption(databaseUrl())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (options: PlaceOptions & { json?: boolean }) => {
      const { listOidcRules } = await import('./oidc-rule.ts');
      done(await listOidcRules(options, terminal));
    });
  rule
    .command('remove')
    .description('Take a rule back: it lets nobody in from then on, and access that it gave ends. What was recorded by it stays.')
    .argument('<id>', 'its identifier, as `oidc-rule list` shows it')
    .option('--data <dir>', 'the data directory of the service')
    .addOption(databaseUrl())
    .addHelpText('after', exitCodeTable(plainRows))
    .action(async (id: string, options: PlaceOptions) => {
      const { removeOidcRule } = await import('./oidc-rule.ts');
      done(await removeOidcRule(options, id, terminal));
    });
}
