import { Option, type Command as Program } from 'commander';
import { UsageError } from '../errors/index.ts';
import type { KeyType } from '../signing/index.ts';
import { exampleText, exitCodeTable, readingRows } from './help.ts';
import type { SignOptions } from './sign.ts';
import type { Shell } from './terminal.ts';

export function addSigningCommands(program: Program, { done, terminal }: Shell): void {
  program
    .command('key')
    .description('Keys that sign statements.')
    .command('create')
    .description('Make a private key without a password, which only its owner can read, and FILE.pub, by which others verify.')
    .argument('<file>', 'where to, and there is none yet')
    .addOption(new Option('--type <type>', 'kind of key').choices(['p256', 'ed25519']).default('p256'))
    .addHelpText('after', exitCodeTable(readingRows))
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
    .addHelpText('after', exampleText(['compliance-evidence sign verdict.json --key signer']) + exitCodeTable(readingRows))
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
  new Option('--identity <url>', `${both}: the workflow that must have signed, whole, with its ref; a * may end the ref`),
  new Option('--issuer <url>', `${both}: who told the authority of the workflow`),
  new Option('--source-digest <sha>', `${both}: the commit that the workflow ran at, where it is not --commit`),
  new Option('--predicate-type <type>', 'test results alone, or verdicts').choices(['test-result', 'vsa']),
  new Option('--verifier <url>', 'who must have judged'),
  new Option('--max-age <time>', 'how old it may be: "12h", "30d"'),
  new Option('--allow-overridden', 'a yes that stands by an override is one, too'),
  new Option('--allow-warned', 'tests that passed only after a retry are a yes, too'),
];

const ofOthers = ['data', 'databaseUrl', 'blobs', 'package', 'org', 'head', 'firstAudit', 'expectRepository', 'expectSince', 'expectUntil'];

export function addStatementOptions(verify: Program): void {
  verify.addOption(new Option('--statement <file...>', 'signed statements: by whom, and do they say yes').conflicts(ofOthers));
  for (const option of demands) verify.addOption(option.helpGroup('Of statements:'));
  verify.hook('preAction', () => {
    const stray = demands.find((option) => verify.getOptionValue(option.attributeName()) !== undefined);
    if (stray === undefined || verify.getOptionValue('statement') !== undefined) return;
    throw new UsageError('invalid-input', `${stray.long} is about statements`, { fix: 'Name them with --statement, or leave it out' });
  });
}
