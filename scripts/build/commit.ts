import { spawnSync } from 'node:child_process';

/**
 * The commit that a folder is a clone of, with `-dirty` where files differ from it; `undefined` where it is unknown. A build without the
 * repository, such as that of the image, takes it from EVIDENCE_COMMIT.
 */
export function commitOf(folder: string): string | undefined {
  const git = (...words: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  // Copied into another repository, the folder is not a clone of that one.
  const said = git('rev-parse', '--show-prefix') === '' ? git('describe', '--always', '--abbrev=40', '--dirty', '--exclude=*') : undefined;
  const found = said ?? process.env['EVIDENCE_COMMIT'];
  return found === undefined || found === '' ? undefined : found;
}
