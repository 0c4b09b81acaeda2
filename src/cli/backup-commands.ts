import type { Command as Program } from 'commander';
import type { BackupOptions } from './backup.ts';
import { exampleText } from './examples.ts';
import { exitCodeTable } from './exit-codes.ts';
import { blobs, databaseUrl } from './place-options.ts';
import type { RestoreOptions } from './restore.ts';
import type { Shell } from './shell.ts';

/** The commands that keep a copy of the data, and put it back. */
export function addBackupCommands(program: Program, { done, interrupt, terminal }: Shell): void {
  program
    .command('backup')
    .description(
      'Write everything that a service keeps into one file, which `restore` puts back on either engine. A service may run meanwhile; nothing is changed.',
    )
    .option('--data <dir>', 'the data directory of the service')
    .addOption(databaseUrl())
    .addOption(blobs())
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
    .action(async (options: BackupOptions) => {
      const { backup } = await import('./backup.ts');
      done(await backup(options, interrupt, terminal));
    });

  program
    .command('restore')
    .description(
      'Put a backup into a new data directory or an empty database, and verify it. It works out every table from the records again. Nothing stays of a backup that is not whole.',
    )
    .requiredOption('--from <file>', 'a file that `backup` wrote; - is stdin')
    .option('--data <dir>', 'a data directory that is not there yet, or is empty')
    .addOption(databaseUrl())
    .addOption(blobs())
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
    .action(async (options: RestoreOptions) => {
      const { restore } = await import('./restore.ts');
      done(await restore(options, interrupt, terminal));
    });
}
